import { beforeAll, describe, expect, test } from 'vitest';
import type { Role } from '../contract/roles';
import { listAuditAfter } from '../store/events/audit';
import { listPasskeys } from '../store/staff/passkeys';
import type { Database } from '../store/database/database';
import { forEachEngineAtFullSize } from '../store/testing/for-each-engine';
import { removePasskey, renamePasskey } from './change-passkeys';
import { confirmIdentity, createConfirmOptions } from './confirm-identity';
import { createRecoveryCodes } from './recovery-codes';
import { createRegistrationOptions, registerPasskey } from './register-passkey';
import { signInWithPasskey } from './sign-in-with-passkey';
import { disableStaff, resetPassword, signOutEverywhere } from './staff-operations';
import { anonymousCaller, commandCaller, composeTestAuth } from './testing/compose-test-auth';
import { createSoftwareAuthenticator } from './testing/software-authenticator';
import { createAssertionOptions, toUserHandle } from './verify-passkey';

const minuteMs = 60_000;
let people = 0;

forEachEngineAtFullSize((_engine, open) => {
  let database: Database;
  beforeAll(async () => {
    database = await open();
  });

  /** A person, and operations from their browser. Each has its own address, so that limits do not meet. */
  async function person(role: Role = 'agent') {
    people += 1;
    const composed = composeTestAuth(database);
    const { auth, cookieOf } = composed;
    const email = `key${people}@x.example`;
    const { staff, sessionId } = await composed.signInAs(role, email);
    const caller = anonymousCaller(`192.0.2.${people}`);
    let cookieHeader = await cookieOf(sessionId);
    const identity = async () => {
      const found = await auth.identify(cookieHeader);
      if (found === undefined) throw new Error('the session has ended');
      return found;
    };
    const add = async (authenticator = createSoftwareAuthenticator(), name = 'Laptop') => {
      const options = await createRegistrationOptions(auth, { staff, caller });
      const registration = authenticator.register(options);
      const { challengeId } = options;
      const result = await registerPasskey(auth, {
        challengeId,
        name,
        registration,
        identity: await identity(),
        caller,
      });
      cookieHeader = await cookieOf(result.sessionId);
      return { authenticator, recoveryCodes: result.recoveryCodes };
    };
    const signInOptions = () => createAssertionOptions(auth, { purpose: 'sign_in', staffId: null, caller });
    const signInWith = (challengeId: string, assertion: object) =>
      signInWithPasskey(auth, { challengeId, assertion: JSON.stringify(assertion), caller });
    return { ...composed, staff, caller, identity, add, signInOptions, signInWith };
  }

  const wrong = { ok: false, reason: 'wrong' };

  test('signs in with a passkey that was added, without an e-mail address, and records its use', async () => {
    const { add, staff, signInOptions, signInWith, clock, auth } = await person();
    const { authenticator } = await add(createSoftwareAuthenticator({ backedUp: true }), 'Phone');
    clock.set(new Date(clock.now().getTime() + minuteMs));
    const options = await signInOptions();
    expect(options.options).toMatchObject({ rpId: 'localhost', userVerification: 'required' });
    expect(options.options.allowCredentials).toBeUndefined();
    const assertion = authenticator.assert(options, { userHandle: toUserHandle(staff.id) });
    expect(await signInWith(options.challengeId, assertion)).toMatchObject({ ok: true, staff });
    expect(await listPasskeys(auth.database.db, staff.id)).toMatchObject([
      { name: 'Phone', counter: 1, backedUp: true, transports: ['internal'], lastUsedAt: clock.now() },
    ]);
  });

  test('a challenge works once, also with two concurrent responses', async () => {
    const { add, signInOptions, signInWith } = await person();
    const { authenticator } = await add();
    const options = await signInOptions();
    const both = [authenticator.assert(options), authenticator.assert(options)];
    const results = await Promise.all(both.map((assertion) => signInWith(options.challengeId, assertion)));
    expect(results.map(({ ok }) => ok).sort()).toEqual([false, true]);
    expect(await signInWith(options.challengeId, authenticator.assert(options))).toMatchObject(wrong);
  });

  test('a challenge expires after five minutes', async () => {
    const { add, clock, signInOptions, signInWith } = await person();
    const { authenticator } = await add();
    const options = await signInOptions();
    clock.set(new Date(clock.now().getTime() + 5 * minuteMs));
    expect(await signInWith(options.challengeId, authenticator.assert(options))).toMatchObject(wrong);
  });

  test('rejects another origin, another host, a response without user verification, and another purpose', async () => {
    const one = await person();
    const { authenticator } = await one.add();
    const caller = one.caller;
    for (const wrongPlace of [{ origin: 'https://evil.example' }, { rpId: 'evil.example' }]) {
      const foreign = createSoftwareAuthenticator(wrongPlace);
      await expect(one.add(foreign)).rejects.toMatchObject({ code: 'invalid' });
    }
    const options = await createRegistrationOptions(one.auth, { staff: one.staff, caller });
    const unverified = createSoftwareAuthenticator().register(options, false);
    await expect(
      registerPasskey(one.auth, {
        challengeId: options.challengeId,
        name: 'x',
        registration: unverified,
        identity: await one.identity(),
        caller,
      }),
    ).rejects.toMatchObject({ code: 'invalid' });
    const signIn = await one.signInOptions();
    const careless = authenticator.assert(signIn, { userVerified: false });
    expect(await one.signInWith(signIn.challengeId, careless)).toMatchObject(wrong);
    const confirm = await createConfirmOptions(one.auth, { identity: await one.identity(), caller });
    expect(await one.signInWith(confirm.challengeId, authenticator.assert(confirm))).toMatchObject(wrong);
  });

  test('a challenge or a passkey of another person proves nothing', async () => {
    const one = await person();
    const other = await person();
    const { authenticator } = await one.add();
    const { authenticator: foreign } = await other.add();
    const { auth, caller } = one;
    const own = await createConfirmOptions(auth, { identity: await one.identity(), caller });
    const confirm = (challengeId: string, assertion: ReturnType<typeof foreign.assert>) => async () =>
      confirmIdentity(auth, {
        identity: await one.identity(),
        caller,
        proof: { way: 'passkey', challengeId, assertion },
      });
    await expect(confirm(own.challengeId, foreign.assert(own))).rejects.toMatchObject({ code: 'invalid' });
    const theirs = await createConfirmOptions(auth, { identity: await other.identity(), caller });
    await expect(confirm(theirs.challengeId, authenticator.assert(theirs))).rejects.toMatchObject({ code: 'invalid' });
    const registration = await createRegistrationOptions(auth, { staff: other.staff, caller });
    const stolen = {
      challengeId: registration.challengeId,
      name: 'x',
      registration: createSoftwareAuthenticator().register(registration),
      identity: await one.identity(),
      caller,
    };
    await expect(registerPasskey(auth, stolen)).rejects.toMatchObject({ code: 'invalid' });
    const signIn = await one.signInOptions();
    const mismatched = authenticator.assert(signIn, { userHandle: toUserHandle(other.staff.id) });
    expect(await one.signInWith(signIn.challengeId, mismatched)).toMatchObject(wrong);
  });

  test('rejects and audits a signature counter that does not increase', async () => {
    const { add, auth, staff, signInOptions, signInWith } = await person();
    const { authenticator } = await add();
    const use = async (count: number) => {
      const options = await signInOptions();
      return signInWith(options.challengeId, authenticator.assert(options, { count }));
    };
    expect(await use(5)).toMatchObject({ ok: true });
    for (const count of [5, 4, 0]) expect(await use(count)).toMatchObject(wrong);
    expect(await use(6)).toMatchObject({ ok: true });
    const entries = await listAuditAfter(auth.database.db, 0, 10_000);
    const rejected = entries.filter(({ action, subject }) => action === 'passkey.rejected' && subject === staff.email);
    expect(rejected).toHaveLength(3);
  });

  test('an authenticator without a counter works again and again', async () => {
    const { add, signInOptions, signInWith } = await person();
    const { authenticator } = await add();
    for (let times = 0; times < 2; times += 1) {
      const options = await signInOptions();
      expect(await signInWith(options.challengeId, authenticator.assert(options, { count: 0 }))).toMatchObject({
        ok: true,
      });
    }
  });

  test('a disabled account, a removed passkey and a reset account cannot sign in', async () => {
    const one = await person();
    const { authenticator } = await one.add();
    const { authenticator: second } = await one.add(createSoftwareAuthenticator(), 'Key');
    const { auth, staff, caller } = one;
    const signIn = async (with_: typeof authenticator) => {
      const options = await one.signInOptions();
      return one.signInWith(options.challengeId, with_.assert(options));
    };
    await removePasskey(auth, { id: second.id, staff, caller });
    expect(await signIn(second)).toMatchObject(wrong);
    expect(await signIn(authenticator)).toMatchObject({ ok: true });
    await resetPassword(auth, { id: staff.id, caller: commandCaller });
    expect(await signIn(authenticator)).toMatchObject(wrong);
    const [entry] = (await listAuditAfter(auth.database.db, 0, 10_000)).filter(
      ({ action, subject }) => action === 'staff.password_reset' && subject === staff.email,
    );
    expect(entry?.after).toMatchObject({ passkeysRemoved: 1, recoveryCodesRemoved: 10 });
    const other = await person();
    const { authenticator: third } = await other.add();
    await disableStaff(auth, { id: other.staff.id, caller: commandCaller });
    const options = await one.signInOptions();
    expect(await one.signInWith(options.challengeId, third.assert(options))).toMatchObject(wrong);
  });

  test('only the owner renames and removes a passkey', async () => {
    const one = await person();
    const other = await person();
    const { authenticator } = await one.add();
    const { auth, caller } = one;
    const byOther = { id: authenticator.id, staff: other.staff, caller };
    await expect(renamePasskey(auth, { ...byOther, name: 'mine' })).rejects.toMatchObject({ code: 'not_found' });
    await expect(removePasskey(auth, byOther)).rejects.toMatchObject({ code: 'not_found' });
    await renamePasskey(auth, { ...byOther, staff: one.staff, name: 'Work laptop' });
    expect(await listPasskeys(auth.database.db, one.staff.id)).toMatchObject([{ name: 'Work laptop' }]);
  });

  test('a passkey cannot be added twice, and adding one replaces the session', async () => {
    const one = await person();
    const before = await one.identity();
    const { authenticator } = await one.add();
    expect((await one.identity()).sessionId).not.toBe(before.sessionId);
    expect(await one.auth.identify(await one.cookieOf(before.sessionId))).toBeUndefined();
    await expect(one.add(authenticator)).rejects.toMatchObject({ code: 'conflict' });
  });

  test('a session that has ended adds no passkey and no recovery codes', async () => {
    const { auth, add, caller, identity, staff } = await person();
    await add();
    const ended = await identity();
    const { challengeId, ...options } = await createRegistrationOptions(auth, { staff, caller });
    const registration = createSoftwareAuthenticator().register({ challengeId, ...options });
    await signOutEverywhere(auth, { id: staff.id, caller: commandCaller });
    const passkey = registerPasskey(auth, { challengeId, name: 'x', registration, identity: ended, caller });
    await expect(passkey).rejects.toMatchObject({ code: 'unauthenticated' });
    expect(await listPasskeys(auth.database.db, staff.id)).toHaveLength(1);
    const codes = createRecoveryCodes(auth, { identity: ended, caller });
    await expect(codes).rejects.toMatchObject({ code: 'unauthenticated' });
  });

  describe('limits', () => {
    test('ten rejected passkeys lock the address like ten wrong passwords', async () => {
      const { add, signIn, signInOptions, signInWith, caller, staff } = await person();
      const { authenticator } = await add();
      for (let times = 0; times < 10; times += 1) {
        expect(await signInWith('5f5e2a5c-7f4e-4b56-9d39-0f4ad3d6b1a1', { id: 'x' })).toMatchObject(wrong);
      }
      const options = await signInOptions();
      const throttled = { ok: false, reason: 'throttled' };
      expect(await signInWith(options.challengeId, authenticator.assert(options))).toEqual(throttled);
      expect(await signIn({ email: staff.email, password: 'correct horse battery', caller })).toEqual(throttled);
    });

    test('challenges are limited per address', async () => {
      const { signInOptions } = await person();
      for (let times = 0; times < 60; times += 1) await signInOptions();
      await expect(signInOptions()).rejects.toMatchObject({ code: 'rate_limited' });
    });
  });
});
