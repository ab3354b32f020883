import { afterAll, beforeAll, expect, test } from 'vitest';
import { defaultPolicy } from '../contract/policy';
import { systemClock } from '../core/clock';
import { listAuditAfter } from '../store/events/audit';
import type { Database } from '../store/database/database';
import { readCurrentPolicy, listPolicies } from '../store/sponsorship/policies';
import { openTestDatabase } from '../store/testing/open-test-database';
import { savePolicy } from './save-policy';
import { staffCaller } from './testing/staff-caller';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const save = (monthlyBudget: number, basedOn: number) =>
  savePolicy(
    { database, clock: systemClock },
    { caller: staffCaller('Ada', 'admin'), policy: { ...defaultPolicy, monthlyBudget }, basedOn },
  );

test('stores a policy as a new version and audits both', async () => {
  expect(await save(10, 0)).toMatchObject({ version: 1, by: 'Ada', policy: { monthlyBudget: 10 } });
  expect(await save(20, 1)).toMatchObject({ version: 2 });
  expect((await listPolicies(database.db, 10)).map(({ policy }) => policy.monthlyBudget)).toEqual([20, 10]);
  const entries = await listAuditAfter(database.db, 0, 100);
  expect(entries.at(-1)).toMatchObject({
    action: 'policy.changed',
    subject: 'policy version 2',
    actor: expect.stringContaining('Ada'),
    before: { monthlyBudget: 10 },
    after: { monthlyBudget: 20 },
  });
});

test('returns 409 to all but one of the admins who save the same version', async () => {
  const { version } = await readCurrentPolicy(database.db);
  const results = await Promise.allSettled([save(30, version), save(40, version), save(50, version)]);
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected']);
  for (const result of results) {
    if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'conflict' });
  }
  expect((await readCurrentPolicy(database.db)).version).toBe(version + 1);
});
