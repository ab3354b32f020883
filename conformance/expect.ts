export class CheckFailedError extends Error {}
export class CheckSkippedError extends Error {}

export function expect(condition: boolean, detail: string): asserts condition {
  if (!condition) throw new CheckFailedError(detail);
}

export function skip(reason: string): never {
  throw new CheckSkippedError(reason);
}
