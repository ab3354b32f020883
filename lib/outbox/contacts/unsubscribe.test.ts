import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { staffCaller } from '../../sponsorship/testing/staff-caller';
import { saveContact } from '../../store/outbox/contacts';
import { insertMessages } from '../../store/outbox/messages';
import { findAttemptByImport } from '../../store/imports/creation-attempts';
import { creationAttempts } from '../../store/schema/creation-attempts';
import { imports } from '../../store/schema/imports';
import { forEachEngineAtFullSize } from '../../store/testing/for-each-engine';
import { encryptContent } from '../message-content';
import { customerCaller, openContacts, tokenIn } from '../testing/open-contacts';
import { confirmContact, openConfirmation } from './confirm-contact';
import { issueUnsubscribeLinks, readConfirmToken, readUnsubscribeToken } from './contact-links';
import { findContacts } from './find-contacts';
import { setContact } from './set-contact';
import { openUnsubscribe, undoUnsubscribe, unsubscribe } from './unsubscribe';

const day = 86_400_000;
const ines = staffCaller('Ines', 'agent');

forEachEngineAtFullSize((_engine, open) => {
  let app: ReturnType<typeof openContacts>;
  beforeAll(async () => {
    app = openContacts(await open());
  });
  let count = 0;
  const newAddress = () => `Reader${(count += 1)}@Example.com`;

  const find = async (importId: string, username: string | null) =>
    (await findContacts(app.deps.database.db, [{ importId, username }])).get(importId);
  const tokenFor = (importId: string, email: string) =>
    tokenIn(issueUnsubscribeLinks(app.deps, { importId, email }).unsubscribe, 'unsubscribe');
  const leave = (token: string) => unsubscribe(app.deps, { caller: customerCaller, token });
  const undo = (token: string) => undoUnsubscribe(app.deps, { caller: customerCaller, token });
  const addMessage = async (importId: string, recipient: string, state: 'pending' | 'sending' = 'pending') => {
    const content = { kind: 'email' as const, subject: '', text: '', html: '', headers: {}, logo: null };
    const [id] = await insertMessages(app.deps.database.db, [
      {
        id: app.deps.newId(),
        key: app.deps.newId(),
        audience: 'customer',
        channel: 'email',
        event: 'sample_ready',
        environment: 'live',
        importId,
        recipient,
        contentEncrypted: encryptContent(app.deps, content),
        state,
        createdAt: app.clock.now(),
      },
    ]);
    return async () => (await app.listMessages(importId)).find((row) => row.id === id)?.state;
  };

  describe('unsubscribing', () => {
    it('ends the e-mails about this migration only, and is undone', async () => {
      const username = newAddress();
      const [importId, other] = [await app.addImport(username, { language: 'de' }), await app.addImport(username)];
      const token = tokenFor(importId, username);
      const facts = { email: username, tool: 'Zendesk', language: 'de', isUsed: true };
      expect(await openUnsubscribe(app.deps, token)).toEqual({ kind: 'subscribed', ...facts });
      expect(await find(importId, username)).toMatchObject({ email: username });
      expect(await leave(token)).toEqual({ kind: 'unsubscribed', ...facts });
      expect(await leave(token)).toEqual({ kind: 'unsubscribed', ...facts });
      expect(await find(importId, username)).toEqual({ problem: 'unsubscribed' });
      expect(await find(other, username)).toMatchObject({ email: username });
      // Staff correct the username: the new one did not unsubscribe.
      const corrected = newAddress();
      const rename = (name: string) =>
        app.deps.database.db.update(imports).set({ username: name }).where(eq(imports.id, importId));
      await rename(corrected);
      expect(await find(importId, corrected)).toMatchObject({ email: corrected });
      expect(await openUnsubscribe(app.deps, tokenFor(importId, corrected))).toMatchObject({ kind: 'subscribed' });
      expect(await undo(token)).toEqual({ kind: 'subscribed', ...facts, isUsed: false });
      await rename(username);
      expect(await find(importId, username)).toEqual({ email: username, source: 'username', language: 'de' });
      expect(await openUnsubscribe(app.deps, token)).toEqual({ kind: 'subscribed', ...facts });
    });

    it('takes back messages that wait, but not a message that is being sent, and undoing restores them', async () => {
      const username = newAddress();
      const [importId, other] = [await app.addImport(username), await app.addImport(username)];
      const waiting = await addMessage(importId, username);
      const sending = await addMessage(importId, username, 'sending');
      const unrelated = await addMessage(other, username);
      const token = tokenFor(importId, username);
      await leave(token);
      expect(await waiting()).toBe('skipped');
      expect(await sending()).toBe('sending');
      expect(await unrelated()).toBe('pending');
      await undo(token);
      expect(await waiting()).toBe('pending');
    });

    it('does not send old news when it is undone later', async () => {
      const username = newAddress();
      const importId = await app.addImport(username);
      const waiting = await addMessage(importId, username);
      const token = tokenFor(importId, username);
      await leave(token);
      await app.clock.advance(2 * day);
      await undo(token);
      expect(await waiting()).toBe('skipped');
    });

    it('stays when staff enter the same address again, or remove another one', async () => {
      const username = newAddress();
      const importId = await app.addImport(username);
      await leave(tokenFor(importId, username));
      const set = (email: string | null) => setContact(app.deps, { caller: ines, importId, email });
      expect(await set(username)).toMatchObject({ state: 'unsubscribed' });
      expect(await set(newAddress())).toMatchObject({ state: 'unconfirmed' });
      expect(await set(null)).toMatchObject({ state: 'unsubscribed' });
      expect(await find(importId, username)).toEqual({ problem: 'unsubscribed' });
    });

    it('is not inherited by a new address that is confirmed, and ends when that address is confirmed again', async () => {
      const username = newAddress();
      const [importId, email] = [await app.addImport(username), newAddress().toLowerCase()];
      await leave(tokenFor(importId, username));
      await setContact(app.deps, { caller: ines, importId, email });
      const [message] = await app.listMessages(importId);
      const confirmToken = tokenIn(app.readMail(message ?? { contentEncrypted: null }).text, 'confirm');
      await confirmContact(app.deps, { caller: customerCaller, token: confirmToken });
      expect(await find(importId, username)).toMatchObject({ email });
      expect(await openConfirmation(app.deps, confirmToken)).toMatchObject({ kind: 'confirmed' });
      await leave(tokenFor(importId, email));
      expect(await find(importId, username)).toEqual({ problem: 'unsubscribed' });
      expect(await openConfirmation(app.deps, confirmToken)).toMatchObject({ kind: 'open' });
      const again = await confirmContact(app.deps, { caller: customerCaller, token: confirmToken });
      expect(again).toMatchObject({ kind: 'confirmed' });
      expect(await find(importId, username)).toMatchObject({ email });
      // The username unsubscribed as well, earlier.
      const removed = await setContact(app.deps, { caller: ines, importId, email: null });
      expect(removed).toMatchObject({ email: username, state: 'unsubscribed' });
      await undo(tokenFor(importId, username));
      expect(await find(importId, username)).toMatchObject({ email: username });
    });

    it('with a link to an earlier address changes nothing for the current one, and stays when it is used again', async () => {
      const username = newAddress();
      const [importId, email] = [await app.addImport(username), newAddress().toLowerCase()];
      await setContact(app.deps, { caller: ines, importId, email });
      const [message] = await app.listMessages(importId);
      const token = tokenIn(app.readMail(message ?? { contentEncrypted: null }).text, 'confirm');
      await confirmContact(app.deps, { caller: customerCaller, token });
      const [toEarlier, toCurrent] = [await addMessage(importId, username), await addMessage(importId, email)];
      expect(await leave(tokenFor(importId, username))).toMatchObject({ kind: 'unsubscribed', email: username });
      expect(await find(importId, username)).toMatchObject({ email });
      expect(await toEarlier()).toBe('skipped');
      expect(await toCurrent()).toBe('pending');
      await setContact(app.deps, { caller: ines, importId, email: null });
      expect(await find(importId, username)).toEqual({ problem: 'unsubscribed' });
      expect(await undo(tokenFor(importId, username))).toMatchObject({ kind: 'subscribed' });
      expect(await find(importId, username)).toMatchObject({ email: username });
    });

    it('of a version without a list of addresses counts for the address that is used', async () => {
      const username = newAddress();
      const importId = await app.addImport(username);
      const at = app.clock.now();
      const row = { environment: 'live', importId, source: 'username', by: 'customer', at } as const;
      await saveContact(app.deps.database.db, { ...row, unsubscribedAt: at });
      expect(await find(importId, username)).toEqual({ problem: 'unsubscribed' });
      await undo(tokenFor(importId, username));
      expect(await find(importId, username)).toMatchObject({ email: username });
    });

    it('with a link to an import that was started again ends the e-mails about its last successor, and is undone', async () => {
      const username = newAddress();
      const old = await app.addImport(username);
      const token = tokenFor(old, username);
      const { db } = app.deps.database;
      const attemptOf = async (importId: string) => (await findAttemptByImport(db, 'live', importId))?.id;
      const replace = async (importId: string, successor: string) =>
        db
          .update(creationAttempts)
          .set({ state: 'abandoned', replacedBy: await attemptOf(successor) })
          .where(eq(creationAttempts.importId, importId));
      const [second, third] = [await app.addImport(username), await app.addImport(username)];
      await replace(old, second);
      await replace(second, third);
      const waiting = await addMessage(third, username);
      expect(await openUnsubscribe(app.deps, token)).toMatchObject({ kind: 'subscribed' });
      expect(await leave(token)).toMatchObject({ kind: 'unsubscribed' });
      expect(await find(third, username)).toEqual({ problem: 'unsubscribed' });
      expect(await waiting()).toBe('skipped');
      expect(await openUnsubscribe(app.deps, token)).toMatchObject({ kind: 'unsubscribed' });
      expect(await undo(token)).toMatchObject({ kind: 'subscribed' });
      expect(await find(third, username)).toMatchObject({ email: username });
      expect(await waiting()).toBe('pending');
      // A successor that was deleted, and a successor that was not created yet.
      await db.delete(imports).where(eq(imports.id, third));
      await db.update(creationAttempts).set({ importId: null }).where(eq(creationAttempts.importId, third));
      expect(await leave(token)).toMatchObject({ kind: 'unsubscribed' });
      expect(await find(second, username)).toEqual({ problem: 'unsubscribed' });
    });

    it('works however old the message is, and not for an import that was deleted', async () => {
      const username = newAddress();
      const importId = await app.addImport(username);
      const token = tokenFor(importId, username);
      await app.clock.advance(2000 * day);
      expect(await leave(token)).toMatchObject({ kind: 'unsubscribed' });
      await app.deps.database.db.delete(imports).where(eq(imports.id, importId));
      expect(await openUnsubscribe(app.deps, token)).toEqual({ kind: 'broken' });
      expect(await leave(token)).toEqual({ kind: 'broken' });
      expect(await undo(token)).toEqual({ kind: 'broken' });
    });

    it('needs a token of its own', async () => {
      const username = newAddress();
      const importId = await app.addImport(username);
      const token = tokenFor(importId, username);
      expect(readConfirmToken(app.deps, token)).toMatchObject({ ok: false, reason: 'broken' });
      for (const wrong of ['', `${token}A`, token.toLowerCase(), 'A'.repeat(8192), '%00', '<script>']) {
        expect(readUnsubscribeToken(app.deps, wrong)).toBeUndefined();
        expect(await leave(wrong)).toEqual({ kind: 'broken' });
      }
    });

    it('limits how often it is undone, and always allows to unsubscribe', async () => {
      const username = newAddress();
      const importId = await app.addImport(username);
      const token = tokenFor(importId, username);
      let result: Awaited<ReturnType<typeof undo>> = { kind: 'broken' };
      for (let round = 0; round < 30 && result.kind !== 'busy'; round += 1) {
        expect(await leave(token)).toMatchObject({ kind: 'unsubscribed' });
        result = await undo(token);
      }
      expect(result).toEqual({ kind: 'busy' });
      expect(await find(importId, username)).toEqual({ problem: 'unsubscribed' });
    });
  });
});
