/**
 * @param {unknown} error
 * @returns {string | undefined} such as ENOENT
 */
export function errorCode(error) {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
