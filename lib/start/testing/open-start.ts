import { randomUUID } from 'node:crypto';
import { startSimulator } from '../../../simulator/start-simulator';
import type { Caller } from '../../contract/caller';
import { systemClock, type Clock } from '../../core/clock';
import { silentLog } from '../../core/log';
import { createCipher, generateKey } from '../../core/cipher';
import { createPopularTools } from '../../imports/popular-tools';
import { createStuckRule } from '../../imports/stuck-rule';
import { createToolCatalog } from '../../imports/tool-catalog';
import { createDurationStatistics } from '../../imports/usual-durations';
import { openClient } from '../../service/testing/open-client';
import { createBulkRunner } from '../../sponsorship/create-bulk-runner';
import type { Database } from '../../store/database/database';
import type { StartDeps } from '../start-deps';

export const customerCaller = (address = '203.0.113.1'): Caller => ({
  actor: { kind: 'customer', name: 'customer' },
  address,
  requestId: 'test',
});

/** Customer pages on a real database, with the real client against the simulator over HTTP. */
export async function openStart(database: Database) {
  // High enough never to be reached.
  const simulator = await startSimulator({ port: 0, rate: 10_000 });
  // Advances by a millisecond per read, so that a slow machine does not change the result.
  let nowMs = Date.now();
  const clock: Clock = { now: () => new Date(nowMs++), sleep: systemClock.sleep };
  const firstKey = generateKey();
  const client = openClient({ url: simulator.url, sandboxUrl: simulator.sandboxUrl, token: simulator.token });

  function createDeps(keys: readonly string[], startPage: StartDeps['startPage'] = 'signed'): StartDeps {
    const cipher = createCipher(keys);
    const observer = { database, cipher };
    const common = { database, client, cipher, observer, clock, log: silentLog, newId: randomUUID };
    return {
      ...common,
      redirect: { hosts: [new URL(simulator.url).hostname], serviceUrl: simulator.url },
      publicOrigin: 'https://landfall.example',
      startPage,
      whoPays: 'partner',
      mailMode: 'smtp',
      tools: createToolCatalog({ ...common, urlOf: () => simulator.url, families: [] }),
      popularTools: createPopularTools(common),
      sponsorship: {
        ...common,
        random: Math.random,
        whoPays: 'partner',
        holdMs: 0,
        bulkRunner: createBulkRunner(),
      },
      detail: { ...common, stuck: createStuckRule({ database, clock }), whoPays: 'partner' },
      durations: createDurationStatistics({ database, clock }),
    };
  }

  return {
    deps: createDeps([firstKey]),
    openModeDeps: createDeps([firstKey], 'open'),
    /** After a key rotation. */
    rotated: () => createDeps([generateKey(), firstKey]),
    simulator,
    importsOf: (username: string) => simulator.history().filter((entry) => entry['username'] === username),
    injectFault: (username: string, kind: 'reset-after' | 'reset-before' | 'error-500', method = 'POST') =>
      simulator.addFaults([{ match: { text: username, method, times: 1 }, effect: { kind } }]),
    advance: (ms: number) => {
      nowMs += ms;
    },
    close: async () => {
      await client.close();
      await simulator.close();
      await database.close();
    },
  };
}
