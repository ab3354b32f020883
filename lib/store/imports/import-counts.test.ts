import fc from 'fast-check';
import { and, eq, inArray, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import type { Database, Db } from '../database/database';
import { imports } from '../schema/imports';
import { forEachEngineAtFullSize } from '../testing/for-each-engine';
import { countFacets, listImportCounts } from '../testing/list-import-counts';
import { recountImports, withMergedCounts } from './import-counts';
import { upsertImports } from './imports';

const seenAt = new Date('2026-11-12T12:00:00Z');
const someRow = {
  environment: 'live' as const,
  seenAt,
  seenBy: 'lookup',
  firstSeenAt: seenAt,
  searchTerms: [],
};
const change = fc.record({
  id: fc.integer({ min: 0, max: 30 }).map((n) => `i${n}`),
  environment: fc.constantFrom('live' as const, 'sandbox' as const),
  how: fc.constantFrom('write', 'write', 'decide', 'touch', 'delete', 'delete and merge'),
  row: fc.record({
    tool: fc.constantFrom('A', 'B', null),
    family: fc.constantFrom('f', null),
    statusKey: fc.constantFrom('Held', 'Migration completed', null),
    createdBy: fc.constantFrom('Priya', null),
    warnings: fc.constantFrom(0, 1, 50, 51),
    gone: fc.boolean(),
    sinceTo: fc.constantFrom(seenAt, new Date('2026-10-01T00:00:00Z')),
    createdAt: fc.constantFrom(null, new Date('2026-09-09T23:59:59Z')),
  }),
});
type Change = typeof change extends fc.Arbitrary<infer T> ? T : never;
const transaction = fc.record({ changes: fc.array(change, { minLength: 1, maxLength: 6 }), fails: fc.boolean() });

async function apply(tx: Db, { id, environment, how, row }: Change): Promise<void> {
  const thisImport = and(eq(imports.environment, environment), eq(imports.id, id));
  if (how === 'write') await upsertImports(tx, [{ ...someRow, ...row, environment, id }]);
  if (how === 'decide') await tx.update(imports).set({ decision: 'asked' }).where(thisImport);
  if (how === 'touch') await tx.update(imports).set({ seenAt: new Date(), seenBy: 'watcher' }).where(thisImport);
  if (how === 'delete') await tx.delete(imports).where(thisImport);
  if (how === 'delete and merge') await withMergedCounts(tx, () => tx.delete(imports).where(thisImport));
}

const byImport = (a: Change, b: Change) => (`${a.environment} ${a.id}` < `${b.environment} ${b.id}` ? -1 : 1);
class Undone extends Error {}

async function run(database: Database, { changes, fails }: { changes: Change[]; fails: boolean }): Promise<void> {
  // Imports are locked in order everywhere, so that only the counts could deadlock.
  const work = database.transaction(async (tx) => {
    for (const each of changes.toSorted(byImport)) await apply(tx, each);
    if (fails) throw new Undone();
  });
  await work.catch((error: unknown) => {
    if (!(error instanceof Undone)) throw error;
  });
}

async function expectExact(database: Database): Promise<void> {
  for (const environment of ['live', 'sandbox'] as const)
    expect(await listImportCounts(database.db, environment)).toEqual(await countFacets(database.db, environment));
  const kept = sql`select environment, day, facet, value, sum(count) from import_days group by 1, 2, 3, 4 having sum(count) <> 0`;
  const counted = sql`select environment, day, facet, value, count(*) from imports,
    unnest(landfall_days_of(imports), array['steps', 'tool', 'completed'], array[landfall_steps(imports), tool, ''])
      as counted(day, facet, value) where day is not null group by 1, 2, 3, 4`;
  const [days] = await database.db
    .select({ differ: sql<number>`count(*)::int` })
    .from(sql`((${kept} except ${counted}) union all (${counted} except ${kept})) as days`);
  expect(days).toEqual({ differ: 0 });
}

forEachEngineAtFullSize((engine, open) => {
  describe('the counts of imports', () => {
    it('are exact after random concurrent changes, of which some are undone', async () => {
      const database = await open();
      const work = fc.sample(transaction, { numRuns: engine === 'pglite' ? 60 : 200, seed: 16 });
      const workers = Array.from({ length: 8 }, async (_, worker) => {
        for (const [index, each] of work.entries()) if (index % 8 === worker) await run(database, each);
      });
      // Every reader sees counts that agree with the imports at the same time.
      const differs = sql`(select coalesce(sum(count), 0) from import_counts where facet = 'tool') <> (select count(*) from imports)`;
      const reader = (async () => {
        for (let reads = 0; reads < 20; reads += 1)
          expect(await database.db.select({ differs }).from(sql`(values (1)) as one`)).toEqual([{ differs: false }]);
      })();
      await Promise.all([...workers, reader]);
      await expectExact(database);
      await withMergedCounts(database.db, async () => undefined);
      const [rows] = await database.db
        .select({ extra: sql<boolean>`count(*) > count(distinct (environment, facet, value, gone))` })
        .from(sql`import_counts`);
      expect(rows).toEqual({ extra: false });
      await expectExact(database);
      await database.transaction(recountImports);
      await expectExact(database);
    });

    it('stay few rows, however often an import changes', async () => {
      const database = await open();
      const row = { ...someRow, id: 'a' };
      for (let n = 0; n < 300; n += 1) await upsertImports(database.db, [{ ...row, warnings: n % 2 }]);
      expect(await database.db.$count(sql`import_counts`)).toBeLessThan(300);
      await expectExact(database);
    });

    it('have nothing left of a deleted import, whose days alone are merged', async () => {
      const database = await open();
      const day = (nr: number) => new Date(Date.UTC(2026, 0, nr));
      const rows = [1, 1, 2, 2, 3].map((nr, index) => ({ ...someRow, id: `${index}`, tool: 'T', createdAt: day(nr) }));
      await upsertImports(database.db, rows);
      await upsertImports(database.db, [
        { ...someRow, id: 'named', tool: 'Named', statusKey: 'Ann', createdAt: day(1) },
      ]);
      const countDays = (days: string) =>
        database.db.$count(sql`import_days`, sql`facet = 'tool' and day in (select unnest(${days}::date[]))`);
      expect(await countDays('{2026-01-01}')).toBe(3);
      await withMergedCounts(database.db, () => database.db.delete(imports).where(inArray(imports.id, ['named', '4'])));
      expect(await countDays('{2026-01-01}')).toBe(2);
      expect(await countDays('{2026-01-03}')).toBe(0);
      // As they were, because none of theirs was deleted.
      expect(await countDays('{2026-01-02}')).toBe(2);
      expect(await database.db.$count(sql`import_counts`, sql`value in ('Named', 'Ann')`)).toBe(0);
      await expectExact(database);
    });

    it.skipIf(engine === 'pglite')('do not make writers wait for each other', async () => {
      const database = await open();
      const row = someRow;
      const [written, released] = [createSignal(), createSignal()];
      const first = database.transaction(async (tx) => {
        await upsertImports(tx, [{ ...row, id: 'a' }]);
        written.send();
        await released.sent;
      });
      await written.sent;
      await upsertImports(database.db, [{ ...row, id: 'b' }]);
      released.send();
      await first;
      await expectExact(database);
    });
  });
});

function createSignal(): { send: () => void; sent: Promise<void> } {
  let send = () => {};
  const sent = new Promise<void>((resolve) => (send = resolve));
  return { send: () => send(), sent };
}
