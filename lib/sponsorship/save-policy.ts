import { appendAudit } from '../audit/append-audit';
import { actorName, type Caller } from '../contract/caller';
import type { Policy, PolicyVersion } from '../contract/policy';
import { LandfallError } from '../core/errors';
import { recordChange } from '../store/events/changes';
import { readCurrentPolicy, insertPolicy } from '../store/sponsorship/policies';
import type { SponsorshipDeps } from './sponsorship-deps';

/** `basedOn` is the version that the admin saw. */
export async function savePolicy(
  deps: Pick<SponsorshipDeps, 'database' | 'clock'>,
  input: { caller: Caller; policy: Policy; basedOn: number },
): Promise<PolicyVersion> {
  return deps.database.transaction(async (tx) => {
    const before = await readCurrentPolicy(tx);
    const by = actorName(input.caller.actor);
    const saved =
      before.version === input.basedOn &&
      (await insertPolicy(tx, before.version + 1, input.policy, by, deps.clock.now()));
    if (!saved) {
      throw new LandfallError('conflict', 'Somebody else changed the policy in between. Look again.');
    }
    await recordChange(tx, { kind: 'settings', environment: 'live', subject: 'policy' });
    await appendAudit(deps, tx, {
      caller: input.caller,
      action: 'policy.changed',
      subject: `policy version ${before.version + 1}`,
      before: before.policy,
      after: input.policy,
    });
    return readCurrentPolicy(tx);
  });
}
