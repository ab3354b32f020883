import type { SavedNotificationRule } from '../../../contract/notification-rules';
import { LandfallError } from '../../../core/errors';
import { updateRule } from '../../../store/outbox/rules';
import { encryptTarget } from '../rule-target';
import { readWebhookTarget } from './read-webhook-target';
import { changedBy, claimRule, readSavedRule, recordRuleChange, type RuleDeps, type RuleRequest } from './rule-change';

export async function removeOldSecret(
  deps: RuleDeps,
  { caller, id, version }: RuleRequest,
): Promise<SavedNotificationRule> {
  return deps.database.transaction(async (tx) => {
    const rule = await claimRule(tx, { id, version });
    const { url, secrets } = readWebhookTarget(deps, rule);
    if (secrets.length < 2) throw new LandfallError('conflict', 'There is no old secret.');
    const targetEncrypted = encryptTarget(deps, { url, secrets: secrets.slice(0, 1) });
    await updateRule(tx, { id, targetEncrypted, ...changedBy(deps, caller, rule) });
    const saved = await readSavedRule(deps, tx, id, null);
    await recordRuleChange(deps, tx, { caller, rule, action: 'notification_rule.old_secret_removed' });
    return saved;
  });
}
