import type { Caller } from '../contract/caller';
import type { Clock } from '../core/clock';
import { LandfallError } from '../core/errors';
import { personOf } from '../service/person-of';
import type { Database } from '../store/database/database';
import { addHits } from '../store/staff/throttle';

const limit = { max: 10, windowMs: 10 * 60_000 };

/** Per person and kind: each check sends requests to another server. */
export async function limitChecks(
  { database, clock }: { database: Database; clock: Clock },
  caller: Caller,
  kind: 'connection check' | 'webhook test',
): Promise<void> {
  const bucket = { name: `${kind} ${personOf(caller) ?? ''}`, ...limit };
  const admitted = await database.transaction((tx) => addHits(tx, [bucket], clock.now()));
  if (admitted === undefined)
    throw new LandfallError('rate_limited', {
      userMessage: `At most ${limit.max} checks in 10 minutes. Try again later.`,
      retryAfterS: 60,
    });
}
