/** How a check ends when it does not simply pass. */
export class CheckFailedError extends Error {}
export class CheckSkippedError extends Error {}

/** Fails the sentence under test unless `holds`; `seen` says what was seen instead, in words. */
export function expect(holds: boolean, seen: string): asserts holds {
  if (!holds) throw new CheckFailedError(seen);
}

export function skip(why: string): never {
  throw new CheckSkippedError(why);
}
