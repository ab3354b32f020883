import { observe, observeAll } from './observe';
import fc from 'fast-check';
import { getTableColumns, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { createManualClock } from '../../core/testing/manual-clock';
import type { Database } from '../../store/database/database';
import { listImportCounts } from '../../store/testing/list-import-counts';
import { listObservedIds } from '../../store/imports/observations';
import { getImports } from '../../store/imports/imports';
import { statusPeriods } from '../../store/schema/imports';
import { forEachEngineAtFullSize } from '../../store/testing/for-each-engine';
import { addNote } from '../detail/add-note';
import { fillInFacts } from '../detail/fill-in-facts';
import type { Point } from '../timeline/point';
import { readImportDetail } from '../../import-detail/read-import-detail';
import { rebuild } from './rebuild';
import type { ImportsDeps } from '../imports-deps';
import type { ObservationInput } from './observation-input';
import { arbitraryPoint } from '../testing/arbitrary-point';
import { openImports, priya } from '../testing/open-imports';

const unusedCall = () => Promise.reject(new Error('this test does not call the service'));
const importIds = ['a', 'b', 'c', 'd', 'e'];

function toObservationInput(importId: string, point: Point): ObservationInput {
  return {
    environment: 'live',
    importId,
    source: point.source,
    status: point.state.kind === 'status' ? point.state.text : null,
    gone: point.state.kind === 'gone',
    sentAt: new Date(point.sentMs),
    seenAt: new Date(point.seenMs),
    happenedAt: point.happenedMs === null ? null : new Date(point.happenedMs),
    by: point.by,
    facts: {
      warnings: Array.from({ length: point.reported.warnings?.size ?? 0 }, () => ({
        text: 'x',
        kind: null,
        item: null,
      })),
    },
    about: { username: `${importId}@acme.example` },
  };
}

async function readAll(database: Database) {
  const { db } = database;
  const ids = await listObservedIds(db, 'live', undefined, 1000);
  const rows = (await getImports(db, 'live', ids)).sort((a, b) => (a.id < b.id ? -1 : 1));
  const { id: _id, ...columns } = getTableColumns(statusPeriods);
  const periods = await db
    .select(columns)
    .from(statusPeriods)
    .orderBy(statusPeriods.importId, statusPeriods.endedAt, statusPeriods.fingerprint);
  const counts = await listImportCounts(db, 'live');
  return { rows, periods, counts };
}

forEachEngineAtFullSize((_engine, open) => {
  let database: Database;
  let deps: ImportsDeps;
  beforeAll(async () => {
    database = await open();
    deps = openImports(
      database,
      { listImports: unusedCall, readImport: unusedCall, listTools: unusedCall },
      createManualClock(),
    );
  });

  it('leaves correct rows unchanged and repairs wrong ones after concurrent observations', async () => {
    const facts = fc.sample(
      fc.record({ importId: fc.constantFrom(...importIds), point: arbitraryPoint(20 * 60_000) }),
      { numRuns: 60, seed: 7431 },
    );
    // Concurrent observers; each import is locked.
    const lanes = Array.from({ length: 6 }, (_, lane) => facts.filter((_fact, n) => n % 6 === lane));
    await Promise.all(
      lanes.map(async (lane) => {
        for (const { importId, point } of lane) await observe(deps.observer, toObservationInput(importId, point));
      }),
    );
    await fillInFacts(deps, {
      caller: priya,
      environment: 'live',
      importId: 'a',
      body: { tool: 'Zendesk', username: '' },
    });
    const before = await readAll(database);
    expect(before.rows.map((row) => row.id)).toEqual(importIds);
    expect(before.rows[0]).toMatchObject({ tool: 'Zendesk', username: null });

    expect(await rebuild(database)).toEqual({ imports: 5, repaired: 0 });
    expect(await readAll(database)).toEqual(before);

    await database.db.execute(sql`update imports set status_key = 'Nonsense', warnings = 999 where id in ('b', 'c')`);
    await database.db.execute(sql`delete from imports where id = 'd'`);
    await database.db.execute(sql`delete from status_periods`);
    await database.db.execute(sql`delete from import_counts`);
    // Without its periods, the progress of a fourth is wrong too.
    expect(await rebuild(database)).toEqual({ imports: 5, repaired: 4 });
    expect(await readAll(database)).toEqual(before);
  });

  it('gives the same rows when the same inputs arrive shuffled and three times', async () => {
    const facts = fc
      .sample(fc.record({ importId: fc.constantFrom(...importIds), point: arbitraryPoint(20 * 60_000) }), {
        numRuns: 60,
        seed: 99,
      })
      .map(({ importId, point }) => toObservationInput(importId, point));
    const inOrder = await open();
    const unused = { listImports: unusedCall, readImport: unusedCall, listTools: unusedCall };
    await observeAll(openImports(inOrder, unused).observer, facts);
    const shuffled = await open();
    const record = openImports(shuffled, unused);
    const tripled = fc.shuffledSubarray([...facts, ...facts, ...facts], { minLength: facts.length * 3 });
    const [arrivals = []] = fc.sample(tripled, { numRuns: 1, seed: 3 });
    for (let at = 0; at < arrivals.length; at += 5) await observeAll(record.observer, arrivals.slice(at, at + 5));
    expect(await readAll(shuffled)).toEqual(await readAll(inOrder));
  });

  describe('notes and filled-in facts', () => {
    it('appear in the timeline and in the audit', async () => {
      await observe(deps.observer, {
        environment: 'live',
        importId: 'noted',
        source: 'lookup',
        status: 'In preparation',
        seenAt: new Date('2026-11-12T08:00:00Z'),
      });
      await addNote(deps, {
        caller: priya,
        environment: 'live',
        importId: 'noted',
        text: ' Called, no answer. \u0000',
      });
      await fillInFacts(deps, {
        caller: priya,
        environment: 'live',
        importId: 'noted',
        body: { username: 'ops@acme.example', family: 'crm' },
      });
      const detail = await readImportDetail(deps, 'live', 'noted');
      expect(detail?.row).toMatchObject({ username: 'ops@acme.example', family: 'crm' });
      expect(detail?.timeline.map((entry) => [entry.kind, entry.title, entry.detail])).toEqual([
        ['facts', 'Priya Raman filled in the family', 'crm'],
        ['facts', 'Priya Raman filled in the customer', 'ops@acme.example'],
        ['note', 'Priya Raman noted', 'Called, no answer. \ufffd'],
        ['status', 'In preparation', ''],
      ]);
      const audited: unknown = await database.db.execute(
        sql`select action from audit join audit_values using (seq) where subject = 'noted' order by seq`,
      );
      expect(JSON.stringify(audited)).toMatch(/note\.added.*import\.facts_filled_in/);
      await expect(
        addNote(deps, { caller: priya, environment: 'live', importId: 'nowhere', text: 'x' }),
      ).rejects.toMatchObject({ code: 'not_found' });
      await expect(
        fillInFacts(deps, { caller: priya, environment: 'sandbox', importId: 'noted', body: { tool: 'x' } }),
      ).rejects.toMatchObject({ code: 'not_found' });
    });
  });
});
