import { appendAudit } from '../audit/append-audit';
import type { Caller } from '../contract/caller';
import type { CurrentPolicy, Policy, PolicyVersion } from '../contract/policy';
import { LandfallError } from '../core/errors';
import type { Db } from '../store/database/database';
import { recordChange } from '../store/events/changes';
import { closePendingPolicy, insertPendingPolicy, lockPolicy } from '../store/sponsorship/pending-policies';
import { readCurrentPolicy } from '../store/sponsorship/policies';
import { policyChangedMessage, putPolicyInForce } from './put-policy-in-force';
import { readPolicyWithPending } from './read-policy';
import { requireAdmin } from './require-admin';
import type { SponsorshipDeps } from './sponsorship-deps';
import { weakensPolicy } from './weakens-policy';

type Deps = Pick<SponsorshipDeps, 'database' | 'cipher' | 'clock' | 'newId'>;

const delayMs = 24 * 60 * 60_000;

/**
 * A change that weakens the policy waits for another admin, or for 24 hours; any other is in force at once. `basedOn` is
 * the version that the admin saw.
 */
export async function savePolicy(
  deps: Deps,
  input: { caller: Caller; policy: Policy; basedOn: number },
): Promise<CurrentPolicy> {
  const admin = requireAdmin(input.caller);
  return deps.database.transaction(async (tx) => {
    await lockPolicy(tx);
    const now = deps.clock.now();
    const before = await readCurrentPolicy(tx);
    if (before.version !== input.basedOn) throw new LandfallError('conflict', policyChangedMessage);
    // A pending change belongs to the version it is based on: a newer version replaces it, and so does a newer proposal.
    await closePendingPolicy(tx, { at: now, by: admin.name, reason: 'replaced' });
    if (weakensPolicy(before.policy, input.policy)) await propose(deps, tx, input.caller, before, input.policy);
    else await putPolicyInForce(deps, tx, { ...input, before, by: admin.name });
    return readPolicyWithPending(tx, admin, now);
  });
}

async function propose(deps: Deps, tx: Db, caller: Caller, before: PolicyVersion, policy: Policy): Promise<void> {
  const admin = requireAdmin(caller);
  const proposedAt = deps.clock.now();
  const effectiveAt = new Date(proposedAt.getTime() + delayMs);
  const id = deps.newId();
  const proposer = { proposedById: admin.id, proposedBy: admin.name };
  await insertPendingPolicy(tx, { id, policy, basedOn: before.version, ...proposer, proposedAt, effectiveAt });
  await recordChange(tx, { kind: 'settings', environment: 'live', subject: 'policy' });
  await appendAudit(deps, tx, {
    caller,
    action: 'policy.change_proposed',
    subject: `policy change ${id}`,
    before: before.policy,
    after: { ...policy, effectiveAt: effectiveAt.toISOString() },
  });
}
