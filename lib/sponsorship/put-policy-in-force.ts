import { appendAudit } from '../audit/append-audit';
import type { Caller } from '../contract/caller';
import type { Policy, PolicyVersion } from '../contract/policy';
import { LandfallError } from '../core/errors';
import type { Db } from '../store/database/database';
import { recordChange } from '../store/events/changes';
import { insertPolicy } from '../store/sponsorship/policies';
import type { SponsorshipDeps } from './sponsorship-deps';

/** `before` is the current version, read under the policy lock. */
export async function putPolicyInForce(
  deps: Pick<SponsorshipDeps, 'cipher' | 'clock'>,
  tx: Db,
  input: { caller: Caller; before: PolicyVersion; policy: Policy; by: string },
): Promise<void> {
  const version = input.before.version + 1;
  if (!(await insertPolicy(tx, version, input.policy, input.by, deps.clock.now()))) {
    throw new LandfallError('conflict', policyChangedMessage);
  }
  await recordChange(tx, { kind: 'settings', environment: 'live', subject: 'policy' });
  await appendAudit(deps, tx, {
    caller: input.caller,
    action: 'policy.changed',
    subject: `policy version ${version}`,
    before: input.before.policy,
    after: input.policy,
  });
}

export const policyChangedMessage = 'Another admin changed the policy in the meantime. Reload the page to see it.';
