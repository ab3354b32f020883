import { systemCaller } from '../contract/caller';
import { closePendingPolicy, findPendingPolicy, lockPolicy } from '../store/sponsorship/pending-policies';
import { readCurrentPolicy } from '../store/sponsorship/policies';
import { closeAsCancelled } from './cancel-policy';
import { hasRoleNow } from './has-role-now';
import { putPolicyInForce } from './put-policy-in-force';
import type { SponsorshipDeps } from './sponsorship-deps';

/** Background job of every instance: puts a pending change in force when its time has come, or cancels it. */
export async function applyDuePolicy(deps: Pick<SponsorshipDeps, 'database' | 'cipher' | 'clock'>): Promise<void> {
  await deps.database.transaction(async (tx) => {
    await lockPolicy(tx);
    const now = deps.clock.now();
    const before = await readCurrentPolicy(tx);
    const pending = await findPendingPolicy(tx, before.version);
    if (!pending || Date.parse(pending.effectiveAt) > now.getTime()) return;
    if (!(await hasRoleNow(tx, pending.proposedById, 'admin'))) {
      const reason = `${pending.proposedBy} is no longer an admin.`;
      await closeAsCancelled(deps, tx, { caller: systemCaller, pending, reason });
      return;
    }
    if (!(await closePendingPolicy(tx, { at: now, by: 'system', reason: 'effective' }, pending.id))) return;
    const by = `${pending.proposedBy}, took effect after 24 hours`;
    await putPolicyInForce(deps, tx, { caller: systemCaller, before, policy: pending.policy, by });
  });
}
