import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSimulator, type RunningSimulator } from '../../simulator/start-simulator';
import { importListQuerySchema } from '../contract/imports';
import { createManualClock } from '../core/testing/manual-clock';
import { silentLog } from '../core/log';
import type { Database } from '../store/database';
import { readSealedRedirect } from '../store/import-secrets';
import { openTestDatabase } from '../store/testing/open-test-database';
import { listImports, walkImports } from './list-imports';
import { readDetail } from './read-detail';
import { rebuild } from './rebuild';
import type { RecordParts } from './record-parts';
import { seedDemo, type SeedDemoParts } from './seed-demo';
import { openRecord } from './testing/open-record';

let simulator: RunningSimulator;
let database: Database;
let parts: RecordParts;
const nobody = () => Promise.reject(new Error('nobody is asked here'));

beforeAll(async () => {
  simulator = await startSimulator({ port: 0, world: 400 });
  database = await openTestDatabase();
  parts = openRecord(database, { listImports: nobody, readImport: nobody, listTools: nobody });
});
afterAll(async () => {
  await simulator.close();
  await database.close();
});

const clock = createManualClock(new Date());
const seedParts = (): SeedDemoParts => ({
  ...parts,
  clock,
  log: silentLog,
  historyUrl: `${simulator.controlUrl}/history`,
  fetch,
});

describe('the demo', () => {
  it(
    'takes over the ninety days of the simulator once, exactly as they were, marked as demo',
    { timeout: 60_000 },
    async () => {
      simulator.placeImport({ username: 'real@customer.example' });
      expect(await seedDemo(seedParts())).toBe(400);
      expect(await seedDemo(seedParts())).toBe(0);

      const rows = [];
      for await (const row of walkImports(parts, 'live', importListQuerySchema.parse({ gone: 'show' }))) rows.push(row);
      expect(rows).toHaveLength(400);
      const told = new Map(simulator.history().map((entry) => [String(entry['id']), entry]));
      for (const row of rows) {
        const entry = told.get(row.id);
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
    },
  );

  it('has whole timelines, stays to measure by, and the customers’ links', async () => {
    const completed = await listImports(
      parts,
      'live',
      importListQuerySchema.parse({ status: ['Migration completed'], limit: 1 }),
    );
    const id = completed.imports[0]?.id ?? '';
    const detail = await readDetail(parts, 'live', id);
    const statuses = simulator.tell(id)['statuses'];
    expect(Array.isArray(statuses) && detail?.timeline.filter((entry) => entry.kind === 'status').length).toBe(
      Array.isArray(statuses) ? statuses.length : 0,
    );
    expect(detail?.timeline.every((entry) => entry.when.certainty === 'exact')).toBe(true);
    expect(detail?.timeline.at(-1)?.kind).toBe('creation');
    expect(detail?.hasRedirectUrl).toBe(true);
    expect(await readSealedRedirect(database.db, 'live', id)).not.toBeNull();
    expect((await parts.stuck.read('live')).get('Sample migration in progress')).toBeLessThan(86_400);
  });

  it('is rebuilt as it is', { timeout: 60_000 }, async () => {
    expect(await rebuild(database)).toEqual({ imports: 400, mended: 0 });
  });
});
