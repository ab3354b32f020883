import { beforeAll, describe, expect, inject, it } from 'vitest';
import { importSorts } from '../../contract/imports';
import type { Database } from '../database/database';
import { insertMany } from '../database/insert-many';
import { imports, importTags } from '../schema/imports';
import { forEachEngineAtFullSize } from '../testing/for-each-engine';
import type { ImportFilter } from './import-filter';
import { listImportPage, type ImportCursor } from './import-list';
import type { ImportRecord } from './imports';
import type { ImportSort } from './plan-walk';
import { liveImports as all } from '../testing/live-imports';

const startMs = Date.parse('2026-11-12T12:00:00Z');
const at = (hours: number) => new Date(startMs + hours * 3_600_000);
const statuses = ['Collecting credentials', 'In preparation', 'Held', 'Migration completed'];

/** Values repeat, so that ids have to break ties. The last third was seen first. */
const rows: ImportRecord[] = Array.from({ length: 120 }, (_, n) => ({
  environment: n % 13 === 0 ? 'sandbox' : 'live',
  id: `i${(n * 37) % 120}`,
  username: n % 5 === 0 ? null : `${n % 2 === 0 ? 'Ops' : 'desk'}${n % 9}@firm${n % 4}.example`,
  tool: n < 80 ? `Tool ${n % 3}` : 'Tool old',
  family: n % 4 === 0 ? null : 'f',
  instanceUrl: null,
  statusText: statuses[n % 4] ?? '',
  statusKey: statuses[n % 4] ?? '',
  statusFamily: 'waiting',
  sinceFrom: at(-n % 11),
  sinceTo: at(-n % 11),
  seenAt: at(-Math.floor(n / 3)),
  seenBy: 'lookup',
  gone: n % 7 === 0,
  warnings: n % 6 === 0 ? 60 : n % 3,
  records: null,
  usersMatched: null,
  usersTotal: null,
  decision: n % 10 === 0 ? 'asked' : 'none',
  createdAt: n % 2 === 0 ? at(-n) : null,
  createdBy: n % 8 === 0 ? 'Priya' : null,
  demo: false,
  firstSeenAt: at(-n),
  searchTerms: [`ops${n % 9}`, `firm${n % 4}`, n < 80 ? 'new' : 'old'],
  stage: n % 4 === 1 ? 4 : n % 4 === 3 ? 6 : 0,
  requested: false,
  completedAt: n % 4 === 3 && n % 7 > 0 ? at(-n % 11) : null,
}));

const tagsOf = ({ id }: Pick<ImportRecord, 'id'>) => {
  const nr = Number(id.slice(1));
  return [...(nr % 2 === 0 ? ['even'] : []), ...(nr % 15 === 0 ? ['rare'] : []), ...(nr > 100 ? ['wave 2'] : [])];
};
const isTagged =
  (...tags: string[]) =>
  (row: ImportRecord) =>
    tags.every((tag) => tagsOf(row).includes(tag));

const stuckSince = new Map([
  ['Held', at(-3)],
  ['In preparation', at(-5)],
]);
const isStuck = (row: ImportRecord) =>
  !row.gone && (row.sinceTo ?? at(0)) < (stuckSince.get(row.statusKey ?? '') ?? new Date(0));
const cases: Record<string, [Partial<ImportFilter>, (row: ImportRecord) => boolean]> = {
  nothing: [{}, () => true],
  gone: [{ gone: 'only' }, () => true],
  'including gone': [{ gone: 'show' }, () => true],
  'a status': [{ statusKeys: ['Held'] }, (row) => row.statusKey === 'Held'],
  'a status twice': [{ statusKeys: ['Held', 'Held'], gone: 'show' }, (row) => row.statusKey === 'Held'],
  'two statuses': [
    { statusKeys: ['Held', 'In preparation'] },
    (row) => row.statusKey === 'Held' || row.statusKey === 'In preparation',
  ],
  'a tool that was used long ago': [{ tools: ['Tool old'] }, (row) => row.tool === 'Tool old'],
  'a tool and a status': [
    { tools: ['Tool 1'], statusKeys: ['Held'] },
    (row) => row.tool === 'Tool 1' && row.statusKey === 'Held',
  ],
  'a tool, a family and a creator': [
    { tools: ['Tool 0', 'Tool 1'], families: ['f'], creators: ['Priya'] },
    (row) => row.tool !== 'Tool 2' && row.tool !== 'Tool old' && row.family === 'f' && row.createdBy === 'Priya',
  ],
  'a decision': [{ decisions: ['asked', 'proposed'], gone: 'show' }, (row) => row.decision === 'asked'],
  'some warnings': [{ warnings: 'some' }, (row) => row.warnings > 0],
  'many warnings of a tool': [
    { warnings: 'many', tools: ['Tool 0'] },
    (row) => row.warnings > 50 && row.tool === 'Tool 0',
  ],
  stuck: [{ stuckSince }, isStuck],
  'stuck in a status': [{ stuckSince, statusKeys: ['Held'] }, (row) => isStuck(row) && row.statusKey === 'Held'],
  'created on a day': [
    { created: { from: at(-60), before: at(-36) }, gone: 'show' },
    (row) => (row.createdAt ?? row.firstSeenAt) >= at(-60) && (row.createdAt ?? row.firstSeenAt) < at(-36),
  ],
  'stuck, by a tool': [{ stuckSince, tools: ['Tool 1'] }, (row) => isStuck(row) && row.tool === 'Tool 1'],
  'stuck and gone': [{ stuckSince, gone: 'only' }, () => false],
  'tools and statuses': [
    { tools: ['Tool 0', 'Tool 1'], statusKeys: ['Held', 'In preparation'], gone: 'show' },
    (row) => ['Tool 0', 'Tool 1'].includes(row.tool ?? '') && ['Held', 'In preparation'].includes(row.statusKey ?? ''),
  ],
  'created on a day, with a status': [
    { created: { from: at(-60), before: at(-36) }, statusKeys: ['Held'] },
    (row) =>
      row.statusKey === 'Held' &&
      (row.createdAt ?? row.firstSeenAt) >= at(-60) &&
      (row.createdAt ?? row.firstSeenAt) < at(-36),
  ],
  'completed on a day': [
    { completed: { from: at(-5), before: at(-1) } },
    (row) => row.completedAt !== null && row.completedAt >= at(-5) && row.completedAt < at(-1),
  ],
  'came as far as the request': [{ reached: 'asked' }, (row) => row.stage >= 4 || row.decision !== 'none'],
  'a common word': [{ searchTerms: ['op'] }, () => true],
  'a word of long ago': [{ searchTerms: ['old'] }, (row) => row.searchTerms.includes('old')],
  'two words': [{ searchTerms: ['ops3', 'firm'] }, (row) => row.searchTerms.includes('ops3')],
  'an unknown word': [{ searchTerms: ['nowhere'] }, () => false],
  'a common tag': [{ tags: ['even'] }, isTagged('even')],
  'a rare tag, including gone': [{ tags: ['rare'], gone: 'show' }, isTagged('rare')],
  'two tags': [{ tags: ['even', 'wave 2'] }, isTagged('even', 'wave 2')],
  'a tag and a status': [
    { tags: ['even'], statusKeys: ['Held'], gone: 'only' },
    (row) => isTagged('even')(row) && row.statusKey === 'Held',
  ],
  'a tag and a word': [
    { tags: ['wave 2'], searchTerms: ['old'] },
    (row) => isTagged('wave 2')(row) && row.searchTerms.includes('old'),
  ],
  'a tag, created on a day': [
    { tags: ['even'], created: { from: at(-60), before: at(-36) } },
    (row) =>
      isTagged('even')(row) &&
      (row.createdAt ?? row.firstSeenAt) >= at(-60) &&
      (row.createdAt ?? row.firstSeenAt) < at(-36),
  ],
  'an unused tag': [{ tags: ['nothing'] }, () => false],
  'a customer, including gone': [
    { spellings: ['OPS2@firm2.example'], gone: 'show' },
    (row) => row.username === 'Ops2@firm2.example',
  ],
  'a customer, a tag and a status': [
    { spellings: ['ops2@firm2.example'], tags: ['even'], statusKeys: ['Held'] },
    (row) => row.username === 'Ops2@firm2.example' && isTagged('even')(row) && row.statusKey === 'Held',
  ],
};

const keysOf: Record<ImportSort, (row: ImportRecord) => (string | number)[]> = {
  seen: (row) => [row.seenAt.getTime()],
  since: (row) => [(row.sinceTo ?? row.firstSeenAt).getTime()],
  created: (row) => [(row.createdAt ?? row.firstSeenAt).getTime()],
  warnings: (row) => [row.warnings],
  username: (row) => [row.username === null ? 1 : 0, (row.username ?? '').toLowerCase()],
};

function expected(filter: ImportFilter, fits: (row: ImportRecord) => boolean, sort: ImportSort, sign: 1 | -1) {
  const isShown = ({ gone }: ImportRecord) => filter.gone === 'show' || gone === (filter.gone === 'only');
  return rows
    .filter((row) => row.environment === filter.environment && isShown(row) && fits(row))
    .sort((a, b) => {
      const [left, right] = [
        [...keysOf[sort](a), a.id],
        [...keysOf[sort](b), b.id],
      ];
      const differing = left.findIndex((key, index) => key !== right[index]);
      return (left[differing] ?? 0) < (right[differing] ?? 0) ? -sign : sign;
    })
    .map(({ id }) => id);
}

forEachEngineAtFullSize((_engine, open) => {
  let database: Database;
  beforeAll(async () => {
    database = await open();
    await insertMany(database.db, imports, rows);
    const tags = rows.flatMap((row) =>
      tagsOf(row).map((tag) => ({ environment: row.environment, importId: row.id, tag })),
    );
    await insertMany(database.db, importTags, tags);
  });

  describe.each([
    ['walking along the index', { maxWalked: 5_000, maySortAtOnce: false }],
    ['reading all matches after a few rows', { maxWalked: 26, maySortAtOnce: false }],
    ['reading few matches at once', { maxWalked: 5_000, maySortAtOnce: true }],
  ])('%s', (_name, limits) => {
    it.each(Object.entries(cases))('lists exactly the matches, in order: %s', async (_filter, [given, fits]) => {
      const filter = { ...all, ...given };
      for (const [nr, sort] of importSorts.entries()) {
        for (const direction of inject('fullSize')
          ? (['asc', 'desc'] as const)
          : ([nr % 2 === 0 ? 'asc' : 'desc'] as const)) {
          const found: string[] = [];
          let after: ImportCursor | undefined;
          const limit = 25;
          for (;;) {
            const page = await listImportPage(database, filter, { sort, direction, after, limit }, limits);
            const ids = page.rows.map(({ row }) => row.id);
            for (const { row } of page.rows) expect([...row.tags].sort()).toEqual(tagsOf(row));
            found.push(...ids);
            if (after) expect(page.total).toBeNull();
            else expectTotal(page.total, expected(filter, fits, sort, 1).length);
            after = page.rows.at(-1)?.cursor;
            if (ids.length < limit) break;
          }
          expect([sort, direction, found]).toEqual([
            sort,
            direction,
            expected(filter, fits, sort, direction === 'asc' ? 1 : -1),
          ]);
        }
      }
    });
  });

  it('keeps the order when the ranges of a filter are longer than what is read of them', async () => {
    const filter: ImportFilter = { ...all, tools: ['Tool 0', 'Tool 1', 'Tool old'], warnings: 'some', gone: 'show' };
    const fits = (row: ImportRecord) => row.tool !== 'Tool 2' && row.warnings > 0;
    for (const direction of ['asc', 'desc'] as const) {
      const found: string[] = [];
      let after: ImportCursor | undefined;
      for (let page = 0; page < 8; page += 1) {
        const request = { sort: 'seen', direction, after, limit: 3 } as const;
        const { rows: next } = await listImportPage(database, filter, request, {
          maxWalked: 4,
          maySortAtOnce: false,
        });
        found.push(...next.map(({ row }) => row.id));
        after = next.at(-1)?.cursor;
      }
      expect(found).toEqual(expected(filter, fits, 'seen', direction === 'asc' ? 1 : -1).slice(0, found.length));
      expect(found).toHaveLength(24);
    }
  });

  function expectTotal(total: { count: number; atLeast: boolean } | null, matches: number) {
    if (total?.atLeast === true) expect(total.count).toBeLessThanOrEqual(matches);
    else expect(total?.count).toBe(matches);
  }

  it('says when it stopped counting, and counts exactly what the counts have', async () => {
    const page = { sort: 'seen', direction: 'desc', after: undefined, limit: 9 } as const;
    const totalOf = async (filter: Partial<ImportFilter>) =>
      (await listImportPage(database, { ...all, ...filter }, page, { maxWalked: 12, maySortAtOnce: false })).total;
    expect(await totalOf({ searchTerms: ['op'] })).toEqual({ count: 12, atLeast: true });
    expect(await totalOf({})).toEqual({ count: expected(all, () => true, 'seen', 1).length, atLeast: false });
  });
});
