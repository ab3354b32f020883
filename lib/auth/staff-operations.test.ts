import { beforeAll, expect, test } from 'vitest';
import { listAuditAfter } from '../store/events/audit';
import type { Database } from '../store/database/database';
import { forEachEngineAtFullSize } from '../store/testing/for-each-engine';
import { addStaff } from './add-staff';
import { changeRole, disableStaff, enableStaff, listStaff, resetPassword, signOutEverywhere } from './staff-operations';
import { commandCaller, composeTestAuth } from './testing/compose-test-auth';

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
    const { staff } = await listStaff(auth);
    expect(staff.filter((entry) => entry.role === 'admin' && !entry.disabled)).toHaveLength(1);
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

  test('shows a generated password once, and a reset ends every session', async () => {
    const { auth, signInAs, signIn } = composeTestAuth(database);
    const made = await addStaff(auth, {
      email: 'new@x.example',
      name: 'N',
      role: 'viewer',
      way: 'local',
      caller: commandCaller,
    });
    expect(made.password).toMatch(/^([a-z]{5}-){4}[a-z]{5}$/);
    const caller = { ...commandCaller, address: '192.0.2.5' };
    expect(await signIn({ email: made.email, password: made.password ?? '', caller })).toMatchObject({ ok: true });
    const { staff, cookieHeader } = await signInAs('agent', 'reset@x.example');
    const reset = await resetPassword(auth, { id: staff.id, caller: commandCaller });
    expect(await auth.identify(cookieHeader)).toBeUndefined();
    expect(await signIn({ email: staff.email, password: 'correct horse battery', caller })).toMatchObject({
      ok: false,
    });
    expect(await signIn({ email: staff.email, password: reset.password ?? '', caller })).toMatchObject({ ok: true });
    await expect(resetPassword(auth, { id: staff.id, password: 'short', caller: commandCaller })).rejects.toMatchObject(
      {
        code: 'invalid',
      },
    );
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
