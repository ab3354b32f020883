import type { Db } from '../../store/database/database';
import type { RuleRow } from '../../store/outbox/rules';
import type { OutboxDeps } from '../outbox-deps';

/** Writes one test message per recipient. Returns their ids. */
export async function sendRuleTest(_deps: OutboxDeps, _tx: Db, _rule: RuleRow): Promise<string[]> {
  return [];
}
