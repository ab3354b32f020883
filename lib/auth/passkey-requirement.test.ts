import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { roleAtLeast, roles } from '../contract/roles';
import type { Database } from '../store/database/database';
import { insertPasskey } from '../store/staff/passkeys';
import { insertStaff } from '../store/staff/staff';
import { openTestDatabase } from '../store/testing/open-test-database';
import { removePasskey } from './change-passkeys';
import { confirmIdentity, createConfirmOptions } from './confirm-identity';
import { signOut } from './create-auth';
import { readAccount } from './read-account';
import { createRecoveryCodes } from './recovery-codes';
import { createRegistrationOptions, registerPasskey } from './register-passkey';
import { startSession } from './sessions';
import { changeRole } from './staff-operations';
import { anonymousCaller, commandCaller, composeTestAuth } from './testing/compose-test-auth';
import { createSoftwareAuthenticator } from './testing/software-authenticator';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
  return () => database.close();
});

const caller = anonymousCaller('203.0.113.9');
const addPasskeyRow = (staffId: string, id: string = randomUUID()) =>
  insertPasskey(database.db, {
    id,
    staffId,
    name: 'Key',
    publicKey: Buffer.alloc(1),
    counter: 0,
    transports: [],
    backedUp: false,
    createdAt: new Date(),
  });

describe('which sessions need a passkey first', () => {
  const accounts = roles.flatMap((role) =>
    (
      [
        { source: 'local', passwordHash: 'x' },
        { source: 'demo', passwordHash: 'x' },
        { source: 'oidc', passwordHash: null },
        { source: 'oidc', passwordHash: 'x' },
      ] as const
    ).flatMap((kind) => [false, true].map((hasPasskey) => ({ role, ...kind, hasPasskey }))),
  );
  const ways = ['password', 'passkey', 'company account'] as const;

  test('requirement × role × account × passkey × way of signing in', async () => {
    const requirements = [undefined, ...roles].map((requirePasskeyFrom) => ({
      requirePasskeyFrom,
      ...composeTestAuth(database, { requirePasskeyFrom, demo: true }),
    }));
    for (const { role, source, passwordHash, hasPasskey } of accounts) {
      const id = randomUUID();
      const email = `${role}.${source}.${passwordHash}.${hasPasskey}@table.example`;
      const staff = { id, email, name: email, role };
      await insertStaff(database.db, { ...staff, source, passwordHash, createdAt: new Date() });
      if (hasPasskey) await addPasskeyRow(id);
      for (const way of ways) {
        const { auth: anyAuth, cookieOf } = composeTestAuth(database, { demo: true });
        const session = { staff, caller, userAgent: 'b', way };
        const cookieHeader = await cookieOf(await startSession(anyAuth, session));
        for (const { requirePasskeyFrom, auth } of requirements) {
          const needed =
            requirePasskeyFrom !== undefined &&
            roleAtLeast(role, requirePasskeyFrom) &&
            passwordHash !== null &&
            way === 'password';
          const expected = needed ? (hasPasskey ? 'use' : 'add') : null;
          const identity = await auth.identify(cookieHeader);
          expect(identity?.passkeyStep, `${requirePasskeyFrom} ${email} ${way}`).toBe(expected);
        }
      }
    }
  });

  test('applies to open sessions when the requirement is turned on or the role is raised', async () => {
    const off = composeTestAuth(database);
    const on = composeTestAuth(database, { requirePasskeyFrom: 'approver' });
    const approver = await off.signInAs('approver', 'open@on.example');
    expect((await off.auth.identify(approver.cookieHeader))?.passkeyStep).toBeNull();
    expect((await on.auth.identify(approver.cookieHeader))?.passkeyStep).toBe('add');
    const agent = await on.signInAs('agent', 'raised@on.example');
    expect((await on.auth.identify(agent.cookieHeader))?.passkeyStep).toBeNull();
    await changeRole(on.auth, { id: agent.staff.id, role: 'approver', caller: commandCaller });
    expect((await on.auth.identify(agent.cookieHeader))?.passkeyStep).toBe('add');
  });
});

/** An approver whose role needs a passkey, with one and its recovery codes, and a new session by password. */
async function approverWithPasskey(email: string) {
  const composed = composeTestAuth(database, { requirePasskeyFrom: 'approver' });
  const { auth, cookieOf } = composed;
  const { staff, cookieHeader } = await composed.signInAs('approver', email);
  const identify = async (header: string) => {
    const identity = await auth.identify(header);
    if (identity === undefined) throw new Error('the session has ended');
    return identity;
  };
  const authenticator = createSoftwareAuthenticator();
  const options = await createRegistrationOptions(auth, { staff, caller });
  const added = await registerPasskey(auth, {
    challengeId: options.challengeId,
    name: 'Key',
    registration: authenticator.register(options),
    identity: await identify(cookieHeader),
    caller,
  });
  const full = await cookieOf(added.sessionId);
  const signInWithPassword = async () =>
    cookieOf(await startSession(auth, { staff, caller, userAgent: 'b', way: 'password' }));
  return { ...composed, staff, authenticator, full, codes: added.recoveryCodes ?? [], identify, signInWithPassword };
}

describe('with a required passkey', () => {
  test('adding the first one completes the session', async () => {
    const { identify, full } = await approverWithPasskey('first@on.example');
    expect((await identify(full)).passkeyStep).toBeNull();
  });

  test('the password alone does not complete a session, the passkey does', async () => {
    const { auth, authenticator, identify, signInWithPassword, cookieOf } =
      await approverWithPasskey('second@on.example');
    const identity = await identify(await signInWithPassword());
    const proof = { way: 'password', password: 'correct horse battery' } as const;
    const byPassword = await confirmIdentity(auth, { identity, caller, proof });
    const still = await identify(await cookieOf(byPassword.sessionId));
    expect(still.passkeyStep).toBe('use');
    const options = await createConfirmOptions(auth, { identity: still, caller });
    const assertion = authenticator.assert(options);
    const byPasskey = await confirmIdentity(auth, {
      identity: still,
      caller,
      proof: { way: 'passkey', challengeId: options.challengeId, assertion },
    });
    expect((await identify(await cookieOf(byPasskey.sessionId))).passkeyStep).toBeNull();
  });

  test('signing out everywhere without the passkey ends only this session', async () => {
    const { auth, signInWithPassword, full } = await approverWithPasskey('leaves@on.example');
    const cookieHeader = await signInWithPassword();
    await signOut(auth, { cookieHeader, everywhere: true, caller });
    expect(await auth.identify(cookieHeader)).toBeUndefined();
    expect(await auth.identify(full)).toBeDefined();
  });

  test('a recovery code completes one session, also when it is used twice at the same time', async () => {
    const { auth, identify, signInWithPassword, cookieOf, codes, actions } =
      await approverWithPasskey('recovers@on.example');
    expect(new Set(codes).size).toBe(10);
    const [code = '', second = ''] = codes;
    const use = async (given: string) => {
      const identity = await identify(await signInWithPassword());
      return confirmIdentity(auth, { identity, caller, proof: { way: 'recovery code', code: given } });
    };
    const results = await Promise.allSettled([use(code), use(code)]);
    const [done, ...others] = results.filter((result) => result.status === 'fulfilled');
    expect(others).toEqual([]);
    expect(done?.value.recoveryCodesLeft).toBe(9);
    expect((await identify(await cookieOf(done?.value.sessionId ?? ''))).passkeyStep).toBeNull();
    await expect(use(code)).rejects.toMatchObject({ code: 'invalid', errors: [{ field: 'code' }] });
    // As people type it.
    const typed = ` ${second.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l')}`;
    expect((await use(typed)).recoveryCodesLeft).toBe(8);
    expect((await actions()).filter((action) => action === 'recovery_code.used')).toHaveLength(2);
  });

  test('new codes replace the old ones, and a code replaces a passkey nowhere else', async () => {
    const { auth, identify, signInWithPassword, full, codes } = await approverWithPasskey('renews@on.example');
    const fresh = await createRecoveryCodes(auth, { identity: await identify(full), caller });
    const identity = await identify(await signInWithPassword());
    const proofOf = (code = '') => ({ way: 'recovery code', code }) as const;
    const old = { identity, caller, proof: proofOf(codes[0]) };
    await expect(confirmIdentity(auth, old)).rejects.toMatchObject({ code: 'invalid' });
    const elsewhere = { identity: await identify(full), caller, proof: proofOf(fresh[0]) };
    await expect(confirmIdentity(auth, elsewhere)).rejects.toMatchObject({ code: 'invalid' });
    expect((await confirmIdentity(auth, { identity, caller, proof: proofOf(fresh[0]) })).recoveryCodesLeft).toBe(9);
  });

  test('ten wrong codes lock further tries', async () => {
    const { auth, identify, signInWithPassword, codes } = await approverWithPasskey('guessed@on.example');
    const identity = await identify(await signInWithPassword());
    const tryCode = (code: string) =>
      confirmIdentity(auth, { identity, caller, proof: { way: 'recovery code', code } });
    for (let times = 0; times < 10; times += 1)
      await expect(tryCode('nope')).rejects.toMatchObject({ code: 'invalid' });
    await expect(tryCode(codes[0] ?? '')).rejects.toMatchObject({ code: 'rate_limited' });
  });

  test('the last passkey stays, unless the role no longer needs one', async () => {
    const { auth, staff, authenticator, full, identify } = await approverWithPasskey('keeps@on.example');
    const removal = { id: authenticator.id, staff, caller };
    await expect(removePasskey(auth, removal)).rejects.toMatchObject({ code: 'conflict' });
    await changeRole(auth, { id: staff.id, role: 'agent', caller: commandCaller });
    await removePasskey(auth, removal);
    const identity = await identify(full);
    expect(await readAccount(auth, identity)).toMatchObject({ passkeys: [], recoveryCodesLeft: 0 });
    await expect(createRecoveryCodes(auth, { identity, caller })).rejects.toMatchObject({ code: 'conflict' });
  });
});
