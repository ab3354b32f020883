import type { Db } from '../../store/database/database';
import { insertMessages } from '../../store/outbox/messages';
import { encryptContent, type StaffReport } from '../message-content';
import type { OutboxDeps } from '../outbox-deps';
import { totalOf, type NoticeBatch } from './notice';
import { renderStaffMessage, subjectOf, typeOf } from './render-staff-message';
import { mailOff } from './staff-messages';
import type { StaffRule } from './staff-rules';

/** One message per recipient. Returns the ids of those that did not exist. */
export async function writeRuleMessages(
  deps: OutboxDeps,
  tx: Db,
  rule: StaffRule,
  { key, contentFor }: { key: string; contentFor: (recipient: string) => { batch: NoticeBatch; report?: StaffReport } },
): Promise<string[]> {
  const isSkipped = rule.channel === 'email' && deps.mail.mode === 'off';
  const createdAt = deps.clock.now();
  return insertMessages(
    tx,
    rule.recipients.map((recipient) => {
      const { batch, report } = contentFor(recipient);
      const [first] = batch.notices;
      const isOneEnvironment = batch.notices.every(({ environment }) => environment === first?.environment);
      return {
        id: deps.newId(),
        key: rule.channel === 'email' ? `${key}:${recipient.toLowerCase()}` : key,
        audience: 'staff',
        channel: rule.channel,
        event: typeOf(batch),
        environment: first && isOneEnvironment ? first.environment : null,
        importId: totalOf(batch) === 1 ? (first?.importId ?? null) : null,
        ruleId: rule.ruleId,
        recipient,
        subject: subjectOf(batch),
        contentEncrypted: encryptContent(deps, { ...renderStaffMessage(deps, rule, batch), report }),
        state: isSkipped ? 'skipped' : 'pending',
        reason: isSkipped ? mailOff : '',
        createdAt,
      };
    }),
  );
}
