import type { Environment } from '../contract/environment';
import type { ImportSponsorship } from '../contract/sponsorship';
import { findQueueRow } from '../store/sponsorship/sponsorship-queue';
import { readQueueItem } from './read-queue';
import type { SponsorshipDeps } from './sponsorship-deps';

/** Undefined if the import is unknown. */
export async function readImportSponsorship(
  deps: Pick<SponsorshipDeps, 'database' | 'clock'>,
  { environment, importId }: { environment: Environment; importId: string },
): Promise<ImportSponsorship | undefined> {
  const { db } = deps.database;
  const row = await findQueueRow(db, environment, importId);
  return row && readQueueItem(db, { row, environment, now: deps.clock.now() });
}
