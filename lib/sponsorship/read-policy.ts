import type { CurrentPolicy, PolicyVersion } from '../contract/policy';
import type { Role } from '../contract/roles';
import type { Db } from '../store/database/database';
import { findSamePerson } from '../store/staff/same-person';
import { findPendingPolicy } from '../store/sponsorship/pending-policies';
import { listPolicies, readCurrentPolicy } from '../store/sponsorship/policies';
import type { SponsorshipDeps } from './sponsorship-deps';

type Deps = Pick<SponsorshipDeps, 'database'>;

/** With the change that waits for confirmation, and whether this viewer may confirm it. */
export async function readPolicyWithPending(
  db: Db,
  viewer: { id: string; role: Role },
  now: Date,
): Promise<CurrentPolicy> {
  const current = await readCurrentPolicy(db);
  const pending = await findPendingPolicy(db, current.version);
  if (!pending) return { ...current, pending };
  const samePerson = await findSamePerson(db, pending.proposedById, now);
  return { ...current, pending: { ...pending, mayConfirm: viewer.role === 'admin' && !samePerson.has(viewer.id) } };
}

export function readPolicyVersions({ database }: Deps): Promise<PolicyVersion[]> {
  return listPolicies(database.db, 50);
}
