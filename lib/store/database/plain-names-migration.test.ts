import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, expect, inject, test } from 'vitest';
import { listPoints } from '../imports/observations';
import { deniedCalls } from '../schema/staff';
import { statusPeriods } from '../schema/imports';
import { pollUnits } from '../schema/polling';
import { fullRequests } from '../schema/sponsorship';
import { createTestPostgresUrl } from '../testing/open-test-database';
import type { Database } from './database';
import { openPglite } from './open-pglite';
import { openPostgres } from './open-postgres';
import { readMigrations, type Migration } from './read-migrations';
import { makeTemplate } from './template';

const rows = [
  `insert into imports (environment, id, seen_at, seen_by, first_seen_at, words) values ('live', '7', now(), 'lookup', now(), '{acme}')`,
  `insert into observations (environment, import_id, source, status, asked_at, seen_at, facts, told, fingerprint, raw_sealed)
    values ('live', '7', 'lookup', 'In preparation', now(), now(), '{}', '{"family":{"value":"desk"}}', 'first', 'secret')`,
  `insert into sightings (environment, import_id, fingerprint, source, status, gone, asked_at, seen_at, told)
    values ('live', '7', 'again', 'watcher', 'In preparation', false, now(), now(), '{}')`,
  `insert into stays (environment, import_id, fingerprint, status_key, stayed_s, ended_at)
    values ('live', '7', 'first', 'Collecting credentials', 90, now())`,
  `insert into watch (kind, key, next_look_at, rate) values ('import', '7', now(), 0.5)`,
  `insert into refusals (who, place, window_start, count, last_at) values ('203.0.113.5', 'door', now(), 3, now())`,
  `insert into full_requests (id, environment, import_id, source, verified, by, asked_at, closed_why)
    values (gen_random_uuid(), 'live', '7', 'agent', true, 'Al', now(), 'accepted')`,
];

const opened: { close(): Promise<unknown> }[] = [];
afterAll(async () => {
  for (const { close } of opened) await close();
});

/** Opens one installation again and again, as one version after another does. */
const installations: Record<Database['engine'], () => Promise<(migrations: Migration[]) => Promise<Database>>> = {
  pglite: async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'landfall-old-'));
    opened.push({ close: () => rm(folder, { recursive: true, force: true }) });
    await (await openPglite({ folder, migrations: [], template: await makeTemplate([]) })).close();
    return (migrations) => openPglite({ folder, migrations });
  },
  postgres: async () => {
    const url = await createTestPostgresUrl({ empty: true });
    return (migrations) => openPostgres({ url, migrations });
  },
};

const engines: Database['engine'][] = inject('fullSize') ? ['pglite', 'postgres'] : [inject('testEngine')];
test.each(engines)('keeps the data of the previous version on %s', async (engine) => {
  const migrations = await readMigrations();
  const open = await installations[engine]();
  const old = await open(migrations.filter(({ name }) => name < '0003'));
  for (const statement of rows) await old.db.execute(sql.raw(statement));
  await old.close();

  const current = await open(migrations);
  opened.unshift(current);
  const points = await listPoints(current.db, 'live', ['7']);
  expect(points.map(({ fingerprint, isConfirmation }) => ({ fingerprint, isConfirmation }))).toEqual([
    { fingerprint: 'first', isConfirmation: false },
    { fingerprint: 'again', isConfirmation: true },
  ]);
  expect(points[0]?.reported).toEqual({ family: { value: 'desk' } });
  expect(await current.db.select().from(statusPeriods)).toMatchObject([{ importId: '7', durationS: 90 }]);
  expect(await current.db.select().from(pollUnits)).toMatchObject([{ key: '7', rate: 0.5 }]);
  expect(await current.db.select().from(deniedCalls)).toMatchObject([
    { caller: '203.0.113.5', route: 'door', count: 3 },
  ]);
  expect(await current.db.select().from(fullRequests)).toMatchObject([
    { closeReason: 'accepted', requestedAt: expect.any(Date) },
  ]);
  // History stays append-only under its new names.
  await expect(current.db.execute(sql`update observations set reported = '{}'`)).rejects.toMatchObject({
    cause: { message: expect.stringContaining('append-only') },
  });
});
