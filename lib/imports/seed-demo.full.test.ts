import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSimulator, type RunningSimulator } from '../../simulator/start-simulator';
import { importListQuerySchema } from '../contract/imports';
import { createManualClock } from '../core/testing/manual-clock';
import { silentLog } from '../core/log';
import type { Database } from '../store/database/database';
import { readEncryptedRedirectUrl } from '../store/imports/import-secrets';
import { openTestDatabase } from '../store/testing/open-test-database';
import { listImports, iterateImports } from './list/list-imports';
import { readImportDetail } from '../import-detail/read-import-detail';
import { rebuild } from './observations/rebuild';
import type { ImportsDeps } from './imports-deps';
import { observe } from './observations/observe';
import { followDemo, seedDemo, type SeedDemoDeps } from './seed-demo';
import { openImports } from './testing/open-imports';

let simulator: RunningSimulator;
let database: Database;
let deps: ImportsDeps;
const unusedCall = () => Promise.reject(new Error('this test does not call the service'));

beforeAll(async () => {
  simulator = await startSimulator({ port: 0, world: 400 });
  database = await openTestDatabase();
  deps = openImports(database, { listImports: unusedCall, readImport: unusedCall, listTools: unusedCall });
});
afterAll(async () => {
  await simulator.close();
  await database.close();
});

const clock = createManualClock(new Date());
const seedDeps = (): SeedDemoDeps => ({
  ...deps,
  clock,
  log: silentLog,
  historyUrl: `${simulator.controlUrl}/history`,
  fetch,
});

describe('seedDemo', () => {
  it('stores the ninety days of the simulator once, unchanged and marked as demo', async () => {
    simulator.placeImport({ username: 'real@customer.example' });
    expect(await seedDemo(seedDeps())).toBe(400);
    expect(await seedDemo(seedDeps())).toBe(0);

    const rows = [];
    for await (const row of iterateImports(deps, 'live', importListQuerySchema.parse({ gone: 'show' }))) rows.push(row);
    expect(rows).toHaveLength(400);
    const historyById = new Map(simulator.history().map((entry) => [String(entry['id']), entry]));
    for (const row of rows) {
      const entry = historyById.get(row.id);
      expect(row).toMatchObject({
        demo: true,
        tool: entry?.['tool'],
        username: entry?.['username'],
        gone: entry?.['gone'] !== null,
      });
      if (!row.gone) expect(row.status?.text).toBe(entry?.['status']);
    }
    const seenAt = rows.filter((row) => !row.gone).map((row) => row.seenAt);
    expect(new Set(seenAt)).toEqual(new Set([clock.now().toISOString()]));
  });

  it('stores complete timelines, status periods and redirect URLs', async () => {
    const completed = await listImports(
      deps,
      'live',
      importListQuerySchema.parse({ status: ['Migration completed'], limit: 1 }),
    );
    const id = completed.imports[0]?.id ?? '';
    const detail = await readImportDetail(deps, 'live', id);
    const statuses = simulator.getImport(id)['statuses'];
    expect(Array.isArray(statuses) && detail?.timeline.filter((entry) => entry.kind === 'status').length).toBe(
      Array.isArray(statuses) ? statuses.length : 0,
    );
    expect(detail?.timeline.every((entry) => entry.when.certainty === 'exact')).toBe(true);
    expect(detail?.timeline.at(-1)?.kind).toBe('creation');
    expect(detail?.hasRedirectUrl).toBe(true);
    expect(await readEncryptedRedirectUrl(database.db, 'live', id)).not.toBeNull();
    expect((await deps.stuck.read('live')).get('Sample migration in progress')).toBeLessThan(86_400);
  });

  it('gives rows that a rebuild does not change', async () => {
    expect(await rebuild(database)).toEqual({ imports: 400, repaired: 0 });
  });
});

describe('followDemo', () => {
  it('adds the customer to imports that were created after the seed', async () => {
    const { number } = simulator.world.add({
      tool: 'zendesk',
      username: 'new@customer.example',
      origin: 'trickle',
      createdAt: Date.now() + 1000,
    });
    const importId = String(number);
    const status = 'Collecting credentials';
    await observe(deps.observer, {
      ...{ environment: 'live', importId, source: 'webhook', status },
      seenAt: new Date(Date.now() + 2000),
    });
    const read = () => readImportDetail(deps, 'live', importId);
    expect((await read())?.row.username).toBeNull();

    await followDemo(seedDeps());
    const detail = await read();
    expect(detail?.row).toMatchObject({ username: 'new@customer.example', demo: true, status: { text: status } });
    expect(detail?.hasRedirectUrl).toBe(true);

    const answers: string[] = [];
    const recordingFetch: typeof fetch = async (url, init) => {
      const answer = await fetch(url, init);
      answers.push(await answer.clone().text());
      return answer;
    };
    await followDemo({ ...seedDeps(), fetch: recordingFetch });
    expect(answers).toEqual([JSON.stringify({ imports: [] })]);
    expect(await rebuild(database)).toEqual({ imports: 401, repaired: 0 });
  });
});
