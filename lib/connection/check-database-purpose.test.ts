import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../core/clock';
import { parseSettings } from '../core/settings';
import type { Database } from '../store/database/database';
import { insertStaff } from '../store/staff/staff';
import { openTestDatabase } from '../store/testing/open-test-database';
import { checkDatabasePurpose } from './check-database-purpose';

const service = { SERVICE_URL: 'https://service.example/api/v2.1', SERVICE_TOKEN: 'a-token' };
const simulator = { LANDFALL_SIMULATOR: 'http://127.0.0.1:4010' };
const ways = {
  'the demo': { environment: {}, purpose: 'simulator' },
  'the simulator as service': { environment: { ...service, ...simulator, LANDFALL_DEMO: 'off' }, purpose: 'simulator' },
  'a service in the environment': { environment: service, purpose: 'live' },
  'an entered connection': { environment: { LANDFALL_DEMO: 'off' }, purpose: 'live' },
} as const;
type Way = keyof typeof ways;
const names: Way[] = ['the demo', 'the simulator as service', 'a service in the environment', 'an entered connection'];

let database: Database;
beforeEach(async () => {
  database = await openTestDatabase();
  return () => database.close();
});
const start = (way: Way) =>
  checkDatabasePurpose({ database, clock: systemClock, settings: parseSettings(ways[way].environment) });
const refusal = (way: Way) => (ways[way].purpose === 'live' ? 'LANDFALL_DATA' : 'SERVICE_URL');

describe('a database serves the simulator or live, never both', () => {
  it.each(names)('after %s', async (first) => {
    await start(first);
    for (const second of names) {
      if (ways[second].purpose === ways[first].purpose) await start(second);
      else await expect(start(second)).rejects.toThrow(refusal(second));
    }
  });
});

describe('a database from before purposes were recorded', () => {
  const addStaff = (source: 'demo' | 'local', disabledAt: Date | null = null) =>
    insertStaff(database.db, {
      id: randomUUID(),
      email: `${source}@x.example`,
      name: source,
      role: 'admin',
      source,
      disabledAt,
      createdAt: new Date(),
    });

  it('is of the demo with demo accounts', async () => {
    await addStaff('demo');
    await expect(start('a service in the environment')).rejects.toThrow('LANDFALL_DATA');
    await start('the demo');
  });

  it('is live if its demo accounts are disabled, as they are after a live start', async () => {
    await addStaff('demo', new Date());
    await addStaff('local');
    await expect(start('the demo')).rejects.toThrow('SERVICE_URL');
    await start('an entered connection');
  });

  it('is not taken by the demo if it has accounts of its own', async () => {
    await addStaff('local');
    await expect(start('the demo')).rejects.toThrow('SERVICE_URL');
    await start('the simulator as service');
  });
});
