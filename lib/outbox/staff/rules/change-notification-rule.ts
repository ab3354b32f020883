import type { ChangeRuleBody, SavedNotificationRule } from '../../../contract/notification-rules';
import { LandfallError } from '../../../core/errors';
import { updateRule, type RuleRow } from '../../../store/outbox/rules';
import { rescheduleIfChanged } from './reschedule';
import { decryptTarget, encryptTarget } from '../rule-target';
import { createSecret } from './rule-secrets';
import { settingsOf } from './describe-rule';
import {
  changedBy,
  checkTargetHost,
  claimRule,
  columnsOf,
  readSavedRule,
  recordRuleChange,
  urlMissing,
  type RuleDeps,
  type RuleRequest,
} from './rule-change';

/** A new URL keeps the secrets. Without a URL, the stored one is kept. */
export async function changeNotificationRule(
  deps: RuleDeps,
  { caller, id, body }: Omit<RuleRequest, 'version'> & { body: ChangeRuleBody },
): Promise<SavedNotificationRule> {
  return deps.database.transaction(async (tx) => {
    const before = await claimRule(tx, { id, version: body.version });
    if (before.channel !== body.channel) {
      const message = 'The channel of a rule cannot be changed. Add another rule.';
      throw new LandfallError('invalid', { errors: [{ field: 'channel', message }] });
    }
    const columns = columnsOf(body);
    const { secret, ...target } = changeTarget(deps, before, body.url);
    await updateRule(tx, { id, ...columns, ...target, ...changedBy(deps, caller, before) });
    await rescheduleIfChanged(deps, tx, before, columns);
    const saved = await readSavedRule(deps, tx, id, secret);
    await recordRuleChange(deps, tx, {
      caller,
      rule: saved.rule,
      action: 'notification_rule.changed',
      before: settingsOf(before),
      after: { ...columns, targetHost: saved.rule.targetHost, ...(body.url === null ? {} : { entered: ['url'] }) },
    });
    return saved;
  });
}

function changeTarget(deps: RuleDeps, before: RuleRow, url: string | null) {
  if (before.channel === 'email') return { secret: null };
  const stored = before.targetEncrypted && decryptTarget(deps, before.targetEncrypted);
  if (url === null) {
    // Encrypted with a key that is no longer known.
    if (!stored) throw urlMissing();
    return { secret: null };
  }
  checkTargetHost(deps, url);
  const secret = before.channel === 'webhook' && !stored ? createSecret() : null;
  const secrets = secret === null ? (stored?.secrets ?? []) : [secret];
  return { secret, targetEncrypted: encryptTarget(deps, { url, secrets }), targetHost: new URL(url).host };
}
