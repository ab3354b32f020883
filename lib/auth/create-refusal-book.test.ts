import { beforeEach, expect, test } from 'vitest';
import type { Database } from '../store/database';
import { openTestDatabase } from '../store/testing/open-test-database';
import { listRefusals } from '../store/throttle';
import { composeTestAuth, strangerAt } from './testing/compose-test-auth';

let database: Database;
beforeEach(async () => {
  database = await openTestDatabase();
  return () => database.close();
});

const refused = (address: string) => ({ caller: strangerAt(address), place: 'imports.list', reason: 'nobody' });

test('a stranger is written once per window and counted every time, over two instances', async () => {
  const one = composeTestAuth(database);
  const two = composeTestAuth(database);
  for (let index = 0; index < 30; index += 1) {
    await (index % 2 ? one : two).refusals.note({ ...refused('203.0.113.1'), place: `place ${index}` });
    for (const { clock } of [one, two]) clock.set(new Date(clock.now().getTime() + 6000));
  }
  expect(await one.actions()).toEqual(['access.refused']);
  expect((await listRefusals(database.db, new Date(0))).map((row) => row.count)).toEqual([30]);
  one.clock.set(new Date(one.clock.now().getTime() + 15 * 60_000));
  await one.refusals.note(refused('203.0.113.1'));
  expect(await one.actions()).toEqual(['access.refused', 'access.refused']);
});

test('a burst within seconds is gathered into few writes, and none of it is lost for the count', async () => {
  const { refusals, clock } = composeTestAuth(database);
  for (let index = 0; index < 200; index += 1) await refusals.note(refused('203.0.113.2'));
  clock.set(new Date(clock.now().getTime() + 6000));
  await refusals.note(refused('203.0.113.2'));
  expect((await listRefusals(database.db, new Date(0))).map((row) => row.count)).toEqual([201]);
});

test('an army of addresses cannot fill the audit', async () => {
  const { refusals, actions } = composeTestAuth(database);
  for (let index = 0; index < 700; index += 1) await refusals.note(refused(`10.0.${index >> 8}.${index & 255}`));
  expect((await actions()).length).toBeLessThanOrEqual(501);
});

test('somebody signed in is named, once for each place they were refused at', async () => {
  const { refusals, enter, actions } = composeTestAuth(database);
  const { staff } = await enter('viewer');
  const caller = { actor: { kind: 'staff', ...staff } as const, address: '192.0.2.1', requestId: 'r' };
  for (const place of ['staff.list', 'staff.list', 'audit.list']) {
    await refusals.note({ caller, place, reason: 'the role is too low' });
  }
  expect((await actions()).filter((action) => action === 'access.refused')).toHaveLength(2);
});
