import { beforeAll, expect, test } from 'vitest';
import type { Database } from '../store/database/database';
import { findStaff } from '../store/staff/staff';
import { addHits, countHits } from '../store/staff/throttle';
import { openTestDatabase } from '../store/testing/open-test-database';
import { signOut } from './create-auth';
import { startSession, sweepSessions } from './sessions';
import { changeRole, disableStaff, enableStaff, signOutEverywhere } from './staff-operations';
import { commandCaller, composeTestAuth, anonymousCaller } from './testing/compose-test-auth';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
  return () => database.close();
});

const hourMs = 3_600_000;

test('finds a session by its cookie, and rejects forged, truncated and foreign cookies', async () => {
  const { auth, cookie, signInAs } = composeTestAuth(database);
  const { cookieHeader, staff } = await signInAs('agent', 'lives@x.example');
  expect((await auth.identify(cookieHeader))?.staff).toEqual(staff);
  expect((await auth.identify(`other=1; ${cookieHeader}; more=2`))?.staff.id).toBe(staff.id);
  for (const header of [
    null,
    '',
    `${cookie.name}=`,
    cookieHeader.slice(0, -4),
    `${cookieHeader}x`,
    `x${cookieHeader}`,
  ]) {
    expect(await auth.identify(header)).toBeUndefined();
  }
  const foreign = composeTestAuth(database);
  expect(await foreign.auth.identify(await foreign.cookieOf('not-a-uuid'))).toBeUndefined();
});

test('expires after twelve idle hours, and after a day however active', async () => {
  const { auth, clock, signInAs } = composeTestAuth(database);
  const { cookieHeader } = await signInAs('viewer', 'idle@x.example');
  clock.set(new Date(clock.now().getTime() + 11.9 * hourMs));
  const identity = await auth.identify(cookieHeader);
  if (!identity) throw new Error('it should live');
  await auth.recordActivity(identity);
  clock.set(new Date(clock.now().getTime() + 11.9 * hourMs));
  const again = await auth.identify(cookieHeader);
  if (!again) throw new Error('the act should have kept it alive');
  await auth.recordActivity(again);
  clock.set(new Date(clock.now().getTime() + 0.3 * hourMs));
  expect(await auth.identify(cookieHeader)).toBeUndefined();
});

test('background reads do not extend a session', async () => {
  const { auth, clock, signInAs } = composeTestAuth(database);
  const { cookieHeader } = await signInAs('viewer', 'stream@x.example');
  for (let hours = 1; hours < 12; hours += 1) {
    clock.set(new Date(clock.now().getTime() + hourMs));
    expect(await auth.identify(cookieHeader)).toBeDefined();
  }
  clock.set(new Date(clock.now().getTime() + hourMs));
  expect(await auth.identify(cookieHeader)).toBeUndefined();
});

test('disabling, demoting and signing out everywhere apply to the next request', async () => {
  const { auth, signInAs } = composeTestAuth(database);
  const admin = await signInAs('admin', 'boss@x.example');
  const other = await signInAs('approver', 'other@x.example');
  await changeRole(auth, { id: other.staff.id, role: 'viewer', caller: commandCaller });
  expect((await auth.identify(other.cookieHeader))?.staff.role).toBe('viewer');
  await disableStaff(auth, { id: other.staff.id, caller: commandCaller });
  expect(await auth.identify(other.cookieHeader)).toBeUndefined();
  // Its sign-in was accepted just before, and the session would work once the account is enabled.
  const late = startSession(auth, { staff: other.staff, caller: commandCaller, userAgent: 'b', way: 'password' });
  await expect(late).rejects.toMatchObject({ code: 'unauthenticated' });
  await enableStaff(auth, { id: other.staff.id, caller: commandCaller });
  expect(await auth.identify(other.cookieHeader)).toBeUndefined();
  expect(await signOutEverywhere(auth, { id: admin.staff.id, caller: commandCaller })).toEqual({ ended: 1 });
  expect(await auth.identify(admin.cookieHeader)).toBeUndefined();
});

test('sign-out ends this session, sign-out everywhere ends all, and the cookie is cleared', async () => {
  const { auth, cookieOf, signInAs } = composeTestAuth(database);
  const { staff, cookieHeader } = await signInAs('agent', 'leaves@x.example');
  const start = async () => {
    const id = await startSession(auth, { staff, caller: anonymousCaller('::1'), userAgent: 'b', way: 'password' });
    return cookieOf(id);
  };
  const [second, third] = [await start(), await start()];
  const caller = anonymousCaller('::1');
  const forget = await signOut(auth, { cookieHeader, everywhere: false, caller });
  expect(forget).toContain('Max-Age=0');
  expect(await auth.identify(cookieHeader)).toBeUndefined();
  expect(await auth.identify(second)).toBeDefined();
  await signOut(auth, { cookieHeader: second, everywhere: true, caller });
  expect(await auth.identify(third)).toBeUndefined();
});

test('a new sign-in in the same browser ends the previous session', async () => {
  const { auth, signInAs } = composeTestAuth(database);
  const { staff, sessionId, cookieHeader } = await signInAs('agent', 'again@x.example');
  await startSession(auth, {
    staff,
    caller: anonymousCaller('::1'),
    userAgent: 'b',
    way: 'password',
    replaces: sessionId,
  });
  expect(await auth.identify(cookieHeader)).toBeUndefined();
});

test('updates last seen on activity, but not on every click', async () => {
  const { auth, clock, signInAs } = composeTestAuth(database);
  const { staff, cookieHeader } = await signInAs('agent', 'seen@x.example');
  const startedAt = clock.now();
  clock.set(new Date(startedAt.getTime() + 30_000));
  const act = async () => {
    const identity = await auth.identify(cookieHeader);
    if (identity) await auth.recordActivity(identity);
    return (await findStaff(database.db, staff.id))?.lastSeenAt;
  };
  expect(await act()).toEqual(startedAt);
  clock.set(new Date(startedAt.getTime() + 61_000));
  expect(await act()).toEqual(clock.now());
});

test('keeps attempts as long as the longest limit looks back, a day, and deletes them after two', async () => {
  const { auth, clock } = composeTestAuth(database);
  const bucket = { name: 'mail:kept@x.example', max: 5, windowMs: 24 * hourMs };
  const now = clock.now();
  const agoMs = (ms: number) => new Date(now.getTime() - ms);
  for (const at of [agoMs(23.9 * hourMs), agoMs(47.9 * hourMs), agoMs(48.1 * hourMs)]) {
    await addHits(database.db, [bucket], at);
  }
  await sweepSessions(auth);
  expect(await countHits(database.db, [bucket], now)).toBe(1);
  expect(await countHits(database.db, [{ ...bucket, windowMs: 100 * hourMs }], now)).toBe(2);
});
