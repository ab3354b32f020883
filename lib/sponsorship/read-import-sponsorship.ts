import type { Environment } from '../contract/environment';
import type { ImportSponsorship } from '../contract/sponsorship';
import { readMonthBudget } from './month-budget';
import { readPolicy } from './read-policy';
import { readQueueItem } from './read-queue';
import type { SponsorshipDeps } from './sponsorship-deps';

/** Undefined if the import is unknown. */
export async function readImportSponsorship(
  deps: Pick<SponsorshipDeps, 'database' | 'clock'>,
  { environment, importId }: { environment: Environment; importId: string },
): Promise<ImportSponsorship | undefined> {
  const { db } = deps.database;
  const now = deps.clock.now();
  const item = await readQueueItem(db, { environment, importId, now });
  if (item === undefined) return undefined;
  const { policy } = await readPolicy(deps);
  return { item, budget: await readMonthBudget(db, environment, now), reasonRequired: policy.reasonRequired };
}
