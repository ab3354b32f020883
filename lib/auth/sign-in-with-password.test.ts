import { createHook } from 'node:async_hooks';
import { beforeAll, expect, test } from 'vitest';
import type { Database } from '../store/database/database';
import { forEachEngineAtFullSize } from '../store/testing/for-each-engine';
import { hashPassword } from './passwords';
import { addStaff } from './add-staff';
import { disableStaff } from './staff-operations';
import { composeTestAuth, anonymousCaller } from './testing/compose-test-auth';

const right = 'correct horse battery';

forEachEngineAtFullSize((_engine, open) => {
  let database: Database;
  beforeAll(async () => {
    database = await open();
  });

  test('accepts the right password, ignoring the case of the email', async () => {
    const { signInAs, signIn } = composeTestAuth(database);
    const { staff } = await signInAs('agent', 'in@x.example');
    expect(
      await signIn({ email: ' IN@X.example ', password: right, caller: anonymousCaller('203.0.113.1') }),
    ).toMatchObject({
      ok: true,
      staff,
    });
  });

  test('gives the same answer for wrong, unknown, disabled and passwordless accounts', async () => {
    const { auth, signInAs, signIn } = composeTestAuth(database);
    const { staff } = await signInAs('agent', 'gone@x.example');
    await disableStaff(auth, { id: staff.id, caller: anonymousCaller('') });
    await addStaff(auth, {
      email: 'sso@x.example',
      name: '',
      role: 'viewer',
      way: 'oidc',
      caller: anonymousCaller(''),
    });
    const answers = await Promise.all(
      ['in@x.example', 'nobody@x.example', 'gone@x.example', 'sso@x.example'].map((email, index) =>
        signIn({ email, password: index === 0 ? 'wrong' : right, caller: anonymousCaller(`203.0.113.${10 + index}`) }),
      ),
    );
    expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toEqual(
      new Set(['{"ok":false,"reason":"wrong","triesLeft":9}']),
    );
  });

  test('locks the account after ten failures, even with concurrent attempts on two instances', async () => {
    const one = composeTestAuth(database);
    const two = composeTestAuth(database);
    await one.signInAs('agent', 'locked@x.example');
    const tries = Array.from({ length: 24 }, (_, index) =>
      (index % 2 ? one : two).signIn({
        email: 'locked@x.example',
        password: 'wrong',
        caller: anonymousCaller(`198.51.100.${index}`),
      }),
    );
    const reasons = (await Promise.all(tries)).map((answer) => (answer.ok ? 'in' : answer.reason));
    expect(reasons.filter((reason) => reason === 'wrong')).toHaveLength(10);
    expect(reasons.filter((reason) => reason === 'throttled')).toHaveLength(14);
    const owner = { email: 'locked@x.example', password: right, caller: anonymousCaller('192.0.2.1') };
    expect(await one.signIn(owner)).toMatchObject({ ok: false, reason: 'throttled' });
    one.clock.set(new Date(one.clock.now().getTime() + 15 * 60_000));
    expect(await one.signIn(owner)).toMatchObject({ ok: true });
  });

  test('counts the tries left down in the same way for known and unknown accounts', async () => {
    const { signInAs, signIn } = composeTestAuth(database);
    await signInAs('agent', 'counted@x.example');
    const triesLeft = async (email: string, address: string) => {
      const left: unknown[] = [];
      for (let index = 0; index < 11; index += 1) {
        const answer = await signIn({ email, password: 'wrong', caller: anonymousCaller(address) });
        left.push('triesLeft' in answer ? answer.triesLeft : answer);
      }
      return left;
    };
    const known = await triesLeft('counted@x.example', '203.0.113.61');
    expect(known).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1, 0, { ok: false, reason: 'throttled' }]);
    expect(await triesLeft('uncounted@x.example', '203.0.113.62')).toEqual(known);
  });

  test('locks the address after ten failures, whichever accounts were tried', async () => {
    const { signIn } = composeTestAuth(database);
    const caller = anonymousCaller('203.0.113.77');
    for (let index = 0; index < 10; index += 1) {
      expect(await signIn({ email: `who${index}@x.example`, password: 'x', caller })).toMatchObject({
        reason: 'wrong',
      });
    }
    expect(await signIn({ email: 'in@x.example', password: right, caller })).toMatchObject({ reason: 'throttled' });
    const elsewhere = anonymousCaller('203.0.113.78');
    expect(await signIn({ email: 'in@x.example', password: right, caller: elsewhere })).toMatchObject({ ok: true });
  });

  test('treats an IPv6 subscriber as one address', async () => {
    const { signIn } = composeTestAuth(database);
    const tryFrom = (tail: number) =>
      signIn({
        email: `v6-${tail}@x.example`,
        password: 'x',
        caller: anonymousCaller(`2001:db8:1:2::${tail.toString(16)}`),
      });
    for (let tail = 1; tail <= 10; tail += 1) expect(await tryFrom(tail)).toMatchObject({ reason: 'wrong' });
    expect(await tryFrom(11)).toMatchObject({ reason: 'throttled' });
  });

  test('does not lock out an owner with a live session, but limits their guesses too', async () => {
    const { signInAs, signIn } = composeTestAuth(database);
    const { staff } = await signInAs('agent', 'owner@x.example');
    const caller = anonymousCaller('203.0.113.99');
    for (let index = 0; index < 11; index += 1) await signIn({ email: staff.email, password: 'x', caller });
    expect(await signIn({ email: staff.email, password: right, caller })).toMatchObject({ reason: 'throttled' });
    const asOwner = { email: staff.email, caller, liveStaffId: staff.id };
    expect(await signIn({ ...asOwner, password: right })).toMatchObject({ ok: true });
    for (let index = 0; index < 10; index += 1) await signIn({ ...asOwner, password: 'x' });
    expect(await signIn({ ...asOwner, password: right })).toMatchObject({ reason: 'throttled' });
    // A live session of another person does not help.
    const other = await signInAs('agent', 'neighbour@x.example');
    const asOther = { email: 'owner@x.example', password: right, caller, liveStaffId: other.staff.id };
    expect(await signIn(asOther)).toMatchObject({ reason: 'throttled' });
  });

  test('a dozen successful sign-ins lock nothing', async () => {
    const { signInAs, signIn } = composeTestAuth(database);
    await signInAs('agent', 'often@x.example');
    for (let index = 0; index < 12; index += 1) {
      const attempt = { email: 'often@x.example', password: right, caller: anonymousCaller('203.0.113.200') };
      expect(await signIn(attempt)).toMatchObject({ ok: true });
    }
  });

  // `npm run drill -- sign-in-time` measures the time.
  test('computes as many password hashes for an unknown account as for a known one', async () => {
    const { signInAs, signIn } = composeTestAuth(database);
    await signInAs('agent', 'timed@x.example');
    const hashesFor = (email: string) =>
      countHashes(() => signIn({ email, password: 'wrong', caller: anonymousCaller('10.1.0.1') }));
    // The first call also creates the decoy hash.
    await hashesFor('untimed@x.example');
    expect(await hashesFor('timed@x.example')).toBe(1);
    expect(await hashesFor('untimed@x.example')).toBe(1);
  });
});

/** Types of the async tasks that `work` starts in the runtime and in native code. */
async function tasksOf(work: () => Promise<unknown>): Promise<string[]> {
  const types: string[] = [];
  const hook = createHook({ init: (_id, type) => void types.push(type) }).enable();
  try {
    await work();
  } finally {
    hook.disable();
  }
  return types;
}

async function countHashes(work: () => Promise<unknown>): Promise<number> {
  const [hashing] = (await tasksOf(() => hashPassword('any'))).filter((type) => type !== 'PROMISE');
  return (await tasksOf(work)).filter((type) => type === hashing).length;
}
