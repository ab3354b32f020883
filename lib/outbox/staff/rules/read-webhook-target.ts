import { LandfallError } from '../../../core/errors';
import type { RuleRow } from '../../../store/outbox/rules';
import { decryptTarget, type RuleTarget } from '../rule-target';
import type { RuleDeps } from './rule-change';

/** Only webhooks are signed. */
export function readWebhookTarget(deps: Pick<RuleDeps, 'cipher'>, rule: RuleRow): RuleTarget {
  if (rule.channel !== 'webhook') throw new LandfallError('conflict', 'Only webhooks have a secret.');
  const target = rule.targetEncrypted && decryptTarget(deps, rule.targetEncrypted);
  if (!target)
    throw new LandfallError('conflict', 'The address cannot be decrypted. Edit the rule and enter it again.');
  return target;
}
