import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { appendAudit } from '../../audit/append-audit';
import { systemCaller } from '../../contract/caller';
import { createCipher, generateKey } from '../../core/cipher';
import { createManualClock } from '../../core/testing/manual-clock';
import { notes } from '../schema/imports';
import { openTestPglite } from '../testing/open-test-database';
import type { Database } from './database';
import { createSpaceReuse } from './create-space-reuse';

let database: Database;
beforeAll(async () => {
  database = await openTestPglite();
});
afterAll(() => database.close());

const deps = { clock: createManualClock(), cipher: createCipher([generateKey()]) };
const addAndDeleteNotes = async () => {
  await database.db.insert(notes).values(
    Array.from({ length: 100 }, () => ({
      id: randomUUID(),
      environment: 'live' as const,
      importId: '1',
      text: 'x'.repeat(300),
      staffId: randomUUID(),
      by: 'test',
      at: deps.clock.now(),
    })),
  );
  await database.db.delete(notes);
};
const bytesOfNotes = async () => {
  const [row] = await database.db
    .select({ bytes: sql<number>`pg_relation_size('notes')::int` })
    .from(sql`(values (1)) as one`);
  return row?.bytes;
};

test('frees the space of every table after retention or an erasure', async () => {
  const reuseSpace = createSpaceReuse(database);
  // The first call always works.
  await reuseSpace();
  for (const action of ['data.pruned', 'customer.erased'] as const) {
    await addAndDeleteNotes();
    await reuseSpace();
    expect(await bytesOfNotes(), `before ${action}`).toBeGreaterThan(0);
    await database.transaction((tx) => appendAudit(deps, tx, { caller: systemCaller, action, subject: 'test' }));
    await reuseSpace();
    expect(await bytesOfNotes(), `after ${action}`).toBe(0);
  }
});

test('tries again after a vacuum failed', async () => {
  const reuseSpace = createSpaceReuse(database);
  await reuseSpace();
  await addAndDeleteNotes();
  await database.transaction((tx) =>
    appendAudit(deps, tx, { caller: systemCaller, action: 'customer.erased', subject: 'test' }),
  );
  vi.spyOn(database.db, 'execute').mockRejectedValueOnce(new Error('no space left'));
  await expect(reuseSpace()).rejects.toThrow('no space left');
  await reuseSpace();
  expect(await bytesOfNotes()).toBe(0);
});

test('updates the statistics of a table after it changed', async () => {
  const { db } = database;
  const reuseSpace = createSpaceReuse(database);
  const add = () =>
    db.execute(sql`insert into notes (id, environment, import_id, text, staff_id, by, at)
      select gen_random_uuid(), 'live', n, 'x', gen_random_uuid(), 'test', now() from generate_series(1, 100) n`);
  const analyzedAt = async () => {
    const [row] = await db
      .select({ at: sql<string | null>`pg_stat_get_last_analyze_time('notes'::regclass)::text` })
      .from(sql`(values (1)) as one`);
    return row?.at ?? null;
  };
  const work = async () => {
    await db.execute(sql`select pg_stat_force_next_flush()`);
    await database.transaction((tx) =>
      appendAudit(deps, tx, { caller: systemCaller, action: 'data.pruned', subject: 'test' }),
    );
    await reuseSpace();
    return analyzedAt();
  };
  const before = await work();
  await add();
  const first = await work();
  expect(first).not.toBe(before);
  expect(await work()).toBe(first);
});

test('after much was written, frees the space of the tables in which rows were deleted, and of no others', async () => {
  const { db } = database;
  const reuseSpace = createSpaceReuse(database);
  await reuseSpace();
  const countVacuums = async () => {
    const [row] = await db
      .select({
        notes: sql<number>`pg_stat_get_vacuum_count('notes'::regclass)::int`,
        imports: sql<number>`pg_stat_get_vacuum_count('imports'::regclass)::int`,
      })
      .from(sql`(values (1)) as one`);
    return row ?? { notes: 0, imports: 0 };
  };
  const before = await countVacuums();
  // More than the four megabytes of log that it waits for.
  await db.execute(sql`insert into notes (id, environment, import_id, text, staff_id, by, at)
    select gen_random_uuid(), 'live', n, repeat('x', 300), gen_random_uuid(), 'test', now() from generate_series(1, 10000) n`);
  await db.delete(notes);
  await db.execute(sql`select pg_stat_force_next_flush()`);
  await reuseSpace();
  expect(await bytesOfNotes()).toBe(0);
  expect(await countVacuums()).toEqual({ notes: before.notes + 1, imports: before.imports });
});
