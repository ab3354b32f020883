import { beforeAll, expect, test } from 'vitest';
import type { Caller } from '../contract/caller';
import type { Database } from '../store/database/database';
import { openTestDatabase } from '../store/testing/open-test-database';
import type { OidcRules } from './evaluate-claims';
import { openAccountLink } from './open-account-link';
import { signInWithOidc } from './sign-in-with-oidc';
import { addStaff } from './add-staff';
import { startSession } from './sessions';
import {
  changeRole,
  disableStaff,
  enableStaff,
  listStaff,
  resetPassword,
  unlinkCompanyAccount,
} from './staff-operations';
import { commandCaller, composeTestAuth, anonymousCaller, tokenOf } from './testing/compose-test-auth';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
  return () => database.close();
});

const issuer = 'https://id.x.example';
const base: OidcRules = { issuer, roleClaim: undefined, roleMap: {}, allowedDomains: undefined, unknown: 'refuse' };
const byClaim: OidcRules = { ...base, roleClaim: 'groups', roleMap: { ops: 'agent', chiefs: 'admin' } };

function compose(rules: OidcRules) {
  const composed = composeTestAuth(database, { oidc: { ...rules, clientId: 'c', clientSecret: 's' } });
  const signIn = (claims: Record<string, unknown>) =>
    signInWithOidc(composed.auth, { claims, caller: anonymousCaller('203.0.113.5') });
  const startOf = async (signedIn: Awaited<ReturnType<typeof signIn>>) => {
    if (!signedIn.ok) throw new Error(signedIn.reason);
    const session = { ...signedIn, caller: commandCaller, userAgent: '', way: 'company account' as const };
    return composed.cookieOf(await startSession(composed.auth, session));
  };
  return { ...composed, signIn, startOf };
}

test('finds an invited person by email first, then by identity', async () => {
  const { auth, signIn } = compose(base);
  await addStaff(auth, { email: 'ada@x.example', name: '', role: 'approver', way: 'oidc', caller: commandCaller });
  const first = await signIn({ sub: 'ada', email: 'Ada@x.example', name: 'Ada L.' });
  expect(first).toMatchObject({ ok: true, staff: { role: 'approver', name: 'Ada L.', email: 'ada@x.example' } });
  expect(await signIn({ sub: 'ada', email: 'ada.new@x.example' })).toMatchObject({
    ok: true,
    staff: { email: 'ada@x.example' },
  });
  expect(await signIn({ sub: 'another', email: 'ada@x.example' })).toEqual({ ok: false, reason: 'OtherIdentity' });
});

test('rejects unknown people, or makes them viewers if the settings say so', async () => {
  expect(await compose(base).signIn({ sub: 'n1', email: 'n1@x.example' })).toEqual({
    ok: false,
    reason: 'UnknownPerson',
  });
  const made = await compose({ ...base, unknown: 'viewer' }).signIn({ sub: 'n1', email: 'n1@x.example' });
  expect(made).toMatchObject({ ok: true, staff: { role: 'viewer', email: 'n1@x.example' } });
});

test('applies the role claim at every sign-in, and to open sessions, unless the person is the last admin', async () => {
  const { auth, signIn, startOf, actions, signInAs } = compose(byClaim);
  const first = await signIn({ sub: 'c1', email: 'c1@x.example', groups: ['chiefs'] });
  if (!first.ok) throw new Error(first.reason);
  const cookieHeader = await startOf(first);
  const demoted = { sub: 'c1', email: 'c1@x.example', groups: ['ops'] };
  expect(await signIn(demoted)).toMatchObject({ ok: true, staff: { role: 'admin' } });
  expect((await auth.identify(cookieHeader))?.staff.role).toBe('admin');
  expect((await actions()).at(-1)).toBe('staff.role_kept');

  const { staff: invited } = await signInAs('admin', 'c2@x.example');
  const caller: Caller = { ...commandCaller, actor: { kind: 'staff', ...first.staff } };
  const { link } = await resetPassword(auth, { id: invited.id, caller });
  expect(await signIn(demoted)).toMatchObject({ ok: true, staff: { role: 'agent' } });
  expect(await openAccountLink(auth, { token: tokenOf(link), caller })).toEqual({ kind: 'replaced' });
  expect((await auth.identify(cookieHeader))?.staff.role).toBe('agent');
  expect(await actions()).toContain('staff.role_changed');
  const list = (await listStaff(auth, null)).staff.find((entry) => entry.email === 'c1@x.example');
  expect(list?.roleFromDirectory).toBe(true);
  await expect(changeRole(auth, { id: first.staff.id, role: 'admin', caller: commandCaller })).rejects.toMatchObject({
    code: 'conflict',
  });
  await changeRole(auth, { id: first.staff.id, role: 'viewer', caller: commandCaller });
  expect((await auth.identify(cookieHeader))?.staff.role).toBe('viewer');
});

test('makes a person whose role was taken away a viewer and ends the sessions, unless it is the last admin', async () => {
  const { auth, signIn, startOf, actions, signInAs } = compose(byClaim);
  const { staff: local } = await signInAs('admin', 'n2@x.example');
  const claims = { sub: 'n2', email: 'n2@x.example', email_verified: true };
  const cookieHeader = await startOf(await signIn({ ...claims, groups: ['chiefs'] }));
  const others = (await listStaff(auth, null)).staff.filter(
    ({ id, role, disabled }) => role === 'admin' && !disabled && id !== local.id,
  );
  for (const { id } of others) await disableStaff(auth, { id, caller: commandCaller });
  const refuse = async () => {
    const earlier = (await actions()).length;
    expect(await signIn(claims)).toEqual({ ok: false, reason: 'NoRole' });
    return (await actions()).slice(earlier).filter((action) => action.startsWith('staff.'));
  };
  expect(await refuse()).toEqual(['staff.role_kept']);
  expect((await auth.identify(cookieHeader))?.staff.role).toBe('admin');
  for (const { id } of others) await enableStaff(auth, { id, caller: commandCaller });

  expect(await refuse()).toEqual(['staff.role_changed']);
  expect(await auth.identify(cookieHeader)).toBeUndefined();
  const entry = (await listStaff(auth, null)).staff.find(({ id }) => id === local.id);
  expect(entry).toMatchObject({ role: 'viewer', disabled: false, liveSessions: 0 });
  expect(await refuse()).toEqual([]);
});

test('rejects a disabled person, whatever their company account says', async () => {
  const { auth, signIn } = compose(byClaim);
  const first = await signIn({ sub: 'd1', email: 'd1@x.example', groups: ['ops'] });
  if (!first.ok) throw new Error(first.reason);
  await disableStaff(auth, { id: first.staff.id, caller: commandCaller });
  expect(await signIn({ sub: 'd1', email: 'd1@x.example', groups: ['ops'] })).toEqual({
    ok: false,
    reason: 'Disabled',
  });
});

test.each([
  ['absent', {}],
  ['false', { email_verified: false }],
])('does not link a local account when email_verified is %s', async (name, claim) => {
  const { auth, signIn } = compose(base);
  const email = `local-${name}@x.example`;
  await addStaff(auth, { email, name: '', role: 'admin', way: 'local', caller: commandCaller });
  expect(await signIn({ sub: email, email, ...claim })).toEqual({ ok: false, reason: 'UnverifiedEmail' });
  expect(await signIn({ sub: email, email, email_verified: true })).toMatchObject({ ok: true });
});

test.each(['local', 'oidc'] as const)('links a %s account to a new issuer by a verified address', async (way) => {
  const email = `moves-${way}@x.example`;
  const before = compose(base);
  await addStaff(before.auth, { email, name: '', role: 'admin', way, caller: commandCaller });
  const old = await before.signIn({ sub: `u|${way}`, email, email_verified: true });
  const cookieHeader = await before.startOf(old);
  // The same beginning, and the same subject.
  const { auth, signIn, startOf, actions } = compose({ ...byClaim, issuer: `${issuer}.new` });
  const claims = { sub: `u|${way}`, email, groups: ['ops'] };
  expect(await signIn(claims)).toEqual({ ok: false, reason: 'UnverifiedEmail' });
  expect(await auth.identify(cookieHeader)).toBeDefined();
  const earlier = (await actions()).length;
  const moved = await signIn({ ...claims, email_verified: true });
  expect(moved).toMatchObject({ ok: true, staff: { email, role: 'agent' } });
  expect((await actions()).slice(earlier)).toEqual(['staff.linked', 'staff.role_changed']);
  expect(await auth.identify(cookieHeader)).toBeUndefined();
  // Signed in at the old issuer before, and its session begins only now.
  await expect(before.startOf(old)).rejects.toMatchObject({ code: 'unauthenticated' });
  expect(await auth.identify(await startOf(moved))).toBeDefined();
  expect(await signIn({ ...claims, sub: 'u|2', email_verified: true })).toEqual({ ok: false, reason: 'OtherIdentity' });
});

test('links a new identity at the same issuer only after the account was unlinked', async () => {
  const { auth, signIn, startOf, actions } = compose({ ...base, unknown: 'viewer' });
  const claims = { sub: 'first', email: 'again@x.example' };
  const first = await signIn(claims);
  if (!first.ok) throw new Error(first.reason);
  const cookieHeader = await startOf(first);
  const recreated = { ...claims, sub: 'second' };
  expect(await signIn(recreated)).toEqual({ ok: false, reason: 'OtherIdentity' });
  const change = { id: first.staff.id, caller: commandCaller };
  await unlinkCompanyAccount(auth, change);
  expect((await actions()).at(-1)).toBe('staff.unlinked');
  expect(await auth.identify(cookieHeader)).toBeUndefined();
  await expect(startOf(first)).rejects.toMatchObject({ code: 'unauthenticated' });
  await expect(unlinkCompanyAccount(auth, change)).rejects.toMatchObject({ code: 'conflict' });
  expect(await signIn(recreated)).toMatchObject({ ok: true, staff: { id: first.staff.id } });
  expect(await signIn(claims)).toEqual({ ok: false, reason: 'OtherIdentity' });
});
