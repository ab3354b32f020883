import type { Caller } from '../../../contract/caller';
import type { SavedNotificationRule } from '../../../contract/notification-rules';
import { lockSharedRule } from '../../../store/outbox/rules';
import { limitTestMessages } from '../../limit-test-messages';
import type { OutboxDeps } from '../../outbox-deps';
import { sendRuleTest } from '../send-rule-test';
import { readSavedRule, recordRuleChange, ruleNotFound } from './rule-change';

/** Also while the rule is off. The answer's last message is the test. */
export async function testNotificationRule(
  deps: OutboxDeps,
  { caller, id }: { caller: Caller; id: string },
): Promise<SavedNotificationRule> {
  await limitTestMessages(deps, caller);
  return deps.database.transaction(async (tx) => {
    const rule = await lockSharedRule(tx, id);
    if (!rule) throw ruleNotFound();
    const messages = await sendRuleTest(deps, tx, rule);
    const saved = await readSavedRule(deps, tx, id, null);
    await recordRuleChange(deps, tx, {
      caller,
      rule,
      action: 'notification_rule.tested',
      after: { messages },
    });
    return saved;
  });
}
