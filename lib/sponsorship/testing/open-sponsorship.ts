import { randomUUID } from 'node:crypto';
import { startSimulator, type RunningSimulator } from '../../../simulator/start-simulator';
import { defaultPolicy, type Policy } from '../../contract/policy';
import { type Observer, observe } from '../../imports/observations/observe';
import { openClient } from '../../service/testing/open-client';
import type { Database } from '../../store/database/database';
import { claimEvents } from '../../store/outbox/events';
import { insertPolicy } from '../../store/sponsorship/policies';
import type { SponsorshipDeps } from '../sponsorship-deps';
import { makeSponsorshipDeps } from './make-sponsorship-deps';
import { addStaff, staffCaller } from './staff-caller';
import { toCreationDeps } from './to-creation-deps';

/** Sponsorship on a real database, with accounts of Ines, Jonas and Ada, and the real client against the simulator over HTTP. */
export async function openSponsorship(database: Database) {
  // High enough that a fast test never gets a 429.
  const simulator = await startSimulator({ port: 0, rate: 1000 });
  const client = openClient({ url: simulator.url, sandboxUrl: simulator.sandboxUrl, token: simulator.token });
  const deps: SponsorshipDeps = makeSponsorshipDeps(database, client);
  const { observer } = deps;
  const people = [staffCaller('Ines'), staffCaller('Jonas'), staffCaller('Ada', 'admin')];
  for (const person of people) await addStaff(database.db, person);
  const creation = toCreationDeps(deps, client, { observer, serviceUrl: simulator.url });
  return {
    deps,
    creation,
    simulator,
    observer,
    /** Recorded for staff about an import, in order. */
    listStaffEvents: async (importId: string | null) => {
      const events = await database.transaction((tx) => claimEvents(tx, 100_000));
      return events.filter((event) => event.kind !== 'import' && event.importId === importId);
    },
    /** An import that both the simulator and the database know. */
    placeImport: (username?: string) => placeImport(simulator, observer, username),
    countSent: async (id: string) => countRequests(simulator, ({ path }) => path.includes(`/imports/${id}/payment/`)),
    countCreated: async () =>
      countRequests(simulator, ({ method, path }) => method === 'POST' && path.endsWith('/imports')),
    injectFault: (kind: string, more: object = {}, match: object = { path: '/imports/*/payment/*' }) =>
      control(simulator, 'PUT', '/faults', [{ match, effect: { kind, ...more } }]),
    clearFaults: () => control(simulator, 'DELETE', '/faults'),
    close: async () => {
      await client.close();
      await simulator.close();
      await database.close();
    },
  };
}

export async function placeImport(
  simulator: RunningSimulator,
  observer: Observer,
  username = `ops-${randomUUID().slice(0, 8)}@acme.example`,
): Promise<string> {
  const placed = await control(simulator, 'POST', '/imports', {
    username,
    status: 'Sample migration completed',
    requested: true,
  });
  const id = String((placed as { id: unknown }).id);
  await observe(observer, {
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

function countRequests(
  simulator: RunningSimulator,
  matches: (request: { method: string; path: string }) => boolean,
): number {
  return simulator.log().filter(matches).length;
}

async function control(simulator: RunningSimulator, method: string, path: string, body?: object): Promise<unknown> {
  const response = await fetch(`${simulator.controlUrl}${path}`, {
    method,
    ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  const text = await response.text();
  return text === '' ? undefined : JSON.parse(text);
}

export async function putPolicy(database: Database, version: number, change: Partial<Policy>): Promise<void> {
  await insertPolicy(database.db, version, { ...defaultPolicy, ...change }, 'test', new Date());
}
