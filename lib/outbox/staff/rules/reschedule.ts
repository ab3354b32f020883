import type { Db } from '../../../store/database/database';
import { rescheduleItems } from '../../../store/outbox/items';
import type { RuleRow } from '../../../store/outbox/rules';
import type { OutboxDeps } from '../../outbox-deps';
import { nextDue } from '../next-due';

type Schedule = Pick<RuleRow, 'schedule' | 'time' | 'zone'>;

/** What the rule has collected is sent at its new time. */
export async function rescheduleIfChanged(
  { clock }: Pick<OutboxDeps, 'clock'>,
  tx: Db,
  before: Schedule & { id: string },
  after: Schedule,
): Promise<void> {
  const { schedule, time, zone } = after;
  if (before.schedule === schedule && before.time === time && before.zone === zone) return;
  await rescheduleItems(tx, before.id, nextDue(after, clock.now()));
}
