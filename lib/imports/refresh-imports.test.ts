import { afterAll, beforeAll, expect, test } from 'vitest';
import { everything } from '../contract/list-address';
import type { Database } from '../store/database';
import { openTestDatabase } from '../store/testing/open-test-database';
import { claimLooks } from '../store/watch';
import { exportPicked } from './export-imports';
import { listImports } from './list-imports';
import type { RecordParts } from './record-parts';
import { refreshImports } from './refresh-imports';
import { openRecord } from './testing/open-record';

let database: Database;
let parts: RecordParts;
const nobody = () => Promise.reject(new Error('the service is not asked here'));

beforeAll(async () => {
  database = await openTestDatabase();
  parts = openRecord(database, { listImports: nobody, readImport: nobody, listTools: nobody });
  const at = new Date();
  await parts.observer.observeAll(
    ['a', 'b', 'c'].map((importId) => ({
      environment: 'live' as const,
      importId,
      source: 'lookup' as const,
      status: 'In preparation',
      askedAt: at,
      seenAt: at,
    })),
  );
});
afterAll(() => database.close());

test('picked imports go to the head of the watcher’s line, and those we do not know are counted', async () => {
  const told = await refreshImports(parts, { environment: 'live', ids: ['b', 'c', 'b', 'zz'] });
  expect(told).toEqual({ asked: 2, unknown: 1 });
  const due = await claimLooks(database.db, { by: 'test', limit: 10, leaseS: 60 });
  expect(due.map(({ key }) => key).sort()).toEqual(['b', 'c']);
});

test('the sandbox has nothing newer to ask for', async () => {
  await expect(refreshImports(parts, { environment: 'sandbox', ids: ['a'] })).rejects.toMatchObject({
    code: 'conflict',
  });
});

test('the first page tells how many there are, and the others need not', async () => {
  const first = await listImports(parts, 'live', { ...everything, limit: 2 });
  const second = await listImports(parts, 'live', { ...everything, limit: 2, cursor: first.nextCursor ?? '' });
  expect(first.total).toBe(3);
  expect([second.total, second.imports.length, second.nextCursor]).toEqual([null, 1, null]);
});

test('what was picked is exported once each, in the order of picking', async () => {
  const ids = [];
  for await (const [id] of exportPicked(parts, 'live', ['c', 'zz', 'a', 'c'])) ids.push(id);
  expect(ids).toEqual(['c', 'a']);
});
