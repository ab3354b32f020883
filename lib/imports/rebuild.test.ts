import fc from 'fast-check';
import { getTableColumns, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { createManualClock } from '../core/testing/manual-clock';
import type { Database } from '../store/database';
import { listCounts } from '../store/import-counts';
import { listObservedIds } from '../store/observations';
import { getImports } from '../store/imports';
import { stays } from '../store/schema/imports';
import { forEachEngine } from '../store/testing/for-each-engine';
import { addNote } from './add-note';
import { fillInFacts } from './fill-in-facts';
import type { Point } from './point';
import { readDetail } from './read-detail';
import { rebuild } from './rebuild';
import type { RecordParts } from './record-parts';
import type { Sighting } from './sighting';
import { arbitraryPoint } from './testing/arbitrary-points';
import { openRecord, priya } from './testing/open-record';

const nobody = () => Promise.reject(new Error('nobody is asked here'));
const importIds = ['a', 'b', 'c', 'd', 'e'];

function toSighting(importId: string, point: Point): Sighting {
  return {
    environment: 'live',
    importId,
    source: point.source,
    status: point.says.kind === 'status' ? point.says.text : null,
    gone: point.says.kind === 'gone',
    askedAt: new Date(point.askedMs),
    seenAt: new Date(point.seenMs),
    happenedAt: point.happenedMs === null ? null : new Date(point.happenedMs),
    by: point.by,
    facts: {
      warnings: Array.from({ length: point.told.warnings?.size ?? 0 }, () => ({ text: 'x', kind: null, item: null })),
    },
    about: { username: `${importId}@acme.example` },
  };
}

/** The record as everybody sees it. */
async function everything(database: Database) {
  const { db } = database;
  const ids = await listObservedIds(db, 'live', undefined, 1000);
  const rows = (await getImports(db, 'live', ids)).sort((a, b) => (a.id < b.id ? -1 : 1));
  const { id: _id, ...columns } = getTableColumns(stays);
  const left = await db.select(columns).from(stays).orderBy(stays.importId, stays.endedAt, stays.fingerprint);
  const counts = (await listCounts(db, 'live')).sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
  return { rows, stays: left, counts };
}

forEachEngine((_engine, open) => {
  let database: Database;
  let parts: RecordParts;
  beforeAll(async () => {
    database = await open();
    parts = openRecord(database, { listImports: nobody, readImport: nobody, listTools: nobody }, createManualClock());
  });

  it(
    'gives equal rows, whatever was observed in whatever order, by whomever at once',
    { timeout: 60_000 },
    async () => {
      const facts = fc.sample(
        fc.record({ importId: fc.constantFrom(...importIds), point: arbitraryPoint(20 * 60_000) }),
        { numRuns: 60, seed: 7431 },
      );
      // Several at once, on as many connections as there are: each import is taken by one at a time.
      const lanes = Array.from({ length: 6 }, (_, lane) => facts.filter((_fact, n) => n % 6 === lane));
      await Promise.all(
        lanes.map(async (lane) => {
          for (const { importId, point } of lane) await parts.observer.observe(toSighting(importId, point));
        }),
      );
      await fillInFacts(parts, {
        caller: priya,
        environment: 'live',
        importId: 'a',
        body: { tool: 'Zendesk', username: '' },
      });
      const before = await everything(database);
      expect(before.rows.map((row) => row.id)).toEqual(importIds);
      expect(before.rows[0]).toMatchObject({ tool: 'Zendesk', username: null });

      expect(await rebuild(database)).toEqual({ imports: 5, mended: 0 });
      expect(await everything(database)).toEqual(before);

      await database.db.execute(sql`update imports set status_key = 'Nonsense', warnings = 999 where id in ('b', 'c')`);
      await database.db.execute(sql`delete from imports where id = 'd'`);
      await database.db.execute(sql`delete from stays`);
      await database.db.execute(sql`delete from import_counts`);
      expect(await rebuild(database)).toEqual({ imports: 5, mended: 3 });
      expect(await everything(database)).toEqual(before);
    },
  );

  it(
    'gives the same rows for the same facts told in another order, thrice and in one go',
    { timeout: 60_000 },
    async () => {
      const facts = fc
        .sample(fc.record({ importId: fc.constantFrom(...importIds), point: arbitraryPoint(20 * 60_000) }), {
          numRuns: 60,
          seed: 99,
        })
        .map(({ importId, point }) => toSighting(importId, point));
      const inOrder = await open();
      await openRecord(inOrder, { listImports: nobody, readImport: nobody, listTools: nobody }).observer.observeAll(
        facts,
      );
      const shuffled = await open();
      const record = openRecord(shuffled, { listImports: nobody, readImport: nobody, listTools: nobody });
      const tripled = fc.shuffledSubarray([...facts, ...facts, ...facts], { minLength: facts.length * 3 });
      const [arrivals = []] = fc.sample(tripled, { numRuns: 1, seed: 3 });
      for (let at = 0; at < arrivals.length; at += 5) await record.observer.observeAll(arrivals.slice(at, at + 5));
      expect(await everything(shuffled)).toEqual(await everything(inOrder));
    },
  );

  describe('what people add', () => {
    it('stands in the timeline beside what was observed, and in the audit', async () => {
      await parts.observer.observe({
        environment: 'live',
        importId: 'noted',
        source: 'lookup',
        status: 'In preparation',
        seenAt: new Date('2026-11-12T08:00:00Z'),
      });
      await addNote(parts, {
        caller: priya,
        environment: 'live',
        importId: 'noted',
        text: ' Called, no answer. \u0000',
      });
      await fillInFacts(parts, {
        caller: priya,
        environment: 'live',
        importId: 'noted',
        body: { username: 'ops@acme.example', family: 'crm' },
      });
      const detail = await readDetail(parts, 'live', 'noted');
      expect(detail?.row).toMatchObject({ username: 'ops@acme.example', family: 'crm' });
      expect(detail?.timeline.map((entry) => [entry.kind, entry.title, entry.detail])).toEqual([
        ['facts', 'Priya Raman filled in the family', 'crm'],
        ['facts', 'Priya Raman filled in the customer', 'ops@acme.example'],
        ['note', 'Priya Raman noted', 'Called, no answer. \ufffd'],
        ['status', 'In preparation', ''],
      ]);
      const audited: unknown = await database.db.execute(
        sql`select action from audit where subject = 'noted' order by seq`,
      );
      expect(JSON.stringify(audited)).toMatch(/note\.added.*import\.facts_filled_in/);
      await expect(
        addNote(parts, { caller: priya, environment: 'live', importId: 'nowhere', text: 'x' }),
      ).rejects.toMatchObject({ code: 'not_found' });
      await expect(
        fillInFacts(parts, { caller: priya, environment: 'sandbox', importId: 'noted', body: { tool: 'x' } }),
      ).rejects.toMatchObject({ code: 'not_found' });
    });
  });
});
