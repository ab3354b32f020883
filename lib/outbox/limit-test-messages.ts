import { actorName, type Caller } from '../contract/caller';
import { LandfallError } from '../core/errors';
import { addHits } from '../store/staff/throttle';
import type { OutboxDeps } from './outbox-deps';

const limit = { max: 10, windowMs: 10 * 60_000 };

/** One limit per person for test e-mails and tests of rules together. */
export async function limitTestMessages(
  deps: Pick<OutboxDeps, 'database' | 'clock'>,
  { actor }: Caller,
): Promise<void> {
  const bucket = { name: `mail test ${actor.kind === 'staff' ? actor.id : actorName(actor)}`, ...limit };
  const admitted = await deps.database.transaction((tx) => addHits(tx, [bucket], deps.clock.now()));
  if (admitted !== undefined) return;
  throw new LandfallError('rate_limited', {
    userMessage: `At most ${limit.max} test messages in 10 minutes. Try again later.`,
    retryAfterS: 60,
  });
}
