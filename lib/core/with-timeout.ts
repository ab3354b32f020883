import type { Clock } from './clock';

/** Undefined if `work` fails or takes longer. */
export function withTimeout<T>(clock: Clock, ms: number, work: Promise<T>): Promise<T | undefined> {
  const settled = new AbortController();
  const late = clock.sleep(ms, settled.signal).then(() => undefined);
  return Promise.race([work, late])
    .catch(() => undefined)
    .finally(() => settled.abort('settled'));
}
