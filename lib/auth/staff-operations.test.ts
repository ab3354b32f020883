import { beforeAll, expect, test } from 'vitest';
import { listAuditAfter } from '../store/events/audit';
import type { Database } from '../store/database/database';
import { forEachEngineAtFullSize } from '../store/testing/for-each-engine';
import { addStaff } from './add-staff';
import { changePassword } from './change-password';
import { readAccount } from './read-account';
import { createRegistrationOptions } from './register-passkey';
import { startSession } from './sessions';
import {
  changeRole,
  disableStaff,
  enableStaff,
  listAdminNames,
  listStaff,
  resetPassword,
  signOutEverywhere,
} from './staff-operations';
import { openAccountLink } from './open-account-link';
import { setPasswordByLink } from './set-password-by-link';
import { anonymousCaller, commandCaller, composeTestAuth, tokenOf } from './testing/compose-test-auth';

forEachEngineAtFullSize((_engine, open) => {
  let database: Database;
  beforeAll(async () => {
    database = await open();
  });

  test('rejects demoting or disabling the last admin, even when two remove each other concurrently', async () => {
    const { auth, signInAs } = composeTestAuth(database);
    const one = await signInAs('admin', 'one@x.example');
    const lastAdmin = { code: 'conflict', userMessage: expect.stringContaining('last admin') };
    await expect(changeRole(auth, { id: one.staff.id, role: 'agent', caller: commandCaller })).rejects.toMatchObject(
      lastAdmin,
    );
    await expect(disableStaff(auth, { id: one.staff.id, caller: commandCaller })).rejects.toMatchObject(lastAdmin);

    const two = await signInAs('admin', 'two@x.example');
    const results = await Promise.allSettled([
      changeRole(auth, { id: one.staff.id, role: 'viewer', caller: commandCaller }),
      disableStaff(auth, { id: two.staff.id, caller: commandCaller }),
    ]);
    expect(results.map((result) => result.status).sort()).toEqual(['fulfilled', 'rejected']);
    const { staff } = await listStaff(auth, null);
    expect(staff.filter((entry) => entry.role === 'admin' && !entry.disabled)).toHaveLength(1);
  });

  test('names at most three active admins', async () => {
    const { auth, signInAs } = composeTestAuth(database);
    for (const name of ['a', 'b', 'c']) await signInAs('admin', `${name}.admin@x.example`);
    const { staff: disabled } = await signInAs('admin', 'gone.admin@x.example');
    await disableStaff(auth, { id: disabled.id, caller: commandCaller });
    await signInAs('agent', 'no.admin@x.example');
    const { names } = await listAdminNames(auth);
    expect(names).toHaveLength(3);
    const { staff } = await listStaff(auth, null);
    const admins = staff.filter((entry) => entry.role === 'admin' && !entry.disabled);
    for (const name of names) expect(admins.map((entry) => entry.name || entry.email)).toContain(name);
  });

  test('stores one row per email regardless of case, and never adds a person twice', async () => {
    const { auth } = composeTestAuth(database);
    const add = (email: string) =>
      addStaff(auth, { email, name: '', role: 'viewer', way: 'local', password: 'long enough', caller: commandCaller });
    const results = await Promise.allSettled([add('Twice@X.example'), add('twice@x.example')]);
    expect(results.map((result) => result.status).sort()).toEqual(['fulfilled', 'rejected']);
    await expect(add('TWICE@x.example')).rejects.toMatchObject({ code: 'conflict', errors: [{ field: 'email' }] });
    await expect(add('not an address')).rejects.toMatchObject({ code: 'invalid' });
  });

  test('a reset ends every session and removes the password at once, and the owner sets a new one at the link', async () => {
    const { auth, signInAs, signIn } = composeTestAuth(database);
    const { staff, cookieHeader } = await signInAs('agent', 'reset@x.example');
    const caller = anonymousCaller('192.0.2.5');
    const { link, ...rest } = await resetPassword(auth, { id: staff.id, caller: commandCaller });
    expect(rest).toEqual({ id: staff.id, email: staff.email });
    expect(await auth.identify(cookieHeader)).toBeUndefined();
    const attempt = { email: staff.email, caller };
    expect(await signIn({ ...attempt, password: 'correct horse battery' })).toMatchObject({ ok: false });
    const token = tokenOf(link);
    await setPasswordByLink(auth, { token, password: 'chosen at the link', repeated: 'chosen at the link', caller });
    expect(await signIn({ ...attempt, password: 'chosen at the link' })).toMatchObject({ ok: true });
  });

  test('a reset to a given password returns no link and replaces unused links', async () => {
    const { auth, signIn } = composeTestAuth(database);
    const person = { email: 'given@x.example', name: '', role: 'viewer', way: 'local', caller: commandCaller } as const;
    const { id, email, link } = await addStaff(auth, person);
    const password = 'chosen by automation';
    const caller = anonymousCaller('192.0.2.6');
    expect(await resetPassword(auth, { id, password, caller: commandCaller })).toEqual({ id, email, link: null });
    expect(await signIn({ email, password, caller })).toMatchObject({ ok: true });
    expect(await openAccountLink(auth, { token: tokenOf(link), caller })).toEqual({ kind: 'replaced' });
    await expect(resetPassword(auth, { id, password: 'short', caller: commandCaller })).rejects.toMatchObject({
      code: 'invalid',
    });
  });

  test('adding people and resetting passwords concurrently does not deadlock', async () => {
    const { auth, signInAs } = composeTestAuth(database);
    const { staff } = await signInAs('admin', 'busy@x.example');
    const caller = { ...commandCaller, actor: { kind: 'staff' as const, ...staff } };
    const { id } = await addStaff(auth, { email: 'target@x.example', name: '', role: 'viewer', way: 'local', caller });
    const changes = Array.from({ length: 6 }, (_, index) => [
      addStaff(auth, { email: `busy${index}@x.example`, name: '', role: 'viewer', way: 'local', caller }),
      resetPassword(auth, { id, caller }),
    ]);
    const results = await Promise.allSettled(changes.flat());
    expect(results.filter(({ status }) => status === 'rejected')).toEqual([]);
  });

  test('company accounts have no links, and a password of theirs follows the rules of local accounts', async () => {
    const { auth, cookieOf, signIn } = composeTestAuth(database, { requirePasskeyFrom: 'viewer' });
    const person = { email: 'sso@x.example', name: '', role: 'viewer', way: 'oidc', caller: commandCaller } as const;
    const { id, link } = await addStaff(auth, person);
    expect(link).toBeNull();
    const remove = () => resetPassword(auth, { id, caller: commandCaller });
    await expect(remove()).rejects.toMatchObject({ code: 'conflict' });

    const password = 'for an emergency';
    await resetPassword(auth, { id, password, caller: commandCaller });
    const caller = anonymousCaller('192.0.2.7');
    const attempt = { email: person.email, password, caller };
    const signedIn = await signIn(attempt);
    if (!signedIn.ok) throw new Error(signedIn.reason);
    const cookieHeader = await cookieOf(
      await startSession(auth, { ...signedIn, caller, userAgent: '', way: 'password' }),
    );
    const identity = await auth.identify(cookieHeader);
    if (!identity) throw new Error('no session');
    expect(identity.passkeyStep).toBe('add');
    expect(await createRegistrationOptions(auth, { staff: identity.staff, caller })).toBeDefined();
    expect(await readAccount(auth, identity)).toMatchObject({ local: true, passkeyRequired: true });
    const renewed = await changePassword(auth, {
      identity,
      caller,
      current: password,
      password: 'chosen by its owner',
    });
    const newCookieHeader = await cookieOf(renewed.sessionId);
    expect(await auth.identify(newCookieHeader)).toBeDefined();

    expect(await remove()).toEqual({ id, email: person.email, link: null });
    expect(await auth.identify(newCookieHeader)).toBeUndefined();
    expect(await signIn({ ...attempt, password: 'chosen by its owner' })).toMatchObject({ ok: false });
    await expect(remove()).rejects.toMatchObject({ code: 'conflict' });
  });

  test('audits every change without passwords or hashes', async () => {
    const { auth, signInAs, actions } = composeTestAuth(database);
    const earlier = (await actions()).length;
    const { staff } = await signInAs('agent', 'b@x.example');
    await changeRole(auth, { id: staff.id, role: 'approver', caller: commandCaller });
    await resetPassword(auth, { id: staff.id, password: 'canary-password', caller: commandCaller });
    await disableStaff(auth, { id: staff.id, caller: commandCaller });
    await enableStaff(auth, { id: staff.id, caller: commandCaller });
    await signOutEverywhere(auth, { id: staff.id, caller: commandCaller });
    const recorded = (await actions()).slice(earlier).filter((action) => action.startsWith('staff.'));
    expect(recorded).toEqual([
      'staff.added',
      'staff.role_changed',
      'staff.password_reset',
      'staff.disabled',
      'staff.enabled',
      'staff.signed_out_everywhere',
    ]);
    const text = JSON.stringify(await listAuditAfter(database.db, 0, 100));
    expect(text).not.toContain('canary-password');
    expect(text).not.toContain('argon2');
    expect(text).toContain('"before":{"role":"agent","disabled":false}');
  });

  test('returns not found for an unknown or malformed id', async () => {
    const { auth } = composeTestAuth(database);
    for (const id of ['', 'x', "' or 1=1", '0192f2c4-0000-7000-8000-000000000009']) {
      await expect(disableStaff(auth, { id, caller: commandCaller })).rejects.toMatchObject({ code: 'not_found' });
    }
  });
});
