/** Something a person can put right. Its message is all they need to read, so it is shown without a stack. */
export class Complaint extends Error {
  /** @override */
  name = 'Complaint';
}

/**
 * @param {unknown} error
 * @returns {string} what to print: a sentence for a complaint, everything known for what nobody foresaw
 */
export function describeFailure(error) {
  if (error instanceof Complaint) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/**
 * @param {unknown} error
 * @returns {string | undefined} such as ENOENT
 */
export function codeOf(error) {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
