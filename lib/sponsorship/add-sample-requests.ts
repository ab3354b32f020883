import { systemCaller } from '../contract/caller';
import { LandfallError } from '../core/errors';
import { readCurrentPolicy } from '../store/sponsorship/policies';
import { listUnrequestedSamples } from '../store/sponsorship/sponsorship-queue';
import { requestFullMigration } from './request-full-migration';
import type { SponsorshipDeps } from './sponsorship-deps';

/** Background job: adds completed samples to the queue if the policy says so. Safe to repeat. */
export async function addSampleRequests(deps: SponsorshipDeps): Promise<void> {
  if (deps.whoPays === 'customer') return;
  const { policy } = await readCurrentPolicy(deps.database.db);
  if (!policy.queueOnSampleComplete) return;
  for (const importId of await listUnrequestedSamples(deps.database.db, 'live', 200)) {
    await requestFullMigration(deps, {
      caller: systemCaller,
      environment: 'live',
      importId,
      source: 'sample_complete',
      verified: true,
      message: '',
    }).catch((error: unknown) => {
      // It was decided or moved on meanwhile.
      if (!(error instanceof LandfallError && error.code === 'conflict')) throw error;
    });
  }
}
