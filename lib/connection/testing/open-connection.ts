import { createCipher, generateKey } from '../../core/cipher';
import type { Caller } from '../../contract/caller';
import { silentLog } from '../../core/log';
import type { RequestBudget } from '../../core/request-budget';
import { parseSettings } from '../../core/settings';
import { createManualClock } from '../../core/testing/manual-clock';
import { standardDialect } from '../../service/dialect/dialect';
import type { Database } from '../../store/database/database';
import { createConnection } from '../create-connection';

export const adminCaller: Caller = {
  actor: {
    kind: 'staff',
    id: '00000000-0000-4000-8000-000000000001',
    name: 'Ada',
    email: 'ada@x.example',
    role: 'admin',
  },
  address: '198.51.100.1',
  requestId: 'test',
};

/** Outside the demo, without a service in the environment, unless `environment` says otherwise. */
export async function openConnection(
  database: Database,
  environment: Readonly<Record<string, string>> = {},
  cipher = createCipher([generateKey()]),
  configuredDialect = standardDialect,
) {
  const clock = createManualClock();
  const settings = parseSettings({ LANDFALL_DEMO: 'off', ...environment });
  const hidden: string[] = [];
  const slots = { taken: 0 };
  const requestBudget: RequestBudget = { take: async () => void (slots.taken += 1), pause: async () => undefined };
  const connection = await createConnection({
    database,
    cipher,
    settings,
    configuredDialect,
    requestBudget,
    clock,
    random: () => 0,
    log: silentLog,
    onEvent: () => undefined,
    hideSecrets: (secrets) => hidden.push(...secrets),
  });
  return { database, cipher, clock, settings, connection, requestBudget, slots, log: silentLog, fetch, hidden };
}
