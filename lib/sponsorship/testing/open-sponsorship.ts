import { randomUUID } from 'node:crypto';
import { startSimulator, type RunningSimulator } from '../../../simulator/start-simulator';
import { createAudit } from '../../audit/create-audit';
import { defaultPolicy, type Policy } from '../../contract/policy';
import { systemClock } from '../../core/clock';
import { silentLog } from '../../core/log';
import { createSealer, makeKey } from '../../core/seal';
import { createObserver } from '../../imports/observe';
import { openClient } from '../../service/testing/open-client';
import type { Database } from '../../store/database';
import { insertPolicy } from '../../store/policies';
import type { SponsorshipParts } from '../sponsorship-parts';
import { creationOf } from './creation-of';

/** Sponsorship on a real database, with the real client against the simulator over HTTP. */
export async function openSponsorship(database: Database) {
  // Without the shared budget in between, a quick test would be answered 429.
  const simulator = await startSimulator({ port: 0, rate: 1000 });
  const notes: Parameters<SponsorshipParts['notify']>[0][] = [];
  const sealer = createSealer([makeKey()]);
  const observer = createObserver({ database, sealer });
  const client = openClient({ url: simulator.url, sandboxUrl: simulator.sandboxUrl, token: simulator.token });
  const parts: SponsorshipParts = {
    database,
    client,
    audit: createAudit({ clock: systemClock }),
    clock: systemClock,
    random: Math.random,
    newId: randomUUID,
    log: silentLog,
    whoPays: 'partner',
    notify: (note) => notes.push(note),
    observeGone: async (environment, importId) => {
      await observer.observe({
        environment,
        importId,
        source: 'decision',
        status: null,
        gone: true,
        seenAt: new Date(),
      });
    },
  };
  const creation = creationOf(parts, client, { observer, sealer, serviceUrl: simulator.url });
  return {
    parts,
    creation,
    simulator,
    notes,
    observer,
    /** An import that the simulator and the record both know. */
    placeImport: (username?: string) => placeImport(simulator, observer, username),
    /** How often a decision about this import reached the service. */
    sent: async (id: string) => countRequests(simulator, ({ path }) => path.includes(`/imports/${id}/payment/`)),
    /** How often the service was asked to create an import. */
    created: async () => countRequests(simulator, ({ method, path }) => method === 'POST' && path.endsWith('/imports')),
    weather: (kind: string, more: object = {}, match: object = { path: '/imports/*/payment/*' }) =>
      control(simulator, 'PUT', '/weather', [{ match, effect: { kind, ...more } }]),
    fair: () => control(simulator, 'DELETE', '/weather'),
    close: async () => {
      await client.close();
      await simulator.close();
      await database.close();
    },
  };
}

async function placeImport(
  simulator: RunningSimulator,
  observer: ReturnType<typeof createObserver>,
  username = `ops-${randomUUID().slice(0, 8)}@acme.example`,
): Promise<string> {
  const placed = await control(simulator, 'POST', '/imports', {
    username,
    status: 'Sample migration completed',
    asked: true,
  });
  const id = String((placed as { id: unknown }).id);
  await observer.observe({
    environment: 'live',
    importId: id,
    source: 'lookup',
    status: 'Sample migration completed',
    seenAt: new Date(),
    about: { username },
    facts: { records: [{ type: 'Tickets', count: 300 }] },
  });
  return id;
}

/** How often the service was asked so, by its own log. */
function countRequests(
  simulator: RunningSimulator,
  which: (asked: { method: string; path: string }) => boolean,
): number {
  return simulator.requestLog.entries().filter(which).length;
}

async function control(simulator: RunningSimulator, method: string, path: string, body?: object): Promise<unknown> {
  const answer = await fetch(`${simulator.controlUrl}${path}`, {
    method,
    ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  const text = await answer.text();
  return text === '' ? undefined : JSON.parse(text);
}

export async function putPolicy(database: Database, version: number, change: Partial<Policy>): Promise<void> {
  await insertPolicy(database.db, version, { ...defaultPolicy, ...change }, 'test', new Date());
}
