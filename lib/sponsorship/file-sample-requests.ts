import { systemCaller } from '../contract/caller';
import { currentPolicy } from '../store/policies';
import { listUnaskedSamples } from '../store/sponsorship-queue';
import { requestFullMigration } from './request-full-migration';
import type { SponsorshipParts } from './sponsorship-parts';

/** By policy a completed sample enters the queue by itself. A background job; filing twice changes nothing. */
export async function fileSampleRequests(parts: SponsorshipParts): Promise<void> {
  if (parts.whoPays === 'customer') return;
  const { policy } = await currentPolicy(parts.database.db);
  if (!policy.queueOnSampleComplete) return;
  for (const importId of await listUnaskedSamples(parts.database.db, 'live', 200)) {
    await requestFullMigration(parts, {
      caller: systemCaller,
      environment: 'live',
      importId,
      source: 'sample_complete',
      verified: true,
      message: '',
    });
  }
}
