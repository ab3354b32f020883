import { dictionary } from '@zxcvbn-ts/language-common';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../store/database/database';
import { openTestDatabase } from '../store/testing/open-test-database';
import { endOwnOtherSessions, endOwnSession } from './account-sessions';
import { changePassword } from './change-password';
import { confirmIdentity, readConfirmWays } from './confirm-identity';
import { describeDevice } from './describe-device';
import { findPasswordProblem, minPasswordLength } from './passwords';
import { readAccount } from './read-account';
import { signInWithOidc } from './sign-in-with-oidc';
import { renewSession, startSession } from './sessions';
import { resetPassword } from './staff-operations';
import { anonymousCaller, commandCaller, composeTestAuth } from './testing/compose-test-auth';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
  return () => database.close();
});

const caller = anonymousCaller('203.0.113.30');
const current = 'correct horse battery';
const password = 'staple and paperclip';

async function person(email: string) {
  const composed = composeTestAuth(database);
  const { auth, cookieOf } = composed;
  const { staff, cookieHeader } = await composed.signInAs('agent', email);
  const identify = async (header = cookieHeader) => {
    const identity = await auth.identify(header);
    if (identity === undefined) throw new Error('the session has ended');
    return identity;
  };
  const startOther = async () => cookieOf(await startSession(auth, { staff, caller, userAgent: 'b', way: 'password' }));
  return { ...composed, staff, cookieHeader, identify, startOther };
}

describe('changing the password', () => {
  test('ends the other sessions, replaces this one, and the new password signs in', async () => {
    const { auth, identify, cookieHeader, cookieOf, startOther, signIn, staff, actions } =
      await person('changes@acc.example');
    const other = await startOther();
    const result = await changePassword(auth, { identity: await identify(), caller, current, password });
    expect(result.ended).toBe(1);
    expect(await auth.identify(other)).toBeUndefined();
    expect(await auth.identify(cookieHeader)).toBeUndefined();
    expect(await auth.identify(await cookieOf(result.sessionId))).toBeDefined();
    expect(await signIn({ email: staff.email, password: current, caller })).toMatchObject({ ok: false });
    expect(await signIn({ email: staff.email, password, caller })).toMatchObject({ ok: true });
    expect(await actions()).toContain('staff.password_changed');
  });

  test('ends a session that starts or is confirmed at the same moment with what was valid before', async () => {
    const { auth, identify, staff, signIn, startOther } = await person('race@acc.example');
    const signedIn = await signIn({ email: staff.email, password: current, caller });
    if (!signedIn.ok) throw new Error(signedIn.reason);
    const other = await identify(await startOther());
    await changePassword(auth, { identity: await identify(), caller, current, password });
    const late = startSession(auth, { ...signedIn, caller, userAgent: 'b', way: 'password' });
    await expect(late).rejects.toMatchObject({ code: 'unauthenticated' });
    const renewed = renewSession(auth, { identity: other, caller, way: 'password' });
    await expect(renewed).rejects.toMatchObject({ code: 'unauthenticated' });
    const passkey = startSession(auth, {
      staff,
      proof: { passkeyId: 'removed' },
      caller,
      userAgent: 'b',
      way: 'passkey',
    });
    await expect(passkey).rejects.toMatchObject({ code: 'unauthenticated' });
  });

  test('needs the current password, and ten wrong ones lock further tries', async () => {
    const { auth, identify } = await person('guesses@acc.example');
    const identity = await identify();
    const change = (given: string) => changePassword(auth, { identity, caller, current: given, password });
    for (let times = 0; times < 10; times += 1) {
      await expect(change('wrong one')).rejects.toMatchObject({ code: 'invalid', errors: [{ field: 'current' }] });
    }
    await expect(change(current)).rejects.toMatchObject({ code: 'rate_limited' });
    const proof = { way: 'password', password: current } as const;
    await expect(confirmIdentity(auth, { identity, caller, proof })).rejects.toMatchObject({
      code: 'rate_limited',
    });
  });

  test('fails in a session that a reset has ended', async () => {
    const { auth, identify, staff, signIn } = await person('reset@acc.example');
    const identity = await identify();
    await resetPassword(auth, { id: staff.id, password: 'another long phrase', caller: commandCaller });
    await expect(changePassword(auth, { identity, caller, current, password })).rejects.toMatchObject({
      code: 'invalid',
    });
    expect(await signIn({ email: staff.email, password: 'another long phrase', caller })).toMatchObject({ ok: true });
  });

  test('changes nothing in a session that ended meanwhile', async () => {
    const { auth, identify, staff, signIn, startOther } = await person('ended@acc.example');
    const identity = await identify();
    const other = await startOther();
    await endOwnSession(auth, { id: identity.sessionId, identity, caller });
    const changed = changePassword(auth, { identity, caller, current, password });
    await expect(changed).rejects.toMatchObject({ code: 'unauthenticated' });
    expect(await signIn({ email: staff.email, password: current, caller })).toMatchObject({ ok: true });
    expect(await auth.identify(other)).toBeDefined();
  });

  test.each([
    ['short', 'seven77', 'short'],
    ['long', 'x'.repeat(201), 'long'],
    ['common', 'Password1', 'common'],
    ['common in other case', 'QWERTYUIOP', 'common'],
    ['common with spaces', ' pass word', 'common'],
    ['one character repeated', 'aaaaaaaa', 'common'],
    ['a few characters repeated', 'abcabcabcab', 'common'],
    ['of spaces', '        ', 'common'],
    ['a sequence', 'abcdefghij', 'common'],
    ['a sequence backwards', '9876543210', 'common'],
    ['with the product name', 'my-Landfall-2026', 'guessable'],
    ['with the e-mail name', 'hello jonas.berg!', 'guessable'],
    ['with a part of the e-mail name', 'i am JONAS too', 'guessable'],
    ['of digits only, but not common', '7391048265', undefined],
    ['of 64 characters', 'long way'.repeat(8), undefined],
    ['of lower case letters only', 'staple and paperclip', undefined],
  ])('a password that is %s', async (_, given, problem) => {
    expect(await findPasswordProblem(given, 'jonas.berg@x.example')).toBe(problem);
  });
});

test('the list holds at least the 3000 most common passwords that are long enough', () => {
  const longEnough = dictionary['passwords-common'].filter((known) => known.length >= minPasswordLength);
  expect(longEnough.length).toBeGreaterThan(3000);
});

describe('confirming the identity', () => {
  test('renews the proof under a new session id, and keeps the absolute limit', async () => {
    const { auth, clock, identify, cookieHeader, cookieOf } = await person('confirms@acc.example');
    const startedMs = clock.now().getTime();
    clock.set(new Date(startedMs + 11 * 60_000));
    const identity = await identify();
    const proof = { way: 'password', password: current } as const;
    const { sessionId } = await confirmIdentity(auth, { identity, caller, proof });
    expect(await auth.identify(cookieHeader)).toBeUndefined();
    const renewed = await identify(await cookieOf(sessionId));
    expect(renewed.authenticatedAt).toEqual(clock.now());
    // The old cookie cannot be used to confirm once more.
    await expect(confirmIdentity(auth, { identity, caller, proof })).rejects.toMatchObject({ code: 'unauthenticated' });
    const { sessions } = await readAccount(auth, renewed);
    expect(sessions).toMatchObject([{ current: true, startedAt: new Date(startedMs).toISOString() }]);
  });

  test('a wrong password changes nothing', async () => {
    const { auth, identify, cookieHeader } = await person('mistypes@acc.example');
    const proof = { way: 'password', password: 'wrong one' } as const;
    await expect(confirmIdentity(auth, { identity: await identify(), caller, proof })).rejects.toMatchObject({
      code: 'invalid',
      errors: [{ field: 'password' }],
    });
    expect(await auth.identify(cookieHeader)).toBeDefined();
  });

  test('a company account counts from the time at which it asked the person, if it says so', async () => {
    const oidc = {
      issuer: 'https://id.x.example',
      clientId: 'c',
      clientSecret: 's',
      roleClaim: undefined,
      roleMap: {},
      allowedDomains: undefined,
      unknown: 'viewer' as const,
    };
    const { auth, clock, cookieOf } = composeTestAuth(database, { oidc });
    const claims = { sub: 'ada', email: 'ada@acc.example', name: 'Ada' };
    const provenAtOf = async (authTime: unknown) => {
      const signedIn = await signInWithOidc(auth, { claims: { ...claims, auth_time: authTime }, caller });
      if (!signedIn.ok) throw new Error(signedIn.reason);
      const session = { ...signedIn, caller, userAgent: 'b', way: 'company account' as const };
      const identity = await auth.identify(await cookieOf(await startSession(auth, session)));
      expect(identity && (await readConfirmWays(auth, identity))).toEqual({
        password: false,
        passkey: false,
        companyAccount: true,
      });
      return identity?.authenticatedAt.getTime();
    };
    const nowS = Math.floor(clock.now().getTime() / 1000);
    expect(await provenAtOf(nowS - 3600)).toBe((nowS - 3600) * 1000);
    // In the future, or missing: this sign-in counts.
    expect(await provenAtOf(nowS + 3600)).toBe(clock.now().getTime());
    expect(await provenAtOf(undefined)).toBe(clock.now().getTime());
  });
});

describe('own sessions', () => {
  test('lists them, and ends one or all others, but never those of another person', async () => {
    const one = await person('many@acc.example');
    const two = await person('other@acc.example');
    const [second, third] = [await one.startOther(), await one.startOther()];
    const identity = await one.identify();
    const { sessions } = await readAccount(one.auth, identity);
    expect(sessions).toHaveLength(3);
    expect(sessions.filter(({ current: isCurrent }) => isCurrent)).toMatchObject([{ id: identity.sessionId }]);
    const foreign = (await two.identify()).sessionId;
    await expect(endOwnSession(one.auth, { id: foreign, identity, caller })).rejects.toMatchObject({
      code: 'not_found',
    });
    await endOwnSession(one.auth, { id: (await one.identify(second)).sessionId, identity, caller });
    expect(await one.auth.identify(second)).toBeUndefined();
    expect(await endOwnOtherSessions(one.auth, { identity, caller })).toEqual({ ended: 1 });
    expect(await one.auth.identify(third)).toBeUndefined();
    expect(await one.auth.identify(one.cookieHeader)).toBeDefined();
    expect(await two.auth.identify(two.cookieHeader)).toBeDefined();
  });

  test.each([
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
      'Chrome on Windows',
    ],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0',
      'Edge on Windows',
    ],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.4 Safari/605.1.15',
      'Safari on macOS',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.4 Mobile/15E148 Safari/604.1',
      'Safari on iPhone',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/141.0 Mobile/15E148 Safari/604.1',
      'Chrome on iPhone',
    ],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0', 'Firefox on Linux'],
    [
      'Mozilla/5.0 (Linux; Android 15; SM-S921B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36',
      'Samsung Internet on Android',
    ],
    ['curl/8.5.0', 'Unknown device'],
    ['', 'Unknown device'],
  ])('%s', (userAgent, device) => {
    expect(describeDevice(userAgent)).toBe(device);
  });
});
