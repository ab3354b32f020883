import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { sql } from 'drizzle-orm';
import { afterAll, describe, expect, inject, test } from 'vitest';
import { createCipher, generateKey } from '../core/cipher';
import { readRows, readTables } from '../store/backup/read-catalog';
import { leftOutTables } from '../store/backup/snapshot';
import type { Database } from '../store/database/database';
import { openDatabase } from '../store/database/open-database';
import {
  createTestPostgresUrl,
  openTestPglite,
  openTestPostgresDatabase,
  readTestTemplate,
} from '../store/testing/open-test-database';
import type { Target } from './load-snapshot';
import { backupKey, makeBackup, restoreBackup } from './testing/backup-and-restore';
import { dumpRows, fillEveryTable } from './testing/fill-every-table';
import { verifyBackup } from './verify-backup';

const cipher = createCipher([generateKey()]);
const cleanUps: (() => Promise<unknown>)[] = [];
afterAll(() => Promise.all(cleanUps.map((cleanUp) => cleanUp())));

const sources = { pglite: openTestPglite, postgres: openTestPostgresDatabase };
const targets: Record<Database['engine'], () => Promise<Target>> = {
  pglite: async () => {
    // Stored where opening a new folder looks for it.
    await readTestTemplate();
    const folder = await mkdtemp(path.join(tmpdir(), 'landfall-restore-'));
    cleanUps.push(() => rm(folder, { recursive: true, force: true }));
    return { folder };
  },
  postgres: async () => ({ url: await createTestPostgresUrl({ empty: true }), ownerUrl: undefined }),
};

async function openSource(engine: Database['engine']): Promise<Database> {
  const database = await sources[engine]();
  cleanUps.push(() => database.close());
  return database;
}

const restore = (file: Buffer, target: Target, kind: 'restore' | 'move' = 'restore') =>
  restoreBackup(file, target, { cipher, kind });

async function openTarget(target: Target): Promise<Database> {
  const database = await openDatabase({ ...target, migrations: null });
  cleanUps.push(() => database.close());
  return database;
}

const keptTables = [
  'account_links',
  'alerts',
  'api_keys',
  'app_settings',
  'audit',
  'audit_v1',
  'audit_values',
  'bulk_lookups',
  'bulk_runs',
  'confirmations',
  'connection',
  'creation_attempts',
  'customer_contacts',
  'customer_links',
  'data_keys',
  'decision_steps',
  'decisions',
  'deliveries',
  'delivery_counters',
  'denied_calls',
  'erasures',
  'full_requests',
  'idempotent_requests',
  'import_counts',
  'import_days',
  'import_facts',
  'import_secrets',
  'import_tags',
  'imports',
  'installation',
  'notes',
  'notification_items',
  'notification_rules',
  'observations',
  'outbox_attempts',
  'outbox_events',
  'outbox_messages',
  'passkeys',
  'pending_policies',
  'policies',
  'poll_units',
  'recovery_codes',
  'saved_views',
  'staff',
  'start_links',
  'status_periods',
  'tool_lists',
  'tool_requests',
];

test('every table is either part of a backup or left out for a reason', async () => {
  const database = await openSource('postgres');
  const tables = (await readTables(database.db)).map(({ name }) => name);
  expect(tables.toSorted()).toEqual([...keptTables, ...Object.keys(leftOutTables)].toSorted());
});

const pairs = [
  ['postgres', 'postgres'],
  // As `npm run move` does.
  ['pglite', 'postgres'],
  ...(inject('fullSize')
    ? ([
        ['postgres', 'pglite'],
        ['pglite', 'pglite'],
      ] as const)
    : []),
] as const;

describe.each(pairs)('from %s to %s', (from, to) => {
  test('every row is the same, ids continue, and indexes, constraints and triggers work', async () => {
    const source = await openSource(from);
    await fillEveryTable(source, cipher);
    const file = await makeBackup(source);
    const target = await targets[to]();
    const { audit, counts } = await restore(file, target, 'move');
    expect(audit).toMatchObject({ ok: true, entries: 2 });
    expect(counts?.['imports']).toBe(1);

    const restored = await openTarget(target);
    const [before, after] = [await dumpRows(source), await dumpRows(restored)];
    for (const name of keptTables.filter((table) => !table.startsWith('audit'))) {
      expect({ [name]: after[name] }).toEqual({ [name]: before[name] });
    }
    for (const name of ['audit', 'audit_values'])
      expect(after[name]).toEqual(expect.arrayContaining(before[name] ?? []));
    for (const name of Object.keys(leftOutTables)) expect({ [name]: after[name] }).toEqual({ [name]: [] });

    const ids = await readRows(
      restored.db,
      sql`insert into status_periods (environment, import_id, fingerprint, status_key, duration_s, ended_at)
        values ('live', 'i-1', 'new', 'Migration completed', 1, now()) returning id::int > (
          select max(id) from status_periods) as higher`,
    );
    expect(ids).toEqual([{ higher: true }]);
    const broken = await readRows(
      restored.db,
      sql`select 'index ' || indexrelid::regclass::text as what from pg_index where not indisvalid
        union all select 'constraint ' || conname from pg_constraint where not convalidated
        union all select 'trigger ' || tgname from pg_trigger where tgenabled <> 'O'`,
    );
    expect(broken).toEqual([]);
    await expect(restored.db.execute(sql`delete from audit`)).rejects.toThrow();
  });
});

test('has everything that was committed when it began and nothing else, while others write', async () => {
  const url = await createTestPostgresUrl();
  const [source, app] = await Promise.all([
    openTarget({ url, ownerUrl: undefined }),
    openTarget({ url, ownerUrl: undefined }),
  ]);
  await fillEveryTable(source, cipher);
  const before = await dumpRows(source);
  const file = await makeBackup(source, (sink) => ({
    ...sink,
    begin: async (header) => {
      await app.db.execute(sql`insert into alerts (key, at) values ('during the backup', now())`);
      await app.db.execute(sql`update staff set name = 'during the backup'`);
      await app.db.execute(sql`delete from notes`);
      await sink.begin(header);
    },
  }));
  const target = await targets.postgres();
  await restore(file, target, 'move');
  const after = await dumpRows(await openTarget(target));
  expect(before['notes']).toHaveLength(1);
  for (const name of ['alerts', 'staff', 'notes', 'imports']) expect(after[name]).toEqual(before[name]);
});

describe('a damaged or unsuitable backup', () => {
  test('is found by verify and leaves the database empty', async () => {
    const source = await openSource('postgres');
    await fillEveryTable(source, cipher);
    await source.db.execute(
      sql`insert into alerts (key, at) select md5(n::text), now() from generate_series(1, 5000) n`,
    );
    const file = await makeBackup(source);
    const check = (bytes: Buffer) => verifyBackup(Readable.from([bytes]), [backupKey]);
    const { counts } = await check(file);
    expect(counts['alerts']).toBe(5000);

    const changed = Buffer.from(file);
    const middle = changed.length - 1000;
    changed[middle] = (changed[middle] ?? 0) ^ 1;
    const target = await targets.postgres();
    for (const [bytes, problem] of [
      [changed, 'The backup was changed or is damaged'],
      [file.subarray(0, -1000), 'The backup was changed or is damaged'],
      [file.subarray(0, 54 + 65_552), 'The end of the backup is missing'],
    ] as const) {
      const rejection = { userMessage: expect.stringContaining(problem) as string };
      await expect(check(bytes)).rejects.toMatchObject(rejection);
      await expect(restore(bytes, target)).rejects.toMatchObject(rejection);
    }
    await expect(verifyBackup(Readable.from([file]), [generateKey()])).rejects.toThrow('not in BACKUP_KEY');
    // Nothing was kept, so that the whole one still fits.
    await restore(file, target);
    await expect(restore(file, target)).rejects.toMatchObject({
      userMessage: expect.stringContaining('The database is not empty'),
    });
  });

  test('is refused with another LANDFALL_KEY or from a newer version', async () => {
    const source = await openSource('postgres');
    await fillEveryTable(source, createCipher([generateKey()]));
    const target = await targets.postgres();
    await expect(restore(await makeBackup(source), target)).rejects.toMatchObject({
      userMessage: expect.stringContaining('not in LANDFALL_KEY'),
    });
    const newer = await openSource('postgres');
    await newer.db.execute(sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('next', 1)`);
    await expect(restore(await makeBackup(newer), target)).rejects.toMatchObject({
      userMessage: expect.stringContaining('newer than this version'),
    });
  });
});
