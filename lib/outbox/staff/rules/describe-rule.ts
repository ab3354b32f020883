import type { LastMessage, NotificationRule } from '../../../contract/notification-rules';
import type { LastMessageRow, RuleRow, RuleWithLastMessage } from '../../../store/outbox/rules';
import type { OutboxDeps } from '../../outbox-deps';
import { decryptTarget } from '../rule-target';
import { readAddresses, readEvents } from '../staff-rules';

/** The rule as admins see it: without the URL, which often contains a key, and without the secrets. */
export function describeRule(deps: Pick<OutboxDeps, 'cipher'>, { rule, last }: RuleWithLastMessage): NotificationRule {
  const target = rule.targetEncrypted && decryptTarget(deps, rule.targetEncrypted);
  return {
    id: rule.id,
    ...settingsOf(rule),
    secrets: target?.secrets.length ?? 0,
    version: rule.version,
    by: rule.by,
    at: rule.at.toISOString(),
    lastMessage: describeLastMessage(last),
  };
}

/** What the audit log records of it. */
export function settingsOf(rule: RuleRow) {
  const { name, environment, channel, targetHost, schedule, time, zone, enabled } = rule;
  const [events, addresses] = [readEvents(rule.events), readAddresses(rule.addresses)];
  return { name, events, environment, channel, addresses, targetHost, schedule, time, zone, enabled };
}

export function describeLastMessage(last: LastMessageRow | null | undefined): LastMessage {
  if (!last) return null;
  const { state, reason, createdAt, sentAt } = last;
  return { state, at: (sentAt ?? createdAt).toISOString(), reason: reason.slice(0, 500) };
}
