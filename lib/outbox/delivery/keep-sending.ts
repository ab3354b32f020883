import type { Clock } from '../../core/clock';
import { waitForAny } from '../../core/wait-for-any';

const claimAgainMs = 1000;

/** Claims and sends until nothing is due. Claims again while sends are in flight, so that none waits for a slow one. */
export async function keepSending<T>(
  { clock, signal }: { clock: Clock; signal: AbortSignal },
  work: { maxInFlight: number; claim(free: number): Promise<T[]>; send(message: T): Promise<void> },
): Promise<void> {
  const inFlight = new Set<Promise<void>>();
  const errors: unknown[] = [];
  let ended = 0;
  const start = (message: T) => {
    const sent = work
      .send(message)
      .catch((error: unknown) => void errors.push(error))
      .finally(() => {
        ended += 1;
        inFlight.delete(sent);
      });
    inFlight.add(sent);
  };
  const mustStop = () => signal.aborted || errors.length > 0;
  try {
    do {
      let claimed: T[];
      let endedBefore: number;
      do {
        endedBefore = ended;
        const free = work.maxInFlight - inFlight.size;
        claimed = free > 0 && !mustStop() ? await work.claim(free) : [];
        claimed.forEach(start);
        // A send that ended during the claim may have made room.
      } while (claimed.length > 0 || (ended !== endedBefore && !mustStop()));
    } while (inFlight.size > 0 && !mustStop() && (await waitForAny(clock, inFlight, { ms: claimAgainMs, signal })));
  } finally {
    await Promise.all(inFlight);
  }
  // Such as an outage of the database: what was sent is sent again when its lease expires.
  if (errors.length > 0) throw errors[0];
}
