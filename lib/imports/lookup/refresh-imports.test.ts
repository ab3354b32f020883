import { observeAll } from '../observations/observe';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { defaultListView } from '../../contract/list-view';
import type { Database } from '../../store/database/database';
import { openTestDatabase } from '../../store/testing/open-test-database';
import { claimDuePolls } from '../../store/service-calls/poll-schedule';
import { exportSelected } from '../list/export-imports';
import { listImports } from '../list/list-imports';
import type { ImportsDeps } from '../imports-deps';
import { refreshImports } from './refresh-imports';
import { openImports } from '../testing/open-imports';

let database: Database;
let deps: ImportsDeps;
const unusedCall = () => Promise.reject(new Error('this test does not call the service'));

beforeAll(async () => {
  database = await openTestDatabase();
  deps = openImports(database, { listImports: unusedCall, readImport: unusedCall, listTools: unusedCall });
  const at = new Date();
  await observeAll(
    deps.observer,
    ['a', 'b', 'c'].map((importId) => ({
      environment: 'live' as const,
      importId,
      source: 'lookup' as const,
      status: 'In preparation',
      sentAt: at,
      seenAt: at,
    })),
  );
});
afterAll(() => database.close());

test('schedules selected imports first and counts unknown ones', async () => {
  const result = await refreshImports(deps, { environment: 'live', ids: ['b', 'c', 'b', 'zz'] });
  expect(result).toEqual({ requested: 2, unknown: 1 });
  const due = await claimDuePolls(database.db, { by: 'test', limit: 10, leaseS: 60 });
  expect(due.map(({ key }) => key).sort()).toEqual(['b', 'c']);
});

test('rejects a refresh in the sandbox', async () => {
  await expect(refreshImports(deps, { environment: 'sandbox', ids: ['a'] })).rejects.toMatchObject({
    code: 'conflict',
  });
});

test('returns the total on the first page only', async () => {
  const first = await listImports(deps, 'live', { ...defaultListView, limit: 2 });
  const second = await listImports(deps, 'live', { ...defaultListView, limit: 2, cursor: first.nextCursor ?? '' });
  expect(first.total).toBe(3);
  expect([second.total, second.imports.length, second.nextCursor]).toEqual([null, 1, null]);
});

test('exports selected imports once each, in the order of selection', async () => {
  const ids = [];
  for await (const [id] of exportSelected(deps, 'live', ['c', 'zz', 'a', 'c'])) ids.push(id);
  expect(ids).toEqual(['c', 'a']);
});
