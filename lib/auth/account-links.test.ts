import { beforeAll, expect, test } from 'vitest';
import type { Caller } from '../contract/caller';
import type { AccountLink } from '../contract/staff';
import type { Database } from '../store/database/database';
import { listAuditAfter } from '../store/events/audit';
import { markLinkUsed } from '../store/staff/account-links';
import { accountLinks } from '../store/schema/staff';
import { forEachEngineAtFullSize } from '../store/testing/for-each-engine';
import { addStaff } from './add-staff';
import { hashLinkToken } from './create-account-link';
import type { Auth } from './create-auth';
import { openAccountLink } from './open-account-link';
import { setPasswordByLink } from './set-password-by-link';
import { changeRole, disableStaff, enableStaff, listStaff, resetPassword } from './staff-operations';
import { anonymousCaller, commandCaller, composeTestAuth, tokenOf } from './testing/compose-test-auth';

const hourMs = 3_600_000;
const chosen = 'chosen by the owner';
const owner = anonymousCaller('203.0.113.5');

forEachEngineAtFullSize((_engine, open) => {
  let database: Database;
  beforeAll(async () => {
    database = await open();
  });

  const add = (auth: Auth, email: string, caller: Caller = commandCaller) =>
    addStaff(auth, { email, name: '', role: 'approver', way: 'local', caller });
  const setPassword = (auth: Auth, link: AccountLink | null, password = chosen, repeated = password, caller = owner) =>
    setPasswordByLink(auth, { token: tokenOf(link), password, repeated, caller });
  const openLink = (auth: Auth, link: AccountLink | null, caller = owner) =>
    openAccountLink(auth, { token: tokenOf(link), caller });

  test('the owner chooses the password at the link, and can sign in only after that', async () => {
    const { auth, signIn, clock } = composeTestAuth(database);
    const { id, email, link } = await add(auth, 'new@x.example');
    expect(link).toEqual({
      url: expect.stringMatching(/^http:\/\/localhost:3000\/set-password\/[\w-]{43}$/),
      expiresAt: new Date(clock.now().getTime() + 24 * hourMs).toISOString(),
    });
    const needsPassword = async () =>
      (await listStaff(auth, null)).staff.find((entry) => entry.id === id)?.needsPassword;
    expect(await needsPassword()).toBe(true);
    for (const password of ['', chosen]) {
      expect(await signIn({ email, password, caller: owner })).toMatchObject({ ok: false, reason: 'wrong' });
    }
    // Opening the link, as a preview in a chat does, does not use it up.
    expect(await openLink(auth, link)).toEqual({ kind: 'ready', staffId: id, email });
    expect(await setPassword(auth, link)).toEqual({ kind: 'set', email });
    expect(await needsPassword()).toBe(false);
    expect(await signIn({ email, password: chosen, caller: owner })).toMatchObject({ ok: true });
  });

  test('a link works once', async () => {
    const { auth, signIn } = composeTestAuth(database);
    const { email, link } = await add(auth, 'once@x.example');
    await setPassword(auth, link);
    expect(await openLink(auth, link)).toEqual({ kind: 'used' });
    expect(await setPassword(auth, link, 'another password')).toEqual({ kind: 'used' });
    expect(await signIn({ email, password: chosen, caller: owner })).toMatchObject({ ok: true });
  });

  test('of concurrent posts with one link, exactly one sets its password', async () => {
    const { auth, signIn } = composeTestAuth(database);
    const { email, link } = await add(auth, 'race@x.example');
    const passwords = Array.from({ length: 5 }, (_, index) => `password number ${index}`);
    const results = await Promise.all(passwords.map((password) => setPassword(auth, link, password)));
    expect(results.map(({ kind }) => kind).sort()).toEqual(['set', 'used', 'used', 'used', 'used']);
    const winner = results.findIndex(({ kind }) => kind === 'set');
    for (const [index, password] of passwords.entries()) {
      expect(await signIn({ email, password, caller: owner })).toMatchObject({ ok: index === winner });
    }
  });

  test('a link is marked as used once', async () => {
    const { auth, clock } = composeTestAuth(database);
    const { link } = await add(auth, 'mark@x.example');
    const mark = () => database.transaction((tx) => markLinkUsed(tx, hashLinkToken(tokenOf(link)), clock.now()));
    expect((await Promise.all([mark(), mark()])).sort()).toEqual([false, true]);
  });

  test('a link expires after 24 hours', async () => {
    const { auth, clock } = composeTestAuth(database);
    const { link } = await add(auth, 'late@x.example');
    clock.set(new Date(clock.now().getTime() + 24 * hourMs - 1));
    expect(await openLink(auth, link)).toMatchObject({ kind: 'ready' });
    clock.set(new Date(clock.now().getTime() + 1));
    expect(await openLink(auth, link)).toEqual({ kind: 'expired' });
    expect(await setPassword(auth, link)).toEqual({ kind: 'expired' });
  });

  test('a new link replaces earlier ones, also at the same time, but not used ones', async () => {
    const { auth } = composeTestAuth(database);
    const { id, link: first } = await add(auth, 'again@x.example');
    const { link: second } = await resetPassword(auth, { id, caller: commandCaller });
    expect(await openLink(auth, first)).toEqual({ kind: 'replaced' });
    expect(await setPassword(auth, first)).toEqual({ kind: 'replaced' });
    expect(await setPassword(auth, second)).toMatchObject({ kind: 'set' });
    await resetPassword(auth, { id, caller: commandCaller });
    expect(await openLink(auth, second)).toEqual({ kind: 'used' });
  });

  test('a disabled account cannot use its link until it is enabled again', async () => {
    const { auth } = composeTestAuth(database);
    const { id, link } = await add(auth, 'off@x.example');
    await disableStaff(auth, { id, caller: commandCaller });
    expect(await openLink(auth, link)).toEqual({ kind: 'disabled' });
    expect(await setPassword(auth, link)).toEqual({ kind: 'disabled' });
    await enableStaff(auth, { id, caller: commandCaller });
    expect(await setPassword(auth, link)).toMatchObject({ kind: 'set' });
  });

  test.each(['disabled', 'demoted'])('withdraws the links that an admin saw who is %s', async (how) => {
    const { auth, signInAs } = composeTestAuth(database);
    await signInAs('admin', `stays-${how}@x.example`);
    const { staff } = await signInAs('admin', `leaves-${how}@x.example`);
    const caller: Caller = { ...owner, actor: { kind: 'staff', ...staff } };
    const { id, link } = await add(auth, `invited-${how}@x.example`, caller);
    const { link: own } = await resetPassword(auth, { id: staff.id, caller });
    const { link: printed } = await add(auth, `printed-${how}@x.example`);
    const change = { id: staff.id, caller: commandCaller };
    await (how === 'disabled' ? disableStaff(auth, change) : changeRole(auth, { ...change, role: 'approver' }));
    expect((await listAuditAfter(database.db, 0, 10_000)).at(-1)?.after).toMatchObject({ linksWithdrawn: 1 });
    // Sent before the change, and carried out after it.
    await expect(resetPassword(auth, { id, caller })).rejects.toMatchObject({ code: 'forbidden' });
    await enableStaff(auth, change);
    expect(await setPassword(auth, link)).toEqual({ kind: 'replaced' });
    expect(await setPassword(auth, own)).toMatchObject({ kind: 'set' });
    expect(await setPassword(auth, printed)).toMatchObject({ kind: 'set' });
  });

  test.each([
    ['1234567', '1234567', 'short'],
    ['x'.repeat(201), 'x'.repeat(201), 'long'],
    [chosen, 'chosen by mistake', 'different'],
  ])('rejects the password %s and keeps the link usable', async (password, repeated, problem) => {
    const { auth } = composeTestAuth(database);
    const { link } = await add(auth, `${problem}@x.example`);
    expect(await setPassword(auth, link, password, repeated)).toEqual({ kind: 'invalid', problem });
    expect(await setPassword(auth, link)).toMatchObject({ kind: 'set' });
  });

  test('ten unknown links within 15 minutes lock the address, and valid links do not count', async () => {
    const { auth, clock } = composeTestAuth(database);
    const { link } = await add(auth, 'throttled@x.example');
    const caller = anonymousCaller('198.51.100.66');
    const guess = (index: number) => openAccountLink(auth, { token: `guess ${index}`, caller });
    for (let index = 0; index < 12; index += 1)
      expect(await openLink(auth, link, caller)).toMatchObject({ kind: 'ready' });
    const guesses = await Promise.all(Array.from({ length: 15 }, (_, index) => guess(index)));
    expect(guesses.filter(({ kind }) => kind === 'unknown')).toHaveLength(10);
    expect(guesses.filter(({ kind }) => kind === 'throttled')).toHaveLength(5);
    expect(await setPassword(auth, link, chosen, chosen, caller)).toEqual({ kind: 'throttled' });
    expect(await openLink(auth, link)).toMatchObject({ kind: 'ready' });
    clock.set(new Date(clock.now().getTime() + 15 * 60_000));
    expect(await setPassword(auth, link, chosen, chosen, caller)).toMatchObject({ kind: 'set' });
  });

  test('audits the link and the chosen password, and stores neither token nor password', async () => {
    const { auth } = composeTestAuth(database);
    const { email, link } = await add(auth, 'audited@x.example');
    await setPassword(auth, link);
    const entries = (await listAuditAfter(database.db, 0, 10_000)).filter((entry) => entry.subject === email);
    expect(entries.map(({ action }) => action)).toEqual([
      'staff.added',
      'staff.link_created',
      'staff.password_set_by_link',
    ]);
    const stored = JSON.stringify([
      await listAuditAfter(database.db, 0, 10_000),
      await database.db.select().from(accountLinks),
    ]);
    expect(stored).not.toContain(tokenOf(link));
    expect(stored).not.toContain(chosen);
  });
});
