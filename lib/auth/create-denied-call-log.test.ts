import { beforeEach, expect, test } from 'vitest';
import type { Database } from '../store/database/database';
import { deniedCalls as deniedCallRows } from '../store/schema/staff';
import { openTestDatabase } from '../store/testing/open-test-database';
import { deniedCallWindowMs } from './create-denied-call-log';
import { composeTestAuth, anonymousCaller } from './testing/compose-test-auth';

let database: Database;
beforeEach(async () => {
  database = await openTestDatabase();
  return () => database.close();
});

const listDeniedCalls = () => database.db.select().from(deniedCallRows).orderBy(deniedCallRows.windowStart);
const deniedCall = (address: string) => ({ caller: anonymousCaller(address), route: 'imports.list', reason: 'nobody' });

test('counts every call and audits one per window, across two instances', async () => {
  const one = composeTestAuth(database);
  const two = composeTestAuth(database);
  for (let index = 0; index < 30; index += 1) {
    await (index % 2 ? one : two).auth.recordDeniedCall({ ...deniedCall('203.0.113.1'), route: `place ${index}` });
    for (const { clock } of [one, two]) clock.set(new Date(clock.now().getTime() + 6000));
  }
  expect(await one.actions()).toEqual(['access.refused']);
  expect((await listDeniedCalls()).map((row) => row.count)).toEqual([30]);
  one.clock.set(new Date(one.clock.now().getTime() + 15 * 60_000));
  await one.auth.recordDeniedCall(deniedCall('203.0.113.1'));
  expect(await one.actions()).toEqual(['access.refused', 'access.refused']);
});

test('batches a burst into few writes without losing count', async () => {
  const { auth, clock } = composeTestAuth(database);
  for (let index = 0; index < 200; index += 1) await auth.recordDeniedCall(deniedCall('203.0.113.2'));
  clock.set(new Date(clock.now().getTime() + 6000));
  await auth.recordDeniedCall(deniedCall('203.0.113.2'));
  expect((await listDeniedCalls()).map((row) => row.count)).toEqual([201]);
});

test('names at most 500 addresses per window in the audit and groups the rest', async () => {
  const { auth, clock, actions } = composeTestAuth(database);
  const nowMs = clock.now().getTime();
  const windowStart = new Date(nowMs - (nowMs % deniedCallWindowMs));
  const already = Array.from({ length: 498 }, (_, index) => `10.0.${index >> 8}.${index & 255}`);
  await database.db
    .insert(deniedCallRows)
    .values(already.map((caller) => ({ caller, route: 'request', windowStart, count: 1, lastAt: windowStart })));
  for (let index = 0; index < 8; index += 1) await auth.recordDeniedCall(deniedCall(`10.1.0.${index}`));
  expect(await actions()).toEqual(['access.refused', 'access.refused', 'access.refused']);
  const rows = await listDeniedCalls();
  expect(rows.find(({ caller }) => caller === 'others')?.count).toBe(6);
});

test('names a signed-in person once per route', async () => {
  const { auth, signInAs, actions } = composeTestAuth(database);
  const { staff } = await signInAs('viewer');
  const caller = { actor: { kind: 'staff', ...staff } as const, address: '192.0.2.1', requestId: 'r' };
  for (const place of ['staff.list', 'staff.list', 'audit.list']) {
    await auth.recordDeniedCall({ caller, route: place, reason: 'the role is too low' });
  }
  expect((await actions()).filter((action) => action === 'access.refused')).toHaveLength(2);
});
