import { beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../store/database/database';
import { listStaff } from '../store/staff/staff';
import { forEachEngineAtFullSize } from '../store/testing/for-each-engine';
import { addStaff } from './add-staff';
import { createFirstAdmin, createSetupCode, isSetupOpen } from './first-admin';
import { setPasswordByLink } from './set-password-by-link';
import { anonymousCaller, commandCaller, composeTestAuth } from './testing/compose-test-auth';

const caller = anonymousCaller('198.51.100.7');
const email = 'ada@company.example';
const password = 'correct horse battery';

forEachEngineAtFullSize((_engine, open) => {
  let database: Database;
  let test: ReturnType<typeof composeTestAuth>;
  beforeEach(async () => {
    database = await open();
    test = composeTestAuth(database);
  });
  const create = (code: string | null, address = email) =>
    createFirstAdmin(test.auth, { code: code ?? '', email: address, name: 'Ada', caller });

  it('lets the holder of the code create one admin, who chooses a password and signs in', async () => {
    const code = await createSetupCode(test.auth);
    expect(code).toMatch(/^[2-9A-Z]{4}-[2-9A-Z]{4}-[2-9A-Z]{4}$/);
    // As it is typed from a terminal.
    const created = await create(` ${code?.toLowerCase().replaceAll('-', ' ')} `);
    expect(created.kind).toBe('created');
    const token = created.kind === 'created' ? (created.url.split('/').at(-1) ?? '') : '';
    await setPasswordByLink(test.auth, { token, password, repeated: password, caller });
    expect(await test.signIn({ email, password, caller })).toMatchObject({ ok: true });
    expect(await listStaff(database.db)).toMatchObject([{ email, role: 'admin', source: 'local' }]);
    expect(await isSetupOpen(test.auth)).toBe(false);
    expect(await createSetupCode(test.auth)).toBeNull();
    expect((await create(code, 'eve@attacker.example')).kind).toBe('closed');
    expect(await test.actions()).toEqual(expect.arrayContaining(['staff.added', 'staff.link_created']));
  });

  it('accepts each code once, even if two people use it at the same time', async () => {
    const codes = [await createSetupCode(test.auth), await createSetupCode(test.auth)];
    const results = await Promise.all([
      create(codes[0] ?? null, 'one@company.example'),
      create(codes[1] ?? null, 'two@company.example'),
      create(codes[0] ?? null, 'three@company.example'),
    ]);
    expect(results.map(({ kind }) => kind).toSorted()).toEqual(['created', 'wrong', 'wrong']);
    expect(await listStaff(database.db)).toHaveLength(1);
  });

  it('starts over with a new code if no password was chosen', async () => {
    expect((await create(await createSetupCode(test.auth))).kind).toBe('created');
    expect((await create(await createSetupCode(test.auth))).kind).toBe('created');
    expect(await listStaff(database.db)).toHaveLength(1);
  });

  it('rejects a wrong, an empty and an expired code, and limits attempts', async () => {
    const code = await createSetupCode(test.auth);
    expect((await create(null)).kind).toBe('wrong');
    expect((await create(code, 'no address')).kind).toBe('email');
    await test.clock.advance(24 * 3_600_000);
    expect((await create(code)).kind).toBe('wrong');
    for (let count = 0; count < 9; count += 1) await create('AAAA-AAAA-AAAA');
    expect((await create(await createSetupCode(test.auth))).kind).toBe('throttled');
    expect(await listStaff(database.db)).toEqual([]);
  });
});

describe('is closed', () => {
  forEachEngineAtFullSize((engine, open) => {
    const oidc = {
      issuer: 'https://id.example',
      clientId: 'id',
      clientSecret: 'secret',
      roleClaim: undefined,
      roleMap: {},
      allowedDomains: undefined,
      unknown: 'refuse' as const,
    };
    it(`in the demo, with company sign-in and once there is an account, on ${engine}`, async () => {
      const database = await open();
      expect(await isSetupOpen(composeTestAuth(database, { demo: true }).auth)).toBe(false);
      expect(await isSetupOpen(composeTestAuth(database, { oidc }).auth)).toBe(false);
      const { auth } = composeTestAuth(database);
      expect(await isSetupOpen(auth)).toBe(true);
      const code = await createSetupCode(auth);
      await addStaff(auth, { email, name: '', role: 'viewer', way: 'local', password, caller: commandCaller });
      const result = await createFirstAdmin(auth, { code: code ?? '', email, name: '', caller });
      expect(result.kind).toBe('closed');
    });
  });
});
