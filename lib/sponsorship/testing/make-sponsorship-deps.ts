import { randomUUID } from 'node:crypto';
import { createCipher, generateKey } from '../../core/cipher';
import { systemClock } from '../../core/clock';
import { silentLog } from '../../core/log';
import type { ServiceClient } from '../../service/service-client';
import type { Database } from '../../store/database/database';
import { createBulkRunner } from '../create-bulk-runner';

export function makeSponsorshipDeps(database: Database, client: ServiceClient) {
  const cipher = createCipher([generateKey()]);
  return {
    database,
    client,
    cipher,
    clock: systemClock,
    random: Math.random,
    newId: randomUUID,
    log: silentLog,
    whoPays: 'partner' as const,
    holdMs: 0,
    observer: { database, cipher },
    bulkRunner: createBulkRunner(),
  };
}
