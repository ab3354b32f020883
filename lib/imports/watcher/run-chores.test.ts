import { afterAll, beforeAll, expect, it } from 'vitest';
import { createManualClock } from '../../core/clock';
import { silentLog } from '../../core/log';
import type { Database } from '../../store/database';
import { openTestDatabase } from '../../store/testing/open-test-database';
import { createChores } from './run-chores';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

it('runs a chore on one of several instances, and goes on when another one fails', async () => {
  const clock = createManualClock();
  const ran: string[] = [];
  const instance = (name: string) =>
    createChores({
      database,
      clock,
      log: silentLog,
      chores: [
        { name: 'broken', everyS: 60, run: () => Promise.reject(new Error('broken')) },
        { name: 'sweep', everyS: 60, run: async () => ran.push(name) },
      ],
    });
  const [one, other] = [instance('one'), instance('other')];
  await Promise.all([one.tick(), other.tick()]);
  expect(ran).toHaveLength(1);
  await Promise.all([one.tick(), other.tick()]);
  expect(ran).toHaveLength(1);
});
