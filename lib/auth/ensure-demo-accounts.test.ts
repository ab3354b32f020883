import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../store/database/database';
import { openTestDatabase } from '../store/testing/open-test-database';
import { disableDemoAccounts, ensureDemoAccounts } from './ensure-demo-accounts';
import { startSession } from './sessions';
import { enableStaff, findStaffIdByEmail, resetPassword } from './staff-operations';
import { anonymousCaller, commandCaller, composeTestAuth } from './testing/compose-test-auth';

let database: Database;
let folder: string;
beforeAll(async () => {
  database = await openTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'landfall-demo-'));
});
afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true });
});

const caller = anonymousCaller('127.0.0.1');

test('creates one account per role, stores their passwords with owner-only access, and they can sign in', async () => {
  const { auth, signIn } = composeTestAuth(database, { demo: true });
  const accounts = await ensureDemoAccounts({ ...auth, folder });
  expect(accounts.map((account) => account.role)).toEqual(['viewer', 'agent', 'approver', 'admin']);
  expect((await stat(join(folder, 'demo-accounts.json'))).mode & 0o777).toBe(0o600);
  expect(await ensureDemoAccounts({ ...auth, folder })).toEqual(accounts);
  for (const { email, password, role } of accounts) {
    expect(await signIn({ email, password, caller })).toMatchObject({ ok: true, staff: { role } });
  }
});

test('demo accounts have no password link', async () => {
  const { auth } = composeTestAuth(database, { demo: true });
  const [account] = await ensureDemoAccounts({ ...auth, folder });
  const id = await findStaffIdByEmail(auth, account?.email ?? '');
  const reset = resetPassword(auth, { id, caller: commandCaller });
  await expect(reset).rejects.toMatchObject({
    userMessage: 'Demo accounts have no password link. `npm start` prints their passwords.',
  });
});

test('demo accounts cannot sign in outside the demo, and their sessions end', async () => {
  const demo = composeTestAuth(database, { demo: true });
  const accounts = await ensureDemoAccounts({ ...demo.auth, folder });
  const account = accounts[3];
  if (!account) throw new Error('no admin');
  const entered = await demo.signIn({ ...account, caller });
  if (!entered.ok) throw new Error(entered.reason);
  const id = await startSession(demo.auth, { staff: entered.staff, caller, userAgent: '', way: 'password' });
  const cookieHeader = await demo.cookieOf(id);

  const real = composeTestAuth(database, { demo: false });
  expect(await real.auth.identify(cookieHeader)).toBeUndefined();
  expect(await real.signIn({ ...account, caller: anonymousCaller('127.0.0.2') })).toMatchObject({
    ok: false,
    reason: 'wrong',
  });
  expect(await disableDemoAccounts(real.auth)).toBe(4);
  expect(await disableDemoAccounts(real.auth)).toBe(0);
  const demoId = await findStaffIdByEmail(real.auth, account.email);
  await expect(enableStaff(real.auth, { id: demoId, caller })).rejects.toMatchObject({ code: 'conflict' });

  await ensureDemoAccounts({ ...demo.auth, folder });
  expect(await demo.signIn({ ...account, caller: anonymousCaller('127.0.0.3') })).toMatchObject({ ok: true });
});

test('replaces a corrupt file', async () => {
  const { auth, signIn } = composeTestAuth(database, { demo: true });
  const path = join(folder, 'demo-accounts.json');
  await writeFile(path, '{');
  const [viewer] = await ensureDemoAccounts({ ...auth, folder });
  expect(JSON.parse(await readFile(path, 'utf8'))).toHaveLength(4);
  expect(await signIn({ email: viewer?.email ?? '', password: viewer?.password ?? '', caller })).toMatchObject({
    ok: true,
  });
});
