import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { composeTestAuth } from '../auth/testing/compose-test-auth';
import { silentLog } from '../core/log';
import { createDatabaseHealth } from '../store/database/create-database-health';
import type { Database } from '../store/database/database';
import { openTestDatabase } from '../store/testing/open-test-database';
import { createStatementRecorder } from '../store/testing/record-statements';
import { createPageSessions } from './create-page-sessions';

let database: Database;
let statementsOf: ReturnType<typeof createStatementRecorder>;
beforeAll(async () => {
  database = await openTestDatabase();
  statementsOf = createStatementRecorder(database);
  return () => database.close();
});

async function openSessions() {
  const { auth, clock, signInAs } = composeTestAuth(database);
  const databaseHealth = createDatabaseHealth({ database, clock, log: silentLog });
  const sessions = createPageSessions({ auth, databaseHealth, clock, log: silentLog });
  const { staff, cookieHeader } = await signInAs('agent', `${randomUUID()}@x.example`);
  return { sessions, staff, cookie: cookieHeader };
}

test('reads the session in one statement, which also shows that the database answers', async () => {
  const { sessions, staff, cookie } = await openSessions();
  const id = randomUUID();
  expect(await statementsOf(async () => expect(await sessions.begin({ id, cookie })).toBe(true))).toHaveLength(1);
  expect(sessions.take({ id, cookie })?.staff).toEqual(staff);
});

test('gives a session to its own request only, and once', async () => {
  const { sessions, cookie } = await openSessions();
  const id = randomUUID();
  await sessions.begin({ id, cookie });
  expect(sessions.take({ id: randomUUID(), cookie })).toBeUndefined();
  expect(sessions.take({ id: null, cookie })).toBeUndefined();
  expect(sessions.take({ id, cookie: 'another' })).toBeUndefined();
  expect(sessions.take({ id, cookie: null })).toBeUndefined();
  expect(sessions.take({ id, cookie })).toBeDefined();
  expect(sessions.take({ id, cookie })).toBeUndefined();
});

test('gives none to a request without a valid session, and still asks the database', async () => {
  const { sessions } = await openSessions();
  for (const cookie of [null, 'next-auth.session-token=forged']) {
    const id = randomUUID();
    expect(await statementsOf(async () => expect(await sessions.begin({ id, cookie })).toBe(true))).toHaveLength(1);
    expect(sessions.take({ id, cookie })).toBeUndefined();
  }
});

test('keeps a limited number of sessions that no page has taken', async () => {
  const { auth, clock, signInAs } = composeTestAuth(database);
  const { cookieHeader: cookie } = await signInAs('agent', `${randomUUID()}@x.example`);
  const identity = await auth.identify(cookie);
  const databaseHealth = createDatabaseHealth({ database, clock, log: silentLog });
  const remembered = { identify: () => Promise.resolve(identity) };
  const sessions = createPageSessions({ auth: remembered, databaseHealth, clock, log: silentLog });
  const ids = Array.from({ length: 1001 }, () => randomUUID());
  for (const id of ids) await sessions.begin({ id, cookie });
  expect(ids.filter((id) => sessions.take({ id, cookie }) !== undefined)).toEqual(ids.slice(1));
});

test('is false once the database is closed', async () => {
  const closed = await openTestDatabase();
  const { auth, clock, signInAs } = composeTestAuth(closed);
  const databaseHealth = createDatabaseHealth({ database: closed, clock, log: silentLog });
  const sessions = createPageSessions({ auth, databaseHealth, clock, log: silentLog });
  const { cookieHeader: cookie } = await signInAs('agent');
  await closed.close();
  expect(await sessions.begin({ id: randomUUID(), cookie })).toBe(false);
  expect(await sessions.begin({ id: randomUUID(), cookie: null })).toBe(false);
});
