import { beforeAll, expect, test } from 'vitest';
import type { Caller } from '../contract/caller';
import type { Database } from '../store/database/database';
import { countPasskeys, insertPasskey } from '../store/staff/passkeys';
import { countUnusedCodes, insertRecoveryCodes } from '../store/staff/recovery-codes';
import { findSamePerson } from '../store/staff/same-person';
import { forEachEngineAtFullSize } from '../store/testing/for-each-engine';
import { addStaff } from './add-staff';
import type { StaffMember } from './auth-deps';
import { confirmAccount } from './confirm-account';
import { listStaff, resetPassword } from './staff-operations';
import { commandCaller, composeTestAuth } from './testing/compose-test-auth';

const dayMs = 24 * 3_600_000;
let uniqueNumber = 0;

forEachEngineAtFullSize((_engine, open) => {
  let database: Database;
  beforeAll(async () => {
    database = await open();
  });

  /** Admins whose accounts were made by a command, so they are three people. */
  async function compose() {
    const composed = composeTestAuth(database);
    const { auth, clock } = composed;
    const add = async (name: string, caller: Caller = commandCaller): Promise<StaffMember> => {
      const email = `${name}.${(uniqueNumber += 1)}@x.example`;
      const { id } = await addStaff(auth, { email, name, role: 'admin', way: 'local', caller });
      return { id, email, name, role: 'admin' };
    };
    const callerOf = (staff: StaffMember): Caller => ({ ...commandCaller, actor: { kind: 'staff', ...staff } });
    return {
      ...composed,
      ines: await add('Ines'),
      omar: await add('Omar'),
      addBy: (admin: StaffMember, name: string) => add(name, callerOf(admin)),
      resetBy: (admin: StaffMember, account: StaffMember) =>
        resetPassword(auth, { id: account.id, caller: callerOf(admin) }),
      confirm: (admin: StaffMember, account: StaffMember) =>
        confirmAccount(auth, { id: account.id, caller: callerOf(admin), staff: admin }),
      samePerson: async (account: StaffMember) =>
        [...(await findSamePerson(database.db, account.id, clock.now()))].sort(),
      entryOf: async (account: StaffMember, viewer: StaffMember) =>
        (await listStaff(auth, viewer.id)).staff.find((entry) => entry.id === account.id),
    };
  }
  const idsOf = (...accounts: StaffMember[]) => accounts.map(({ id }) => id).sort();

  test('an admin and the accounts whose links they were shown count as one person', async () => {
    const { ines, omar, addBy, samePerson } = await compose();
    const first = await addBy(ines, 'first');
    const second = await addBy(ines, 'second');
    const third = await addBy(second, 'third');
    for (const account of [ines, first, second, third]) {
      expect(await samePerson(account)).toEqual(idsOf(ines, first, second, third));
    }
    expect(await samePerson(omar)).toEqual(idsOf(omar));
  });

  test('a reset that removes passkeys and codes connects the admin with the account', async () => {
    const { ines, omar, resetBy, samePerson, clock } = await compose();
    await insertPasskey(database.db, {
      id: omar.id,
      staffId: omar.id,
      name: 'Key',
      publicKey: Buffer.alloc(1),
      counter: 0,
      transports: [],
      backedUp: false,
      createdAt: clock.now(),
    });
    await insertRecoveryCodes(database.db, { staffId: omar.id, codeHashes: ['a', 'b'], at: clock.now() });
    await resetBy(ines, omar);
    expect(await countPasskeys(database.db, omar.id)).toBe(0);
    expect(await countUnusedCodes(database.db, omar.id)).toBe(0);
    expect(await samePerson(omar)).toEqual(idsOf(ines, omar));
  });

  test('a reset link connects as well, a link of a command or of oneself does not', async () => {
    const { auth, ines, omar, addBy, resetBy, samePerson } = await compose();
    await resetPassword(auth, { id: ines.id, caller: commandCaller });
    await resetBy(ines, ines);
    expect(await samePerson(ines)).toEqual(idsOf(ines));
    const account = await addBy(ines, 'account');
    await resetBy(omar, account);
    // Ines saw the first link, even though it was replaced.
    expect(await samePerson(ines)).toEqual(idsOf(ines, omar, account));
  });

  test('they count as two people again seven days after the link was created', async () => {
    const { clock, ines, omar, addBy, samePerson, entryOf } = await compose();
    const account = await addBy(ines, 'account');
    const until = new Date(clock.now().getTime() + 7 * dayMs);
    expect(await entryOf(account, omar)).toMatchObject({
      onePersonWith: { names: ['Ines'], until: until.toISOString(), mayConfirm: true },
    });
    clock.set(new Date(until.getTime() - 1));
    expect(await samePerson(account)).toEqual(idsOf(account, ines));
    clock.set(until);
    expect(await samePerson(account)).toEqual(idsOf(account));
    expect(await entryOf(account, omar)).toMatchObject({ onePersonWith: null });
  });

  test('another admin confirms the account, which is audited once', async () => {
    const { clock, ines, omar, addBy, resetBy, confirm, samePerson, entryOf, actions } = await compose();
    const account = await addBy(ines, 'account');
    const other = await addBy(ines, 'other');
    await resetBy(ines, account);
    // The holder of the link could still choose the password.
    await expect(confirm(omar, account)).rejects.toMatchObject({ code: 'conflict' });
    clock.set(new Date(clock.now().getTime() + dayMs));
    const earlier = (await actions()).length;
    await confirm(omar, account);
    await confirm(omar, account);
    expect((await actions()).slice(earlier)).toEqual(['staff.confirmed_as_different_person']);
    expect(await samePerson(account)).toEqual(idsOf(account));
    expect(await samePerson(ines)).toEqual(idsOf(ines, other));
    expect(await entryOf(account, omar)).toMatchObject({ onePersonWith: null });
    // A later link needs a new confirmation.
    await resetBy(ines, account);
    expect(await samePerson(account)).toEqual(idsOf(ines, account, other));
  });

  test('only an admin who is a different person may confirm', async () => {
    const { ines, omar, addBy, resetBy, confirm, samePerson, entryOf } = await compose();
    const account = await addBy(ines, 'account');
    const sibling = await addBy(ines, 'sibling');
    for (const admin of [ines, account, sibling]) {
      await expect(confirm(admin, account)).rejects.toMatchObject({ code: 'forbidden' });
      expect(await entryOf(account, admin)).toMatchObject({ onePersonWith: { mayConfirm: false } });
    }
    // Once Omar was shown a link of the sibling, he belongs to them too.
    await resetBy(omar, sibling);
    await expect(confirm(omar, account)).rejects.toMatchObject({ code: 'forbidden' });
    expect(await samePerson(account)).toEqual(idsOf(ines, omar, account, sibling));
  });
});
