import type { PolicyVersion } from '../contract/policy';
import { listPolicies, readCurrentPolicy } from '../store/sponsorship/policies';
import type { SponsorshipDeps } from './sponsorship-deps';

type Deps = Pick<SponsorshipDeps, 'database'>;

export function readPolicy({ database }: Deps): Promise<PolicyVersion> {
  return readCurrentPolicy(database.db);
}

export function readPolicyVersions({ database }: Deps): Promise<PolicyVersion[]> {
  return listPolicies(database.db, 50);
}
