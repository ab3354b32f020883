import { expect, it, vi } from 'vitest';
import { systemClock } from '../../core/clock';
import { silentLog } from '../../core/log';
import { openTestPostgresDatabase } from '../testing/open-test-database';
import { createDatabaseClock } from './create-database-clock';

it('uses the time of the database on a machine whose clock is wrong, and says so once', async () => {
  const database = await openTestPostgresDatabase();
  const warn = vi.fn();
  let offMs = 600_000;
  const wrong = { ...systemClock, now: () => new Date(Date.now() + offMs) };
  const { clock, adjust } = createDatabaseClock({ database, clock: wrong, log: { ...silentLog, warn } });
  const isRight = () => Math.abs(clock.now().getTime() - Date.now()) < 60_000;
  expect(isRight()).toBe(false);
  await adjust();
  await adjust();
  expect(isRight()).toBe(true);
  expect(warn.mock.calls).toEqual([
    [{ offS: expect.closeTo(600, -1) }, expect.stringContaining('clock of this machine')],
  ]);
  offMs = 0;
  await adjust();
  expect(isRight()).toBe(true);
  await database.close();
});

it('does not follow differences that are too small to measure', async () => {
  const database = await openTestPostgresDatabase();
  const almost = { ...systemClock, now: () => new Date(Date.now() + 1000) };
  const { clock, adjust } = createDatabaseClock({ database, clock: almost, log: silentLog });
  await adjust();
  expect(clock.now().getTime() - Date.now()).toBeGreaterThan(900);
  await database.close();
});
