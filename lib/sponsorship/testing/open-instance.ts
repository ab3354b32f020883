import { randomUUID } from 'node:crypto';
import { systemClock } from '../../core/clock';
import { createCipher, generateKey } from '../../core/cipher';
import { silentLog } from '../../core/log';
import type { ServiceClient } from '../../service/service-client';
import { openClient } from '../../service/testing/open-client';
import { openDatabase } from '../../store/database/open-database';
import type { SponsorshipDeps } from '../sponsorship-deps';

/** Sponsorship in its own process, on a database and service shared with others. */
export async function openInstance(
  where: { databaseUrl: string; serviceUrl: string; token: string },
  more: Pick<SponsorshipDeps, 'checkpoint' | 'timing'> = {},
): Promise<SponsorshipDeps & { client: ServiceClient }> {
  const database = await openDatabase({ url: where.databaseUrl });
  const cipher = createCipher([generateKey()]);
  return {
    database,
    cipher,
    client: openClient({ url: where.serviceUrl, sandboxUrl: where.serviceUrl, token: where.token }),
    clock: systemClock,
    random: Math.random,
    newId: randomUUID,
    log: silentLog,
    whoPays: 'partner',
    holdMs: 0,
    observer: { database, cipher },
    ...more,
  };
}
