import { randomUUID } from 'node:crypto';
import type { Caller } from '../../contract/caller';
import { systemClock, type Clock } from '../../core/clock';
import { silentLog } from '../../core/log';
import { createCipher, generateKey } from '../../core/cipher';
import type { ServiceClient } from '../../service/service-client';
import type { Database } from '../../store/database/database';
import type { ImportsDeps } from '../imports-deps';
import { createLookupRecorder } from '../lookup/create-lookup-recorder';
import { createStuckRule } from '../stuck-rule';

export const priya: Caller = {
  actor: {
    kind: 'staff',
    id: '6f9b1d62-41a5-4c8e-9d3b-0e6a3f4f0a11',
    name: 'Priya Raman',
    email: 'priya@partner.example',
    role: 'agent',
  },
  address: '127.0.0.1',
  requestId: 'test',
};

/** Dependencies as in the app, with the given database and client. */
export function openImports(
  database: Database,
  client: Pick<ServiceClient, 'listImports' | 'readImport' | 'listTools'>,
  clock: Clock = systemClock,
): ImportsDeps {
  const cipher = createCipher([generateKey()]);
  const observer = { database, cipher };
  return {
    database,
    client,
    observer,
    cipher,
    clock,
    log: silentLog,
    newId: randomUUID,
    stuck: createStuckRule({ database, clock }),
    whoPays: 'partner',
    families: [],
    recorder: createLookupRecorder({ database, observer, clock, log: silentLog }),
  };
}
