import { appendAudit } from '../../../audit/append-audit';
import { actorName, type Caller } from '../../../contract/caller';
import type { RuleInput } from '../../../contract/notification-rule-problems';
import type { SavedNotificationRule } from '../../../contract/notification-rules';
import { LandfallError } from '../../../core/errors';
import { isLocalHost } from '../../../core/is-local-host';
import { isLoopbackHost } from '../../../core/is-loopback-host.mjs';
import type { Db } from '../../../store/database/database';
import { recordChange } from '../../../store/events/changes';
import { findSharedRule, lockSharedRule, type RuleRow } from '../../../store/outbox/rules';
import type { OutboxDeps } from '../../outbox-deps';
import { describeRule } from './describe-rule';

export type RuleDeps = Pick<OutboxDeps, 'database' | 'cipher' | 'clock' | 'newId' | 'publicOrigin'>;

/** A change of a rule as the person was shown it. */
export interface RuleRequest {
  caller: Caller;
  id: string;
  version: number;
}

/** Locked until the end of the transaction. */
export async function claimRule(tx: Db, { id, version }: Omit<RuleRequest, 'caller'>): Promise<RuleRow> {
  const rule = await lockSharedRule(tx, id);
  if (!rule) throw ruleNotFound();
  if (rule.version !== version)
    throw new LandfallError('conflict', 'Another admin changed this rule in the meantime. Check it and try again.');
  return rule;
}

export const ruleNotFound = () => new LandfallError('not_found', 'This rule does not exist. It may have been deleted.');

/** What every change of a rule sets. */
export function changedBy(deps: Pick<RuleDeps, 'clock'>, caller: Caller, rule?: RuleRow) {
  return { version: (rule?.version ?? 0) + 1, by: actorName(caller.actor), at: deps.clock.now() };
}

/** Call it last in the transaction. */
export async function recordRuleChange(
  deps: Pick<RuleDeps, 'clock' | 'cipher'>,
  tx: Db,
  entry: Omit<Parameters<typeof appendAudit>[2], 'subject'> & { rule: { id: string; name: string } },
): Promise<void> {
  const { rule, ...rest } = entry;
  await recordChange(tx, { kind: 'settings', environment: 'live', subject: 'notification-rules' });
  await appendAudit(deps, tx, { ...rest, subject: `notification rule ${rule.id}` });
}

export async function readSavedRule(
  deps: Pick<RuleDeps, 'cipher'>,
  tx: Db,
  id: string,
  secret: string | null,
): Promise<SavedNotificationRule> {
  const found = await findSharedRule(tx, id);
  if (!found) throw ruleNotFound();
  return { rule: describeRule(deps, found), secret };
}

/** The columns of what was entered, except the URL. */
export function columnsOf(input: Omit<RuleInput, 'url'> & Pick<RuleRow, 'environment' | 'enabled'>) {
  const { environment, channel, schedule, enabled } = input;
  const isDaily = schedule === 'daily';
  return {
    name: input.name.trim(),
    events: [...new Set(input.events)],
    environment,
    channel,
    addresses: channel === 'email' ? uniqueAddresses(input.addresses) : [],
    schedule,
    time: isDaily ? input.time : null,
    zone: isDaily ? input.zone : null,
    enabled,
  };
}

/** The same person must not get a message twice. */
function uniqueAddresses(addresses: readonly string[]): string[] {
  return [...new Map(addresses.map((address) => [address.toLowerCase(), address])).values()];
}

/** On a server, such an address would let an admin reach programs that only accept connections from the same machine. */
export function checkTargetHost({ publicOrigin }: Pick<RuleDeps, 'publicOrigin'>, url: string): void {
  if (isLoopbackHost(new URL(publicOrigin).hostname) || !isLocalHost(new URL(url).hostname)) return;
  throw new LandfallError('invalid', { errors: [{ field: 'url', message: 'Must not be an address of this machine' }] });
}

export const urlMissing = () =>
  new LandfallError('invalid', { errors: [{ field: 'url', message: 'Enter the address' }] });
