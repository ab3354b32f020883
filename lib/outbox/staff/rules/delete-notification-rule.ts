import type { NotificationRules } from '../../../contract/notification-rules';
import { deleteRule } from '../../../store/outbox/rules';
import type { OutboxDeps } from '../../outbox-deps';
import { settingsOf } from './describe-rule';
import { listNotificationRules } from './list-notification-rules';
import { claimRule, recordRuleChange, type RuleRequest } from './rule-change';

export async function deleteNotificationRule(
  deps: OutboxDeps,
  { caller, id, version }: RuleRequest,
): Promise<NotificationRules> {
  await deps.database.transaction(async (tx) => {
    const rule = await claimRule(tx, { id, version });
    await deleteRule(tx, id);
    await recordRuleChange(deps, tx, {
      caller,
      rule,
      action: 'notification_rule.deleted',
      before: settingsOf(rule),
    });
  });
  return listNotificationRules(deps);
}
