import { appendAudit } from '../audit/append-audit';
import type { Caller } from '../contract/caller';
import type { CurrentPolicy } from '../contract/policy';
import { LandfallError } from '../core/errors';
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
    if (pending?.id !== id || !(await closePendingPolicy(tx, { at: now, by: admin.name, reason: 'cancelled' }, id))) {
      throw new LandfallError('conflict', notPendingMessage);
    }
    await recordChange(tx, { kind: 'settings', environment: 'live', subject: 'policy' });
    await appendAudit(deps, tx, {
      caller,
      action: 'policy.change_cancelled',
      subject: `policy change ${id}`,
      before: { ...pending.policy, proposedBy: pending.proposedBy },
    });
    return readPolicyWithPending(tx, admin, now);
  });
}
