import { randomBytes } from 'node:crypto';
import type { SavedNotificationRule } from '../../../contract/notification-rules';
import { LandfallError } from '../../../core/errors';
import { updateRule, type RuleRow } from '../../../store/outbox/rules';
import { decryptTarget, encryptTarget, type RuleTarget } from '../rule-target';
import { changedBy, claimRule, readSavedRule, recordRuleChange, type RuleDeps, type RuleRequest } from './rule-change';

/** In the format of Standard Webhooks. */
export function createSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`;
}

/** The old secret keeps signing beside the new one, so that the receiver can switch without missing a message. */
export async function rotateRuleSecret(deps: RuleDeps, request: RuleRequest): Promise<SavedNotificationRule> {
  const secret = createSecret();
  return changeSecrets(deps, request, 'notification_rule.secret_rotated', (secrets) => {
    if (secrets.length > 1)
      throw new LandfallError('conflict', 'The old secret is still in use. Remove it before you create another one.');
    return { secrets: [secret, ...secrets], created: secret };
  });
}

export async function removeOldSecret(deps: RuleDeps, request: RuleRequest): Promise<SavedNotificationRule> {
  return changeSecrets(deps, request, 'notification_rule.old_secret_removed', (secrets) => {
    if (secrets.length < 2) throw new LandfallError('conflict', 'There is no old secret.');
    return { secrets: secrets.slice(0, 1), created: null };
  });
}

async function changeSecrets(
  deps: RuleDeps,
  { caller, id, version }: RuleRequest,
  action: 'notification_rule.secret_rotated' | 'notification_rule.old_secret_removed',
  change: (secrets: RuleTarget['secrets']) => { secrets: RuleTarget['secrets']; created: string | null },
): Promise<SavedNotificationRule> {
  return deps.database.transaction(async (tx) => {
    const rule = await claimRule(tx, { id, version });
    const { url, secrets: before } = readWebhookTarget(deps, rule);
    const { secrets, created } = change(before);
    const targetEncrypted = encryptTarget(deps, { url, secrets });
    await updateRule(tx, { id, targetEncrypted, ...changedBy(deps, caller, rule) });
    const saved = await readSavedRule(deps, tx, id, created);
    await recordRuleChange(deps, tx, { caller, rule, action });
    return saved;
  });
}

/** Only webhooks are signed. */
function readWebhookTarget(deps: Pick<RuleDeps, 'cipher'>, rule: RuleRow): RuleTarget {
  if (rule.channel !== 'webhook') throw new LandfallError('conflict', 'Only webhooks have a secret.');
  const target = rule.targetEncrypted && decryptTarget(deps, rule.targetEncrypted);
  if (!target)
    throw new LandfallError('conflict', 'The address cannot be decrypted. Edit the rule and enter it again.');
  return target;
}
