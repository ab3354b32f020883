import type { SavedNotificationRule } from '../../../contract/notification-rules';
import { LandfallError } from '../../../core/errors';
import { updateRule } from '../../../store/outbox/rules';
import { encryptTarget } from '../rule-target';
import { createSecret } from './create-secret';
import { changedBy, claimRule, readSavedRule, recordRuleChange, type RuleDeps, type RuleRequest } from './rule-change';
import { readWebhookTarget } from './read-webhook-target';

/** The old secret keeps signing beside the new one, so that the receiver can switch without missing a message. */
export async function rotateRuleSecret(
  deps: RuleDeps,
  { caller, id, version }: RuleRequest,
): Promise<SavedNotificationRule> {
  return deps.database.transaction(async (tx) => {
    const rule = await claimRule(tx, { id, version });
    const { url, secrets } = readWebhookTarget(deps, rule);
    if (secrets.length > 1)
      throw new LandfallError('conflict', 'The old secret is still in use. Remove it before you create another one.');
    const secret = createSecret();
    const targetEncrypted = encryptTarget(deps, { url, secrets: [secret, ...secrets] });
    await updateRule(tx, { id, targetEncrypted, ...changedBy(deps, caller, rule) });
    const saved = await readSavedRule(deps, tx, id, secret);
    await recordRuleChange(deps, tx, { caller, rule, action: 'notification_rule.secret_rotated' });
    return saved;
  });
}
