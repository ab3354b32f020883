import { observe, observeAll } from '../observations/observe';
import { beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import {
  importCountsSchema,
  importListQuerySchema,
  importListSchema,
  importSorts,
  importsQuerySchema,
  type ImportListQuery,
  type ImportRow,
} from '../../contract/imports';
import { createManualClock } from '../../core/testing/manual-clock';
import type { ServiceClient } from '../../service/service-client';
import { forEachEngineAtFullSize } from '../../store/testing/for-each-engine';
import { countImports } from './count-imports';
import { exportHeader, exportImports } from './export-imports';
import { listImports } from './list-imports';
import { readBulkLookup, startBulkLookup } from '../lookup/bulk-lookup';
import type { ImportsDeps } from '../imports-deps';
import type { ObservationInput } from '../observations/observation-input';
import { openImports, priya } from '../testing/open-imports';

const nowMs = Date.parse('2026-11-12T12:00:00Z');
const hour = 3_600_000;
const unusedClient: Pick<ServiceClient, 'listImports' | 'readImport' | 'listTools'> = {
  listImports: () => Promise.reject(new Error('this test does not call the service')),
  readImport: () => Promise.reject(new Error('this test does not call the service')),
  listTools: () => Promise.reject(new Error('this test does not call the service')),
};
const statuses = ['Collecting credentials', 'in PREPARATION', 'Migration completed', 'Held back', null];

/** Values repeat, so that the id has to break ties. */
function sampleInputs(): ObservationInput[] {
  return Array.from({ length: 83 }, (_, n): ObservationInput[] => {
    const seenAt = new Date(nowMs - (n % 7) * 9 * hour);
    const read: ObservationInput = {
      environment: 'live',
      importId: `i${(n * 37) % 83}`,
      source: 'lookup',
      status: statuses[n % 5] ?? null,
      seenAt,
      facts: {
        warnings: Array.from({ length: n % 4 === 3 ? 51 : n % 3 }, () => ({ text: 'x', kind: null, item: null })),
      },
      about: {
        ...(n % 4 === 0 ? {} : { username: `${n % 2 === 0 ? 'Ops' : 'desk'}${n % 9}@firm${n % 6}.example` }),
        ...(n % 5 === 0 ? {} : { tool: `Tool ${n % 3}` }),
        ...(n % 6 === 0 ? { createdBy: 'Priya Raman', createdAt: new Date(nowMs - n * hour).toISOString() } : {}),
      },
      aboutSource: 'created',
    };
    const gone: ObservationInput = {
      ...read,
      status: null,
      gone: true,
      facts: {},
      seenAt: new Date(seenAt.getTime() + 1),
    };
    return n % 10 === 0 ? [read, gone] : [read];
  }).flat();
}

forEachEngineAtFullSize((_engine, open) => {
  let deps: ImportsDeps;
  beforeAll(async () => {
    deps = openImports(await open(), unusedClient, createManualClock(new Date(nowMs)));
    await observeAll(deps.observer, sampleInputs());
    await observe(deps.observer, {
      environment: 'sandbox',
      importId: 'example',
      source: 'lookup',
      status: 'Held back',
      seenAt: new Date(nowMs),
    });
  });

  const list = async (query: z.input<typeof importsQuerySchema>) =>
    importListSchema.parse(await listImports(deps, 'live', importsQuerySchema.parse(query)));
  const everyPage = async (query: z.input<typeof importsQuerySchema>): Promise<ImportRow[]> => {
    const rows: ImportRow[] = [];
    let cursor: string | undefined;
    do {
      const page = await list({ ...query, limit: 7, ...(cursor ? { cursor } : {}) });
      expect(page.imports.length).toBeLessThanOrEqual(7);
      rows.push(...page.imports);
      cursor = page.nextCursor ?? undefined;
    } while (cursor);
    return rows;
  };
  const ids = (rows: readonly ImportRow[]) => rows.map((row) => row.id).sort();

  describe('listImports', () => {
    it('returns every row once and in order, for every sort and direction, across pages', async () => {
      const keyOf: Record<(typeof importSorts)[number], (row: ImportRow) => string | number> = {
        seen: (row) => row.seenAt,
        since: (row) => row.sinceTo ?? row.seenAt,
        created: (row) => row.createdAt ?? row.seenAt,
        warnings: (row) => row.warnings,
        username: (row) => (row.username === null ? '~' : row.username.toLowerCase()),
      };
      const all = await everyPage({ gone: 'show' });
      expect(all).toHaveLength(83);
      for (const sort of importSorts) {
        for (const direction of ['asc', 'desc'] as const) {
          const rows = await everyPage({ sort, direction, gone: 'show' });
          expect(ids(rows)).toEqual(ids(all));
          const keys = rows.map(keyOf[sort]);
          const sorted = keys.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
          // Rows without a status start sort by when they were first seen, which is not part of the row.
          if (sort !== 'since' && sort !== 'created')
            expect(keys).toEqual(direction === 'asc' ? sorted : sorted.toReversed());
        }
      }
    });

    it('returns exactly the rows that match each filter', async () => {
      const all = await everyPage({ gone: 'show' });
      const present = all.filter((row) => !row.gone);
      const cases: [Partial<ImportListQuery>, (row: ImportRow) => boolean][] = [
        [{}, () => true],
        [{ status: ['In preparation'] }, (row) => row.status?.known === 'In preparation'],
        [
          { status: ['IMPORT completed', 'Held back'] },
          (row) => row.status?.text === 'Held back' || row.status?.known === 'Migration completed',
        ],
        [{ tool: ['Tool 1', 'Tool 2'] }, (row) => row.tool === 'Tool 1' || row.tool === 'Tool 2'],
        [{ createdBy: ['Priya Raman'] }, (row) => row.createdBy === 'Priya Raman'],
        [{ warnings: 'some' }, (row) => row.warnings > 0],
        [{ warnings: 'none' }, (row) => row.warnings === 0],
        [{ warnings: 'many' }, (row) => row.warnings > 50],
        [{ stuck: true }, (row) => row.stuck],
        [{ q: 'OPS firm3' }, (row) => /ops.*firm3/i.test(row.username ?? '')],
        [{ q: 'desk1@firm' }, (row) => /desk1@/i.test(row.username ?? '')],
        [{ q: 'i12' }, (row) => row.id === 'i12'],
        [{ q: '@@!' }, () => false],
        [{ q: "'; drop table imports; --" }, () => false],
        [{ decision: ['asked'] }, () => false],
      ];
      for (const [query, fits] of cases) {
        expect([query, ids(await everyPage(query))]).toEqual([query, ids(present.filter(fits))]);
      }
      expect(ids(await everyPage({ gone: 'only' }))).toEqual(ids(all.filter((row) => row.gone)));
      expect(
        all.some((row) => row.stuck) && present.some((row) => !row.stuck && row.status?.text === 'Held back'),
      ).toBe(true);
    });

    it('rejects cursors of another sort order and modified cursors', async () => {
      const { nextCursor } = await list({ limit: 5 });
      const cursor = nextCursor ?? '';
      await expect(list({ cursor, sort: 'username' })).rejects.toMatchObject({ code: 'invalid' });
      await expect(list({ cursor, direction: 'asc' })).rejects.toMatchObject({ code: 'invalid' });
      const tampered = (change: object) =>
        Buffer.from(JSON.stringify({ ...JSON.parse(Buffer.from(cursor, 'base64url').toString()), ...change })).toString(
          'base64url',
        );
      for (const bad of [
        'x',
        '',
        tampered({ k: "now()' --" }),
        tampered({ k: '2026-99-99 00:00:00+00' }),
        tampered({ id: 7 }),
      ]) {
        await expect(list({ cursor: bad })).rejects.toMatchObject({ code: 'invalid' });
      }
      await expect(list({ cursor: tampered({ id: "\u0000' or 1=1" }) })).resolves.toBeDefined();
    });

    it('does not return imports of the other environment', async () => {
      expect(
        (await listImports(deps, 'sandbox', importListQuerySchema.parse({}))).imports.map((row) => row.id),
      ).toEqual(['example']);
    });
  });

  it('returns counts that match the list', async () => {
    const counts = importCountsSchema.parse(await countImports(deps, 'live'));
    const all = await everyPage({ gone: 'show' });
    const present = all.filter((row) => !row.gone);
    expect(counts).toMatchObject({
      total: 83,
      gone: all.length - present.length,
      stuck: present.filter((row) => row.stuck).length,
      manyWarnings: present.filter((row) => row.warnings > 50).length,
      tools: ['Tool 0', 'Tool 1', 'Tool 2'],
      creators: ['Priya Raman'],
    });
    const shown = (text: string) => present.filter((row) => (row.status?.known ?? row.status?.text) === text).length;
    for (const { status, count } of counts.byStatus)
      expect([status.text, count]).toEqual([status.text, shown(status.text)]);
    expect(counts.byStatus.map(({ status }) => status.text).slice(-1)).toEqual(['Held back']);
  });

  it('exports all rows of a filter', async () => {
    const rows: unknown[][] = [];
    for await (const row of exportImports(deps, 'live', importListQuerySchema.parse({ warnings: 'some' })))
      rows.push(row);
    expect(rows).toHaveLength((await everyPage({ warnings: 'some' })).length);
    expect(rows[0]).toHaveLength(exportHeader.length);
  });

  it('exports every row once, also if a row changes meanwhile', async () => {
    const sandbox = { environment: 'sandbox', source: 'lookup' } as const;
    const inputs = Array.from({ length: 510 }, (_, n): ObservationInput => {
      return { ...sandbox, importId: `changes${n}`, status: 'Held back', seenAt: new Date(nowMs + n) };
    });
    await observeAll(deps.observer, inputs);
    for (const [sort, direction] of [
      ['seen', 'desc'],
      ['since', 'asc'],
      ['warnings', 'desc'],
    ] as const) {
      const query = importListQuerySchema.parse({ q: 'changes', sort, direction });
      const [lowest] = (await listImports(deps, 'sandbox', { ...query, direction: 'asc', limit: 1 })).imports;
      const exported: unknown[] = [];
      for await (const [id] of exportImports(deps, 'sandbox', query)) {
        if (exported.push(id) > 1) continue;
        await observe(deps.observer, {
          ...sandbox,
          importId: lowest?.id ?? '',
          status: 'Waiting',
          seenAt: new Date(nowMs + 1000),
          facts: { warnings: [{ text: 'x', kind: null, item: null }] },
        });
      }
      expect([sort, exported.length, new Set(exported).size]).toEqual([sort, 510, 510]);
    }
  });

  it('queues each username of a bulk lookup once', async () => {
    const usernames = [' a@x.example ', 'b@x.example', 'a@x.example', ''];
    const run = await startBulkLookup(deps, { caller: priya, environment: 'live', usernames });
    expect(run).toMatchObject({ waiting: 2, done: 0, failed: 0, by: 'Priya Raman' });
    expect(await readBulkLookup(deps, 'live', run.id)).toEqual(run);
    const many = Array.from({ length: 1_001 }, (_, n) => `${n}@x.example`);
    await expect(startBulkLookup(deps, { caller: priya, environment: 'live', usernames: many })).rejects.toMatchObject({
      code: 'invalid',
    });
    await expect(startBulkLookup(deps, { caller: priya, environment: 'sandbox', usernames })).rejects.toMatchObject({
      code: 'conflict',
    });
  });

  it('returns every import of a customer in any spelling, and of no other', async () => {
    const long = 'z'.repeat(200);
    const names = ['Zoé@firm.example', 'zoe\u0301@firm.example', 'ZOÉ@firm.example', `${long}1`, `${long}2`];
    await observeAll(
      deps.observer,
      Array.from({ length: 20 }, (_, n): ObservationInput => {
        const seen = { source: 'lookup', status: 'Held back', seenAt: new Date(nowMs) } as const;
        return { environment: 'live', importId: `z${n}`, ...seen, about: { username: names[n % 5] ?? '' } };
      }),
    );
    expect(await everyPage({ username: ' zOé@firm.example ' })).toHaveLength(12);
    expect((await list({ username: 'zoé@firm.example', limit: 7 })).total).toBe(12);
    expect(ids(await everyPage({ username: `${long.toUpperCase()}1` }))).toEqual(['z13', 'z18', 'z3', 'z8']);
    expect(await everyPage({ username: 'firm' })).toEqual([]);
  });
});
