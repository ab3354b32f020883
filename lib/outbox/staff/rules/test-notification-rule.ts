import type { Caller } from '../../../contract/caller';
import type { SavedNotificationRule } from '../../../contract/notification-rules';
import type { Db } from '../../../store/database/database';
import { lockSharedRule, type RuleRow } from '../../../store/outbox/rules';
import { limitTestMessages } from '../../limit-test-messages';
import type { OutboxDeps } from '../../outbox-deps';
import { testText } from '../staff-messages';
import { toStaffRule } from '../staff-rules';
import { writeRuleMessages } from '../write-rule-messages';
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
    const messages = await writeTest(deps, tx, rule);
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

/** One message per recipient. Returns their ids. */
async function writeTest(deps: OutboxDeps, tx: Db, rule: RuleRow): Promise<string[]> {
  const staffRule = toStaffRule(rule, null);
  if (!staffRule) return [];
  const notice = {
    kind: 'test',
    environment: rule.environment === 'sandbox' ? 'sandbox' : 'live',
    importId: null,
    username: null,
    text: testText,
    at: deps.clock.now(),
  } as const;
  const batch = { counts: [{ kind: 'test', count: 1 } as const], notices: [notice] };
  return writeRuleMessages(deps, tx, staffRule, { key: `test:${deps.newId()}`, contentFor: () => ({ batch }) });
}
