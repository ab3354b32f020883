import type { Db } from '../../store/database/database';
import type { RuleRow } from '../../store/outbox/rules';
import { findStaff } from '../../store/staff/staff';
import type { OutboxDeps } from '../outbox-deps';
import { testText } from './staff-messages';
import { toStaffRule } from './staff-rules';
import { writeRuleMessages } from './write-rule-messages';

/** Writes one test message per recipient, also for a disabled rule. Returns their ids. */
export async function sendRuleTest(deps: OutboxDeps, tx: Db, rule: RuleRow): Promise<string[]> {
  const person = rule.staffId === null ? undefined : await findStaff(tx, rule.staffId);
  const staffRule = toStaffRule(rule, person?.disabledAt === null ? person.email : null);
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
