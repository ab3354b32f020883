import type { Db } from '../../store/database/database';
import { lockWaitingMessages, type MessageSource } from '../../store/outbox/items';
import { decryptContent, type StaffReport } from '../message-content';
import type { OutboxDeps } from '../outbox-deps';
import type { StaffRule } from './staff-rules';

/** Older news is not put into a newer message, so that a message that never arrives fails in the end. */
const maxAgeMs = 24 * 3_600_000;

export interface WaitingReport {
  id: string;
  /** In lower case. */
  recipient: string;
  report: StaffReport;
}

/** What messages of the rule say that wait and can be replaced by a newer one. */
export async function listWaitingReports(
  deps: OutboxDeps,
  tx: Db,
  { rule, source }: { rule: StaffRule; source: MessageSource },
): Promise<WaitingReport[]> {
  // The new message would not be sent.
  if (rule.channel === 'email' && deps.mail.mode === 'off') return [];
  const minMs = deps.clock.now().getTime() - maxAgeMs;
  const recipients = new Set(rule.recipients.map((recipient) => recipient.toLowerCase()));
  const since = new Date(Math.max(minMs, rule.changedAt.getTime() - 1));
  const waiting = await lockWaitingMessages(tx, source, since);
  return waiting.flatMap(({ id, recipient: given, contentEncrypted }) => {
    const report = contentEncrypted ? decryptContent(deps, contentEncrypted)?.report : undefined;
    const recipient = given.toLowerCase();
    if (!report || !recipients.has(recipient) || report.items.some(({ atMs }) => atMs < minMs)) return [];
    return { id, recipient, report: onlyOf(rule, report) };
  });
}

/** The role of the person may have changed. */
function onlyOf({ events }: StaffRule, { counts, items }: StaffReport): StaffReport {
  return {
    counts: counts.filter(({ kind }) => events.includes(kind)),
    items: items.filter(({ kind }) => events.includes(kind)),
  };
}
