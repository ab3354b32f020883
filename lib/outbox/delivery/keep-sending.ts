import type { Clock } from '../../core/clock';

const claimAgainMs = 1000;

/** Claims and sends until nothing is due. Claims again while sends are in flight, so that none waits for a slow one. */
export async function keepSending<T>(
  { clock, signal }: { clock: Clock; signal: AbortSignal },
  work: { maxInFlight: number; claim(free: number): Promise<T[]>; send(message: T): Promise<void> },
): Promise<void> {
  const inFlight = new Set<Promise<void>>();
  try {
    do {
      let claimed: T[];
      do {
        const free = work.maxInFlight - inFlight.size;
        claimed = free > 0 && !signal.aborted ? await work.claim(free) : [];
        for (const message of claimed) {
          const sent = work.send(message).finally(() => inFlight.delete(sent));
          // Awaited below; without a handler until then, a rejection would end the process.
          sent.catch(() => undefined);
          inFlight.add(sent);
        }
      } while (claimed.length > 0);
    } while (inFlight.size > 0 && (await waitForRoom(clock, inFlight, signal)));
  } finally {
    await Promise.allSettled(inFlight);
  }
}

/** Returns false when the job has to stop. */
async function waitForRoom(clock: Clock, inFlight: ReadonlySet<Promise<void>>, signal: AbortSignal): Promise<boolean> {
  const waited = new AbortController();
  const pause = clock.sleep(claimAgainMs, AbortSignal.any([signal, waited.signal])).catch(() => undefined);
  await Promise.race([pause, ...inFlight]);
  waited.abort('waited');
  return !signal.aborted;
}
