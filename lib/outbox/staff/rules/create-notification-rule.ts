import type { Caller } from '../../../contract/caller';
import { maxNotificationRules } from '../../../contract/notification-rule-problems';
import type { CreateRuleBody, SavedNotificationRule } from '../../../contract/notification-rules';
import { LandfallError } from '../../../core/errors';
import { countSharedRules, insertRule } from '../../../store/outbox/rules';
import { encryptTarget } from '../rule-target';
import { createSecret } from './rule-secrets';
import { changedBy, checkTargetHost, columnsOf, readSavedRule, recordRuleChange, urlMissing } from './rule-change';
import type { RuleDeps } from './rule-change';

/** A webhook gets a secret, which is returned this once. */
export async function createNotificationRule(
  deps: RuleDeps,
  { caller, body }: { caller: Caller; body: CreateRuleBody },
): Promise<SavedNotificationRule> {
  const id = deps.newId();
  const secret = body.channel === 'webhook' ? createSecret() : null;
  const target = body.channel === 'email' ? null : createTarget(deps, body.url, secret);
  return deps.database.transaction(async (tx) => {
    if ((await countSharedRules(tx)) >= maxNotificationRules) {
      const message = `There are already ${maxNotificationRules} rules. Delete one first.`;
      throw new LandfallError('conflict', message);
    }
    const columns = columnsOf(body);
    await insertRule(tx, { id, ...columns, ...target, ...changedBy(deps, caller) });
    const saved = await readSavedRule(deps, tx, id, secret);
    await recordRuleChange(deps, tx, {
      caller,
      rule: saved.rule,
      action: 'notification_rule.created',
      after: { ...columns, targetHost: saved.rule.targetHost },
    });
    return saved;
  });
}

function createTarget(deps: RuleDeps, url: string | null, secret: string | null) {
  if (url === null) throw urlMissing();
  checkTargetHost(deps, url);
  const targetEncrypted = encryptTarget(deps, { url, secrets: secret === null ? [] : [secret] });
  return { targetEncrypted, targetHost: new URL(url).host };
}
