import type { ServiceClient } from '../../service/service-client';
import { openClient } from '../../service/testing/open-client';
import { openDatabase } from '../../store/database/open-database';
import type { SponsorshipDeps } from '../sponsorship-deps';
import { makeSponsorshipDeps } from './make-sponsorship-deps';

/** Sponsorship in its own process, on a database and service shared with others. */
export async function openInstance(
  where: { databaseUrl: string; serviceUrl: string; token: string },
  more: Pick<SponsorshipDeps, 'checkpoint' | 'timing'> = {},
): Promise<SponsorshipDeps & { client: ServiceClient }> {
  const database = await openDatabase({ url: where.databaseUrl });
  const client = openClient({ url: where.serviceUrl, sandboxUrl: where.serviceUrl, token: where.token });
  return { ...makeSponsorshipDeps(database, client), ...more };
}
