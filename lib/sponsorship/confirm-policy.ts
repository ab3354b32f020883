import { appendAudit } from '../audit/append-audit';
import type { Caller } from '../contract/caller';
import type { CurrentPolicy } from '../contract/policy';
import { LandfallError } from '../core/errors';
import { findSamePerson } from '../store/staff/same-person';
import { closePendingPolicy, findPendingPolicy, lockPolicy } from '../store/sponsorship/pending-policies';
import { readCurrentPolicy } from '../store/sponsorship/policies';
import { putPolicyInForce } from './put-policy-in-force';
import { readPolicyWithPending } from './read-policy';
import { requireAdmin } from './require-admin';
import type { SponsorshipDeps } from './sponsorship-deps';

/** Only for an admin who is not the same person as the one who proposed the change. */
export async function confirmPolicy(
  deps: Pick<SponsorshipDeps, 'database' | 'cipher' | 'clock'>,
  { caller, id }: { caller: Caller; id: string },
): Promise<CurrentPolicy> {
  const admin = requireAdmin(caller);
  return deps.database.transaction(async (tx) => {
    await lockPolicy(tx);
    const now = deps.clock.now();
    const before = await readCurrentPolicy(tx);
    const pending = await findPendingPolicy(tx, before.version);
    if (pending?.id !== id) throw new LandfallError('conflict', notPendingMessage);
    if (admin.id === pending.proposedById) {
      throw new LandfallError('conflict', 'You proposed this change, so another admin has to confirm it.');
    }
    if ((await findSamePerson(tx, pending.proposedById, now)).has(admin.id)) {
      const reason = `Your account is linked to that of ${pending.proposedBy}`;
      throw new LandfallError('conflict', `${reason}, so another admin has to confirm this change.`);
    }
    if (!(await closePendingPolicy(tx, { at: now, by: admin.name, reason: 'confirmed' }, id))) {
      throw new LandfallError('conflict', notPendingMessage);
    }
    const by = `${pending.proposedBy}, confirmed by ${admin.name}`;
    await putPolicyInForce(deps, tx, { caller, before, policy: pending.policy, by });
    await appendAudit(deps, tx, {
      caller,
      action: 'policy.change_confirmed',
      subject: `policy change ${id}`,
      after: { proposedBy: pending.proposedBy, version: before.version + 1 },
    });
    return readPolicyWithPending(tx, admin, now);
  });
}

export const notPendingMessage = 'This change is no longer pending. Reload the page to see the current policy.';
