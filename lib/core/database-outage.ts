/** Replaced on merge. */
export function isDatabaseOutage(_error: unknown): boolean {
  return false;
}
