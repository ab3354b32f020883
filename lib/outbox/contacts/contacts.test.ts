import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Language } from '../../contract/languages';
import { staffCaller } from '../../sponsorship/testing/staff-caller';
import { issueMigrationToken } from '../../start/customer-links';
import { findAttemptByImport } from '../../store/imports/creation-attempts';
import { recordBounce, recordReturned, saveContact } from '../../store/outbox/contacts';
import { audit, auditValues } from '../../store/schema/audit';
import { creationAttempts } from '../../store/schema/creation-attempts';
import { imports } from '../../store/schema/imports';
import { customerContacts, outboxMessages } from '../../store/schema/outbox';
import { countStatements } from '../../store/testing/count-statements';
import { forEachEngineAtFullSize } from '../../store/testing/for-each-engine';
import { expandEvents } from '../expand-events';
import { findObstacles } from '../customers/find-obstacles';
import { obstacleReasons } from '../obstacle-reasons';
import { customerCaller, openContacts, tokenIn } from '../testing/open-contacts';
import { confirmContact, openConfirmation } from './confirm-contact';
import { findContacts } from './find-contacts';
import { readContact } from './read-contact';
import { setContact } from './set-contact';
import { storeChosenLanguage } from './store-chosen-language';
import { writeConfirmations } from './write-confirmations';

const hour = 3_600_000;
const day = 24 * hour;
const ines = staffCaller('Ines', 'agent');
const signal = new AbortController().signal;

forEachEngineAtFullSize((engine, open) => {
  let app: ReturnType<typeof openContacts>;
  beforeAll(async () => {
    app = openContacts(await open());
  });
  let count = 0;
  const newAddress = () => `person${(count += 1)}@example.com`;
  const newName = () => `user${(count += 1)}`;

  const find = async (importId: string, username: string | null) =>
    (await findContacts(app.deps.database.db, [{ importId, username }])).get(importId);
  const set = (importId: string, email: string | null) => setContact(app.deps, { caller: ines, importId, email });
  const listConfirmations = async (importId?: string) =>
    (await app.listMessages(importId)).filter(({ event }) => event === 'confirm_address');
  const lastToken = async (importId: string) => {
    const sent = (await listConfirmations(importId)).filter(({ state }) => state === 'pending').at(-1);
    if (!sent) throw new Error('nothing was written');
    return tokenIn(app.readMail(sent).text, 'confirm');
  };
  const confirm = (token: string) => confirmContact(app.deps, { caller: customerCaller, token });

  describe('findContacts', () => {
    it('uses a username that is an e-mail address, in the language of the start page', async () => {
      const username = 'Ada.Lovelace@Example.com';
      const importId = await app.addImport(username, { language: 'de' });
      expect(await find(importId, username)).toEqual({ email: username, source: 'username', language: 'de' });
    });

    it('finds no address for other usernames, and none for a username with a line break', async () => {
      const importId = await app.addImport('ada');
      expect(await find(importId, 'ada')).toEqual({ problem: 'none' });
      expect(await find(importId, null)).toEqual({ problem: 'none' });
      expect(await find(importId, 'ada@example.com\r\nBcc: eve@example.com')).toEqual({ problem: 'none' });
    });

    it('does not use the address from the start page before it is confirmed', async () => {
      const importId = await app.addImport('ada', { contactEmail: newAddress() });
      expect(await find(importId, 'ada')).toEqual({ problem: 'unconfirmed' });
    });

    it('does not use an address that bounced for another import until staff enter it again', async () => {
      const email = newAddress();
      const [first, second] = [await app.addImport(email), await app.addImport(email.toUpperCase())];
      const bounce = { importId: first, recipient: email.toUpperCase(), reason: '550', at: app.clock.now() };
      await recordBounce(app.deps.database.db, bounce);
      expect(await find(first, email)).toEqual({ problem: 'bounced' });
      expect(await find(second, email.toUpperCase())).toEqual({ problem: 'bounced' });
      expect(await readContact(app.deps.database.db, first)).toMatchObject({ state: 'bounced', bounceReason: '550' });
      await app.clock.advance(1000);
      expect(await set(second, email)).toMatchObject({ state: 'active', source: 'username' });
      expect(await find(first, email)).toMatchObject({ email });
      await app.clock.advance(1000);
      await recordBounce(app.deps.database.db, { ...bounce, at: app.clock.now() });
      expect(await find(second, email)).toEqual({ problem: 'bounced' });
    });

    it('does not use it for other imports either when the first one gets another address', async () => {
      const { db } = app.deps.database;
      const [email, entered] = [newAddress(), newAddress()];
      const [first, second] = [await app.addImport(email), await app.addImport(email)];
      const third = await app.addImport(email, { contactEmail: entered });
      const message = { audience: 'customer', environment: 'live', importId: first, recipient: email } as const;
      await recordReturned(db, message, { reason: '550', at: app.clock.now() });
      await app.clock.advance(1000);
      await set(first, newAddress());
      expect(await find(second, email)).toEqual({ problem: 'bounced' });
      expect(await readContact(db, second)).toMatchObject({ bounceReason: '550' });
      expect(await readContact(db, third)).toMatchObject({ email: entered, state: 'unconfirmed' });
      // Entered again for one of them, which then gets another address.
      await set(first, email);
      await set(first, newAddress());
      expect(await find(second, email)).toMatchObject({ email });
    });

    it.runIf(engine === 'postgres')('is not stored for an import that is being deleted', async () => {
      const { database } = app.deps;
      const email = newAddress();
      const [first, second] = [await app.addImport(email), await app.addImport(email)];
      const message = { audience: 'customer', environment: 'live', importId: first, recipient: email } as const;
      let commit = () => {};
      let deleting: Promise<void> | undefined;
      await new Promise<void>((isDeleted) => {
        deleting = database.transaction(async (tx) => {
          await tx.delete(imports).where(eq(imports.id, second));
          isDeleted();
          await new Promise<void>((resolve) => (commit = resolve));
        });
      });
      await database.transaction((tx) => recordReturned(tx, message, { reason: '550', at: app.clock.now() }));
      commit();
      await deleting;
      const rows = await database.db.select().from(customerContacts).where(eq(customerContacts.email, email));
      expect(rows.map(({ importId }) => importId)).toEqual([first]);
    });

    it('of several imports can be entered again while another e-mail to it is returned', async () => {
      const { database } = app.deps;
      const email = newAddress();
      const ids: string[] = [];
      for (let nr = 0; nr < 6; nr += 1) ids.push(await app.addImport(email));
      const giveBack = (importId: string) =>
        database.transaction((tx) =>
          recordReturned(
            tx,
            { audience: 'customer', environment: 'live', importId, recipient: email },
            { reason: '550', at: new Date(app.clock.now().getTime() - 1000) },
          ),
        );
      for (let round = 0; round < 8; round += 1) {
        await app.clock.advance(2000);
        await giveBack(ids[0] ?? '');
        await Promise.all(ids.flatMap((id) => [giveBack(id), set(id, email)]));
      }
    });

    it('does not use a corrected username that bounces as well', async () => {
      const { db } = app.deps.database;
      const [old, corrected] = [newAddress(), newAddress()];
      const importId = await app.addImport(old);
      const bounce = (recipient: string) =>
        recordBounce(db, { importId, recipient, reason: '550', at: app.clock.now() });
      await bounce(old);
      await db.update(imports).set({ username: corrected }).where(eq(imports.id, importId));
      expect(await find(importId, corrected)).toMatchObject({ email: corrected });
      await bounce(corrected);
      expect(await find(importId, corrected)).toEqual({ problem: 'bounced' });
      // Of an e-mail that was sent before the correction.
      await bounce(old);
      expect(await find(importId, corrected)).toEqual({ problem: 'bounced' });
    });

    it('ignores a bounce of an address that was replaced since', async () => {
      const [importId, old, current] = [await app.addImport(newName()), newAddress(), newAddress()];
      await set(importId, old);
      await set(importId, current);
      await confirm(await lastToken(importId));
      await recordBounce(app.deps.database.db, { importId, recipient: old, reason: '550', at: app.clock.now() });
      expect(await find(importId, null)).toMatchObject({ email: current });
    });

    it('needs three statements for any number of imports', async () => {
      const batch = await Promise.all(
        Array.from({ length: 20 }, async () => {
          const username = newAddress();
          return { importId: await app.addImport(username), username };
        }),
      );
      const counted = countStatements(app.deps.database);
      const found = await counted.transaction((tx) => findContacts(tx, batch));
      expect(counted.takeCount()).toBe(3);
      expect([...found.values()].every((contact) => 'email' in contact)).toBe(true);
    });
  });

  describe('setContact', () => {
    it('asks the new address for confirmation, is audited, and clears what was true of the old one', async () => {
      const [importId, email] = [await app.addImport(newName(), { language: 'de' }), newAddress()];
      const contact = await set(importId, ` ${email.toUpperCase()} `);
      expect(contact).toMatchObject({ email, source: 'staff', state: 'unconfirmed', language: 'de' });
      expect(contact.askedAt).toBe(app.clock.now().toISOString());
      const [message] = await listConfirmations(importId);
      expect(message).toMatchObject({ event: 'confirm_address', recipient: email, state: 'pending', language: 'de' });
      const [entry] = await app.deps.database.db
        .select({ action: audit.action, before: auditValues.before, after: auditValues.after })
        .from(audit)
        .innerJoin(auditValues, eq(auditValues.seq, audit.seq))
        .where(eq(auditValues.subject, importId));
      expect(entry).toMatchObject({ action: 'contact.changed', before: { email: null }, after: { email } });

      await confirm(await lastToken(importId));
      await recordBounce(app.deps.database.db, { importId, recipient: email, reason: '550', at: app.clock.now() });
      const other = newAddress();
      expect(await set(importId, other)).toMatchObject({
        email: other,
        state: 'unconfirmed',
        confirmedAt: null,
        bouncedAt: null,
        bounceReason: '',
      });
    });

    it('stores the language and asks in it, even shortly after the first confirmation', async () => {
      const [importId, email] = [await app.addImport(newName()), newAddress()];
      const setLanguage = (language?: Language) => setContact(app.deps, { caller: ines, importId, email, language });
      expect(await setLanguage('fr')).toMatchObject({ language: 'fr' });
      expect(await listConfirmations(importId)).toMatchObject([{ language: 'fr', state: 'pending' }]);
      expect(await setLanguage('ar')).toMatchObject({ language: 'ar' });
      await expect(setLanguage()).rejects.toMatchObject({ code: 'rate_limited' });
      expect(await app.readRow(importId)).toMatchObject({ language: 'ar' });
    });

    it('keeps who entered an address, and that it bounced, when only the language changes', async () => {
      const { db } = app.deps.database;
      const email = newAddress();
      const importId = await app.addImport(newName(), { contactEmail: email });
      await expandEvents(app.deps, signal);
      await confirm(await lastToken(importId));
      await recordBounce(db, { importId, recipient: email, reason: '550', at: app.clock.now() });
      const before = await app.readRow(importId);
      await app.clock.advance(1000);
      const changed = await setContact(app.deps, { caller: ines, importId, email, language: 'fr' });
      expect(changed).toMatchObject({ source: 'customer', state: 'bounced', language: 'fr' });
      expect(await app.readRow(importId)).toEqual({ ...before, language: 'fr' });
      await setContact(app.deps, { caller: ines, importId, language: 'de' });
      await setContact(app.deps, { caller: ines, importId });
      expect(await app.readRow(importId)).toEqual({ ...before, language: 'de' });
      // The same address without another language is entered again.
      expect(await set(importId, email)).toMatchObject({ source: 'staff', state: 'active', bouncedAt: null });

      const username = newAddress();
      const own = await app.addImport(username);
      await recordBounce(db, { importId: own, recipient: username, reason: '550', at: app.clock.now() });
      const changedOwn = await setContact(app.deps, { caller: ines, importId: own, email: null, language: 'fr' });
      expect(changedOwn).toMatchObject({ source: 'username', state: 'bounced', language: 'fr' });
      const changedAgain = await setContact(app.deps, { caller: ines, importId: own, language: 'de' });
      expect(changedAgain).toEqual({ ...changedOwn, language: 'de' });
    });

    it('writes again what did not reach an address that bounced, once it is entered again', async () => {
      const { db } = app.deps.database;
      const email = newAddress();
      const importId = await app.addImport(email);
      await expandEvents(app.deps, signal);
      const listWritten = async () => (await app.listMessages(importId)).map(({ event, state }) => ({ event, state }));
      expect(await listWritten()).toEqual([{ event: 'started', state: 'pending' }]);
      await db.update(outboxMessages).set({ state: 'failed' }).where(eq(outboxMessages.importId, importId));
      await recordBounce(db, { importId, recipient: email, reason: '550', at: app.clock.now() });
      await app.clock.advance(1000);
      await set(importId, email);
      await expandEvents(app.deps, signal);
      const again = [
        { event: 'started', state: 'failed' },
        { event: 'started', state: 'pending' },
      ];
      expect(await listWritten()).toEqual(again);
      // Once, also if an admin resends the failed one.
      await set(importId, email);
      await expandEvents(app.deps, signal);
      expect(await listWritten()).toEqual(again);
      const [failed] = await app.listMessages(importId);
      const { obstacles } = await findObstacles(app.deps, db, failed ? [failed] : []);
      expect([...obstacles.values()]).toEqual(['newer']);

      // Imports whose customer was not written to because of the other one, before and after their messages were written.
      const waiting = await app.addImport(email);
      await expandEvents(app.deps, signal);
      await recordBounce(db, { importId, recipient: email, reason: '550', at: app.clock.now() });
      const skipped = { state: 'skipped', reason: obstacleReasons.bounced } as const;
      await db.update(outboxMessages).set(skipped).where(eq(outboxMessages.importId, waiting));
      const others = [waiting, await app.addImport(email), await app.addImport(email)];
      await expandEvents(app.deps, signal);
      await app.clock.advance(1000);
      await set(others[1] ?? '', email);
      await expandEvents(app.deps, signal);
      for (const other of others)
        expect((await app.listMessages(other)).map(({ state }) => state)).toEqual(['skipped', 'pending']);
      expect(await listWritten()).toEqual(again);
    });

    it('leaves the address of the start to its customer when the language changes first', async () => {
      for (const isSent of [true, false]) {
        const email = newAddress();
        const importId = await app.addImport(newName(), { contactEmail: email });
        await setContact(app.deps, { caller: ines, importId, language: 'fr', ...(isSent && { email }) });
        await expandEvents(app.deps, signal);
        expect(await app.readRow(importId)).toMatchObject({ email, source: 'customer', language: 'fr' });
        expect(await listConfirmations(importId)).toMatchObject([{ language: 'fr', recipient: email }]);
      }
    });

    it('needs no confirmation for the username, and removing an address uses it again', async () => {
      const username = newAddress();
      const importId = await app.addImport(username);
      expect(await set(importId, username.toUpperCase())).toMatchObject({ email: username, state: 'active' });
      expect(await listConfirmations(importId)).toEqual([]);
      await set(importId, newAddress());
      expect(await find(importId, username)).toEqual({ problem: 'unconfirmed' });
      expect(await set(importId, null)).toMatchObject({ email: username, source: 'username', state: 'active' });
    });

    it.each(['ada', '', 'ada@example.com\r\nBcc: eve@example.com', 'a@example.com, b@example.com', '"a"@example.com'])(
      'rejects %j and stores nothing',
      async (email) => {
        const importId = await app.addImport(newName());
        await expect(set(importId, email)).rejects.toMatchObject({ code: 'invalid', errors: [{ field: 'email' }] });
        expect(await app.readRow(importId)).toBeUndefined();
      },
    );

    it('finds no unknown import', async () => {
      await expect(set('unknown', newAddress())).rejects.toMatchObject({ code: 'not_found' });
    });

    it('writes nothing while mail is not set up', async () => {
      const importId = await app.addImport(newName());
      const off = { ...app.deps, mail: { mode: 'off' as const, from: null } };
      const contact = await setContact(off, { caller: ines, importId, email: newAddress() });
      expect(contact).toMatchObject({ state: 'unconfirmed', askedAt: null });
      expect(await listConfirmations(importId)).toEqual([]);
    });
  });

  describe('storeChosenLanguage', () => {
    const pageOf = (importId: string) => `/m/${issueMigrationToken(app.deps, importId)}`;
    const choose = (path: string, language: Language) => storeChosenLanguage(app.deps, { path, language });

    it('is used for later e-mails, to the username too', async () => {
      const username = newAddress();
      const importId = await app.addImport(username);
      await choose(pageOf(importId), 'de');
      expect(await find(importId, username)).toEqual({ email: username, source: 'username', language: 'de' });
      await choose(`${pageOf(importId)}/go`, 'nl');
      expect(await find(importId, username)).toEqual({ email: username, source: 'username', language: 'nl' });
    });

    it('keeps everything else of an entered address', async () => {
      const importId = await app.addImport(newName());
      await set(importId, newAddress());
      const [token, before] = [await lastToken(importId), await app.readRow(importId)];
      await choose(`/confirm/${token}`, 'es');
      expect(await app.readRow(importId)).toEqual({ ...before, language: 'es' });
    });

    it('leaves an address from the start to be asked for confirmation', async () => {
      const importId = await app.addImport(newName(), { contactEmail: newAddress() });
      await choose(pageOf(importId), 'fr');
      await expandEvents(app.deps, signal);
      expect(await listConfirmations(importId)).toHaveLength(1);
    });

    it('is used for the import that replaced this one', async () => {
      const { db } = app.deps.database;
      const username = newAddress();
      const [old, importId] = [await app.addImport(username), await app.addImport(username)];
      await set(old, newAddress());
      const token = await lastToken(old);
      const row = await app.readRow(old);
      if (row) await saveContact(db, { ...row, importId });
      await db
        .update(creationAttempts)
        .set({ state: 'abandoned', replacedBy: (await findAttemptByImport(db, 'live', importId))?.id })
        .where(eq(creationAttempts.importId, old));
      await choose(`/confirm/${token}`, 'es');
      expect(await app.readRow(importId)).toEqual({ ...row, importId, language: 'es' });
      // A page that was opened before.
      await choose(pageOf(old), 'nl');
      expect(await app.readRow(importId)).toMatchObject({ language: 'nl' });
      expect(await app.readRow(old)).toEqual(row);
    });

    it('stores nothing for other pages, wrong links, expired links and deleted imports', async () => {
      const username = newAddress();
      const importId = await app.addImport(username);
      const page = pageOf(importId);
      for (const path of [
        `${page}x`,
        '/m/',
        '/m',
        '/start',
        page.replace('/m/', '/start/'),
        page.replace('/m/', '/confirm/'),
      ])
        await choose(path, 'de');
      const ended = { issuedAt: app.clock.now().toISOString(), expiresAt: app.clock.now().toISOString() };
      await choose(`/m/${issueMigrationToken(app.deps, importId, ended)}`, 'de');
      expect(await app.readRow(importId)).toBeUndefined();
      await app.deps.database.db.delete(imports).where(eq(imports.id, importId));
      await choose(page, 'de');
      expect(await app.readRow(importId)).toBeUndefined();
    });
  });

  describe('a confirmation', () => {
    it('is written once for an address from the start page, without data of the import', async () => {
      const [username, email] = [newName(), newAddress()];
      const importId = await app.addImport(username, { contactEmail: email, language: 'de' });
      await expandEvents(app.deps, signal);
      await writeConfirmations(app.deps, app.deps.database.db, [importId, importId]);
      const messages = await listConfirmations(importId);
      expect(messages).toMatchObject([{ event: 'confirm_address', recipient: email, audience: 'customer' }]);
      const mail = app.readMail(messages[0] ?? { contentEncrypted: null });
      for (const text of [mail.subject, mail.text, mail.html]) {
        expect(text).not.toContain(username);
        expect(text).not.toContain(importId);
        expect(text).not.toContain('Zendesk');
        expect(text).not.toContain('/m/');
      }
      expect(mail.text).toContain('auf der Migrationsseite von');
      expect(mail.text).toContain('können Sie sie ignorieren');
      expect(await app.readRow(importId)).toMatchObject({ email, source: 'customer', confirmedAt: null });
    });

    it('makes the address usable and records an event, once', async () => {
      const importId = await app.addImport(newName(), { contactEmail: newAddress() });
      await expandEvents(app.deps, signal);
      const token = await lastToken(importId);
      const { email } = (await app.readRow(importId)) ?? {};
      expect(await openConfirmation(app.deps, token)).toMatchObject({ kind: 'open', email });
      expect(await find(importId, null)).toEqual({ problem: 'unconfirmed' });
      await Promise.all([confirm(token), confirm(token)]);
      expect(await confirm(token)).toMatchObject({ kind: 'confirmed', email });
      expect(await find(importId, null)).toMatchObject({ email });
      expect(await app.listEvents(importId)).toMatchObject([{ kind: 'import', data: { from: null, confirmed: true } }]);
    });

    it('stores the language in which the customer confirmed', async () => {
      const importId = await app.addImport(newName());
      await set(importId, newAddress());
      await confirmContact(app.deps, { caller: customerCaller, token: await lastToken(importId), language: 'ja' });
      expect(await find(importId, null)).toMatchObject({ language: 'ja' });
    });

    it('does not confirm an address that was changed since, nor another import', async () => {
      const [importId, other] = [await app.addImport(newName()), await app.addImport(newName())];
      const [first, second] = [newAddress(), newAddress()];
      await set(importId, first);
      const token = await lastToken(importId);
      await set(importId, second);
      await set(other, first);
      expect(await openConfirmation(app.deps, token)).toEqual({ kind: 'broken' });
      expect(await confirm(token)).toEqual({ kind: 'broken' });
      expect(await find(importId, null)).toEqual({ problem: 'unconfirmed' });
      expect(await find(other, null)).toEqual({ problem: 'unconfirmed' });
    });

    it('of an import that was started again confirms the address for the new one', async () => {
      const { db } = app.deps.database;
      const email = newAddress();
      const [old, importId, later] = [
        await app.addImport(newName(), { contactEmail: email }),
        await app.addImport(newName()),
        await app.addImport(newName()),
      ];
      await expandEvents(app.deps, signal);
      const token = await lastToken(old);
      const replace = async (replaced: string, successor: string) =>
        db
          .update(creationAttempts)
          .set({ state: 'abandoned', replacedBy: (await findAttemptByImport(db, 'live', successor))?.id })
          .where(eq(creationAttempts.importId, replaced));
      await replace(old, importId);
      const row = await app.readRow(old);
      if (row) await saveContact(db, { ...row, importId });
      expect(await openConfirmation(app.deps, token)).toMatchObject({ kind: 'open', email });
      expect(await confirm(token)).toMatchObject({ kind: 'confirmed', email });
      expect(await find(importId, null)).toMatchObject({ email });
      expect(await app.listEvents(importId)).toMatchObject([{ data: { confirmed: true } }]);
      expect(await app.readRow(old)).toEqual(row);
      // Started once more, with another address.
      await replace(importId, later);
      await set(later, newAddress());
      expect(await openConfirmation(app.deps, token)).toEqual({ kind: 'broken' });
      expect(await confirm(token)).toEqual({ kind: 'broken' });
    });

    it('expires after 30 days', async () => {
      const importId = await app.addImport(newName());
      await set(importId, newAddress());
      const token = await lastToken(importId);
      await app.clock.advance(30 * day);
      expect(await openConfirmation(app.deps, token)).toEqual({ kind: 'expired' });
      expect(await confirm(token)).toEqual({ kind: 'expired' });
      expect(await find(importId, null)).toEqual({ problem: 'unconfirmed' });
    });

    it('cannot be made up, changed, or used for an import that was deleted', async () => {
      const importId = await app.addImport(newName());
      await set(importId, newAddress());
      const token = await lastToken(importId);
      for (const wrong of ['', 'x', `${token}A`, token.slice(1), 'A'.repeat(8192), 'A'.repeat(100_000), '../..', 'ä']) {
        expect(await confirm(wrong)).toEqual({ kind: 'broken' });
      }
      await app.deps.database.db.delete(imports).where(eq(imports.id, importId));
      expect(await openConfirmation(app.deps, token)).toEqual({ kind: 'broken' });
      expect(await confirm(token)).toEqual({ kind: 'broken' });
    });

    it('is asked for once an hour and three times a day', async () => {
      const [importId, email] = [await app.addImport(newName()), newAddress()];
      await set(importId, email);
      await expect(set(importId, email)).rejects.toMatchObject({ code: 'rate_limited' });
      for (const expected of [2, 3, 3]) {
        await app.clock.advance(hour);
        await set(importId, email).catch(() => undefined);
        expect(await listConfirmations(importId)).toHaveLength(expected);
      }
      await app.clock.advance(day);
      await set(importId, email);
      expect(await listConfirmations(importId)).toHaveLength(4);
    });

    it('is asked for five times a day at most, however many imports name the address', async () => {
      const email = newAddress();
      const ids = await Promise.all(
        Array.from({ length: 60 }, () => app.addImport(newName(), { contactEmail: email.toUpperCase() })),
      );
      await Promise.all([expandEvents(app.deps, signal), expandEvents(app.deps, signal)]);
      for (const importId of ids.slice(0, 10)) await set(importId, newAddress());
      await Promise.all(ids.slice(0, 10).map((importId) => set(importId, email)));
      const messages = (await listConfirmations()).filter(({ recipient }) => recipient === email);
      expect(messages.filter(({ state }) => state === 'pending')).toHaveLength(5);
      expect(messages.filter(({ state }) => state === 'skipped').every((row) => row.contentEncrypted === null)).toBe(
        true,
      );
      expect(await find(ids[30] ?? '', null)).toEqual({ problem: 'unconfirmed' });
    });

    it('is not asked for of an address that bounced', async () => {
      const email = newAddress();
      const first = await app.addImport(email);
      await recordBounce(app.deps.database.db, { importId: first, recipient: email, reason: '', at: app.clock.now() });
      const importId = await app.addImport(newName(), { contactEmail: email });
      await expandEvents(app.deps, signal);
      expect(await listConfirmations(importId)).toEqual([]);
      expect(await find(importId, null)).toEqual({ problem: 'bounced' });
    });
  });
});
