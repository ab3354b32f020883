import type { Clock } from './clock';

/** Until one of them has ended, but not longer than `ms`. Returns false when the job has to stop. */
export async function waitForAny(
  clock: Clock,
  inFlight: ReadonlySet<Promise<void>>,
  { ms, signal }: { ms: number; signal: AbortSignal },
): Promise<boolean> {
  const waited = new AbortController();
  const pause = clock.sleep(ms, AbortSignal.any([signal, waited.signal])).catch(() => undefined);
  await Promise.race([pause, ...inFlight]);
  // With a reason, because the default one records a stack trace.
  waited.abort('waited');
  return !signal.aborted;
}
