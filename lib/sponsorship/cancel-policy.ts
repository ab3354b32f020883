import { appendAudit, type AuditDeps } from '../audit/append-audit';
import { actorName, type Caller } from '../contract/caller';
import type { CurrentPolicy, PendingPolicy } from '../contract/policy';
import { LandfallError } from '../core/errors';
import type { Db } from '../store/database/database';
import { recordChange } from '../store/events/changes';
import { closePendingPolicy, findPendingPolicy, lockPolicy } from '../store/sponsorship/pending-policies';
import { readCurrentPolicy } from '../store/sponsorship/policies';
import { notPendingMessage } from './confirm-policy';
import { readPolicyWithPending } from './read-policy';
import { requireAdmin } from './require-admin';
import type { SponsorshipDeps } from './sponsorship-deps';

/** For every admin, including the one who proposed the change. */
export async function cancelPolicy(
  deps: Pick<SponsorshipDeps, 'database' | 'cipher' | 'clock'>,
  { caller, id }: { caller: Caller; id: string },
): Promise<CurrentPolicy> {
  const admin = requireAdmin(caller);
  return deps.database.transaction(async (tx) => {
    await lockPolicy(tx);
    const now = deps.clock.now();
    const pending = await findPendingPolicy(tx, (await readCurrentPolicy(tx)).version);
    if (pending?.id !== id || !(await closeAsCancelled(deps, tx, { caller, pending }))) {
      throw new LandfallError('conflict', notPendingMessage);
    }
    return readPolicyWithPending(tx, admin, now);
  });
}

/** False if it was closed before. */
export async function closeAsCancelled(
  deps: AuditDeps,
  tx: Db,
  { caller, pending, reason }: { caller: Caller; pending: PendingPolicy; reason?: string },
): Promise<boolean> {
  const closed = { at: deps.clock.now(), by: actorName(caller.actor), reason: 'cancelled' } as const;
  if (!(await closePendingPolicy(tx, closed, pending.id))) return false;
  await recordChange(tx, { kind: 'settings', environment: 'live', subject: 'policy' });
  await appendAudit(deps, tx, {
    caller,
    action: 'policy.change_cancelled',
    subject: `policy change ${pending.id}`,
    before: { ...pending.policy, proposedBy: pending.proposedBy },
    after: reason && { reason },
  });
  return true;
}
