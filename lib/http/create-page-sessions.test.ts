import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { composeTestAuth } from '../auth/testing/compose-test-auth';
import { runInContext } from '../core/context.mjs';
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

const inRequest = <T>(work: () => Promise<T>) => runInContext({ request: { id: randomUUID() } }, work);

test('reads the session in one statement, which also shows that the database answers', async () => {
  const { sessions, staff, cookie } = await openSessions();
  await inRequest(async () => {
    expect(await statementsOf(async () => expect(await sessions.begin(cookie)).toBe(true))).toHaveLength(1);
    expect(sessions.take(cookie)?.staff).toEqual(staff);
  });
});

test('gives a session to its own request only, and once', async () => {
  const { sessions, cookie } = await openSessions();
  await inRequest(async () => {
    await sessions.begin(cookie);
    await inRequest(async () => expect(sessions.take(cookie)).toBeUndefined());
    expect(sessions.take('another')).toBeUndefined();
    expect(sessions.take(null)).toBeUndefined();
    expect(sessions.take(cookie)).toBeDefined();
    expect(sessions.take(cookie)).toBeUndefined();
  });
});

test('gives none without a request', async () => {
  const { sessions, cookie } = await openSessions();
  expect(await sessions.begin(cookie)).toBe(true);
  expect(sessions.take(cookie)).toBeUndefined();
});

test('gives none to a request without a valid session, and still asks the database', async () => {
  const { sessions } = await openSessions();
  for (const cookie of [null, 'next-auth.session-token=forged']) {
    await inRequest(async () => {
      expect(await statementsOf(async () => expect(await sessions.begin(cookie)).toBe(true))).toHaveLength(1);
      expect(sessions.take(cookie)).toBeUndefined();
    });
  }
});

test('is false once the database is closed', async () => {
  const closed = await openTestDatabase();
  const { auth, clock, signInAs } = composeTestAuth(closed);
  const databaseHealth = createDatabaseHealth({ database: closed, clock, log: silentLog });
  const sessions = createPageSessions({ auth, databaseHealth, clock, log: silentLog });
  const { cookieHeader: cookie } = await signInAs('agent');
  await closed.close();
  expect(await sessions.begin(cookie)).toBe(false);
  expect(await sessions.begin(null)).toBe(false);
});
