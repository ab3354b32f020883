/** How a check ends when it does not simply pass. */
export class Failed extends Error {}
export class Skipped extends Error {}

/** Fails the sentence under test unless `holds`; `seen` says what was seen instead, in words. */
export function expect(holds: boolean, seen: string): asserts holds {
  if (!holds) throw new Failed(seen);
}

export function skip(why: string): never {
  throw new Skipped(why);
}
