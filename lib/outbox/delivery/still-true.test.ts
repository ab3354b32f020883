import { randomUUID } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { beginErasure } from '../../data-protection/erase-customer';
import { ada, openDataProtection } from '../../data-protection/testing/open-data-protection';
import { fillInFacts } from '../../imports/detail/fill-in-facts';
import type { Database } from '../../store/database/database';
import { insertStartLink, revokeStartLinks } from '../../store/imports/start-links';
import { recordBounce } from '../../store/outbox/contacts';
import { creationAttempts } from '../../store/schema/creation-attempts';
import { customerContacts, outboxMessages } from '../../store/schema/outbox';
import { startLinks } from '../../store/schema/start-links';
import { countStatements } from '../../store/testing/count-statements';
import { forEachEngineAtFullSize } from '../../store/testing/for-each-engine';
import { staffCaller } from '../../sponsorship/testing/staff-caller';
import { issueMigrationToken } from '../../start/customer-links';
import { checkMigrationLink } from '../../start/open-migration-link';
import { revokeCustomerLinks } from '../../start/revoke-customer-links';
import { migrationLinkDays } from '../../start/start-deps';
import { confirmContact, openConfirmation } from '../contacts/confirm-contact';
import { issueConfirmLink, issueUnsubscribeLinks } from '../contacts/contact-links';
import { readContact } from '../contacts/read-contact';
import { setContact } from '../contacts/set-contact';
import { storeChosenLanguage } from '../contacts/store-chosen-language';
import { undoUnsubscribe, unsubscribe } from '../contacts/unsubscribe';
import { findObstacles } from '../customers/find-obstacles';
import { readMailSettings, saveMailSettings } from '../customers/mail-settings';
import { resendMessage } from '../log/resend-message';
import { decryptContent } from '../message-content';
import { obstacleReasons } from '../obstacle-reasons';
import { customerCaller, tokenIn } from '../testing/open-contacts';
import { addressOf, openCustomerOutbox } from '../testing/open-customer-outbox';
import { startMailServer, type MailServerFaults } from '../testing/start-mail-server';
import { createMailbox, createMailer } from './create-mailer';
import { prepareMails } from './prepare-mails';
import { readSmtpUrl } from './read-smtp-url';
import { createSendMailsJob } from './send-mails';
import { createSkipMailsJob } from './skip-mails';

const never = new AbortController().signal;
const sample = 'Sample migration completed';
const claimFields = { hitId: '', wasTried: false, rule: null, person: null };

forEachEngineAtFullSize((_engine, open) => {
  let database: Database;
  let outbox: ReturnType<typeof openCustomerOutbox>;
  beforeAll(async () => {
    database = await open();
    outbox = openCustomerOutbox(database);
  });

  const newId = (name: string) => `${name}:${randomUUID().slice(0, 8)}`;
  const deliveryDeps = () => ({ ...outbox.deps, fetch, metrics: { message: () => undefined } });
  const sendMails = () => createSendMailsJob(deliveryDeps(), createMailbox()).run(never);
  async function start(name: string): Promise<string> {
    const id = newId(name);
    await outbox.create(id);
    await outbox.expand();
    return id;
  }
  const setMessage = (importId: string, event: string, set: Partial<typeof outboxMessages.$inferInsert>) =>
    database.db
      .update(outboxMessages)
      .set(set)
      .where(and(eq(outboxMessages.importId, importId), eq(outboxMessages.event, event)));
  const resend = async (importId: string) => {
    const [message] = await outbox.messages(importId);
    const { id = '', nextAt = new Date(0) } = message ?? {};
    return resendMessage(outbox.deps, { id, nextAt: nextAt.toISOString(), caller: ada });
  };
  const listed = async (importId: string) =>
    (await outbox.messages(importId)).map(({ event, state, reason }) => [event, state, reason].join(' ').trim());
  async function textOf(importId: string, event: string): Promise<string> {
    const row = (await outbox.messages(importId)).find((message) => message.event === event);
    const content = row?.contentEncrypted && decryptContent(outbox.deps, row.contentEncrypted);
    return content?.kind === 'email' ? content.text : '';
  }

  describe('a message to a customer that waited', () => {
    it('says where the migration is when it is sent', async () => {
      const id = await start('situation');
      const before = await textOf(id, 'started');
      const [written] = await outbox.messages(id);
      await outbox.reportAndExpand(id, 'Sample migration in progress');
      await sendMails();
      const [sent] = await outbox.messages(id);
      expect(sent).toMatchObject({
        id: written?.id,
        key: written?.key,
        state: 'sent',
        situation: 'sample_running:null',
      });
      const after = await textOf(id, 'started');
      expect(after).toContain('A small sample of your data is being copied');
      expect(before).not.toContain('A small sample of your data is being copied');
    });

    it('keeps its text while nothing changed', async () => {
      const id = await start('same');
      const before = await textOf(id, 'started');
      await sendMails();
      expect(await listed(id)).toEqual(['started sent']);
      expect(await textOf(id, 'started')).toBe(before);
    });

    it('is sent in the language that the customer chose since', async () => {
      const id = await start('language');
      const path = `/m/${issueMigrationToken(outbox.deps, id)}`;
      await storeChosenLanguage(outbox.deps, { path, language: 'de' });
      await sendMails();
      expect((await outbox.messages(id))[0]).toMatchObject({ state: 'sent', language: 'de' });
      expect(await textOf(id, 'started')).toContain('abbestellen');
    });

    it('has a link that works although all links, or the start link, were revoked since', async () => {
      const username = `links-${randomUUID()}@customer.example`;
      const link = { id: randomUUID(), username, createdBy: 'Priya', createdAt: outbox.clock.now() };
      await insertStartLink(database.db, { ...link, expiresAt: new Date(outbox.clock.now().getTime() + 86_400_000) });
      const [id, started] = [await start('links'), newId('started')];
      await outbox.create(started, { linkId: link.id });
      await outbox.expand();
      await outbox.clock.advance(1000);
      const caller = staffCaller('Ines', 'agent');
      await revokeCustomerLinks(outbox.deps, { caller, environment: 'live', importId: id });
      const revoked = { at: outbox.clock.now(), by: 'Ines' };
      expect(await revokeStartLinks(database.db, { importId: started, username }, revoked)).toBe(1);
      await outbox.clock.advance(1000);
      await sendMails();
      for (const importId of [id, started]) {
        expect(await listed(importId)).toEqual(['started sent']);
        const token = /\/m\/([\w-]+)/.exec(await textOf(importId, 'started'))?.[1] ?? '';
        expect(await checkMigrationLink(outbox.deps, token)).toMatchObject({ ok: true });
      }
    });

    it('has a link that outlives a start link that ended long ago', async () => {
      const days = (count: number) => new Date(outbox.clock.now().getTime() + count * 86_400_000);
      for (const [endedAt, isOpen] of [
        [days(-migrationLinkDays), true],
        [days(1 - migrationLinkDays), false],
      ] as const) {
        const link = { id: randomUUID(), username: 'acme', createdBy: 'Priya', createdAt: outbox.clock.now() };
        await insertStartLink(database.db, { ...link, expiresAt: endedAt });
        const id = newId('late');
        await outbox.create(id, { linkId: link.id });
        await outbox.expand();
        // As retention does.
        await database.db.delete(startLinks).where(eq(startLinks.id, link.id));
        const token = /\/m\/([\w-]+)/.exec(await textOf(id, 'started'))?.[1] ?? '';
        expect((await checkMigrationLink(outbox.deps, token)).ok).toBe(isOpen);
      }
      await sendMails();
    });

    it('is rendered again after a minute, with as many statements however many they are', async () => {
      const prepare = async (count: number) => {
        const ids: string[] = [];
        for (let nr = 0; nr < count; nr += 1) ids.push(await start(`waited-${nr}`));
        const rows = await Promise.all(ids.map(async (id) => (await outbox.messages(id))[0]));
        await outbox.clock.advance(61_000);
        const counted = countStatements(database);
        const claimed = rows.flatMap((row) => (row ? [{ ...row, ...claimFields }] : []));
        const prepared = await counted.transaction((tx) => prepareMails(deliveryDeps(), tx, claimed));
        expect(prepared.map(({ contentEncrypted }) => contentEncrypted)).not.toContainEqual(rows[0]?.contentEncrypted);
        expect((await outbox.messages(ids[0] ?? ''))[0]?.contentEncrypted).toEqual(prepared[0]?.contentEncrypted);
        return counted.takeCount();
      };
      expect(await prepare(5)).toBe(await prepare(1));
      await sendMails();
    });

    it('has the text that an admin has saved since, after a minute', async () => {
      const id = await start('template');
      const { version, enabled, templates } = await readMailSettings(database.db);
      const { en } = templates;
      const started = { ...en.started, text: `New words. ${en.started.text}` };
      const edited = { ...templates, en: { ...en, started } };
      const saved = await saveMailSettings(outbox.deps, { caller: ada, enabled, templates: edited, basedOn: version });
      await outbox.clock.advance(61_000);
      await sendMails();
      await saveMailSettings(outbox.deps, { caller: ada, enabled, templates, basedOn: saved.version });
      expect(await listed(id)).toEqual(['started sent']);
      expect(await textOf(id, 'started')).toContain('New words.');
    });

    it('is not sent when it stopped being true, and again when it is true again', async () => {
      const id = await start('untrue');
      await sendMails();
      await outbox.reportAndExpand(id, 'Migration completed');
      // Sent before the change becomes messages.
      await outbox.report(id, 'Migration in progress');
      await sendMails();
      expect(await listed(id)).toEqual(['started sent', 'completed skipped The import has changed since.']);
      await outbox.expand();
      await outbox.reportAndExpand(id, 'Migration completed');
      await sendMails();
      expect((await listed(id)).at(-1)).toBe('completed sent');
    });

    const refused = (_address: string, attempt: number) => (attempt === 1 ? { code: 450 } : undefined);
    it.each<[string, string, MailServerFaults]>([
      ['was refused', 'written', { recipient: refused }],
      ['was refused', 'sent', { recipient: refused }],
      ['was accepted without an answer', 'written', { stored: () => 'drop' }],
      ['was accepted without an answer', 'sent', { stored: () => 'drop' }],
    ])('arrives once if it %s and messages are %s while the import is not found', async (_name, step, faults) => {
      const id = await start('not found');
      await sendMails();
      await outbox.reportAndExpand(id, 'Migration in progress');
      const server = await startMailServer({ faults });
      onTestFinished(() => server.close());
      const { clock } = outbox;
      const from = { from: 'm@company.example', publicOrigin: 'https://landfall.example', clock };
      const mailer = createMailer(from, readSmtpUrl(server.url));
      onTestFinished(() => mailer.close());
      const send = async () => {
        await setMessage(id, 'full_started', { nextAt: new Date(0) });
        await createSendMailsJob(deliveryDeps(), mailer).run(never);
      };
      await send();
      expect(await outbox.messages(id)).toMatchObject([{ state: 'sent' }, { state: 'pending', attempts: 1 }]);
      await outbox.report(id, null, { source: 'watcher', gone: true });
      if (step === 'sent') await send();
      await outbox.expand();
      expect((await listed(id)).at(-1)).toBe('full_started skipped The import has changed since.');
      await outbox.reportAndExpand(id, 'Migration in progress');
      await send();
      expect(server.received).toHaveLength(1);
    });

    it('is not sent after a newer one, even when its process died while sending it', async () => {
      const id = await start('newer');
      await sendMails();
      await outbox.reportAndExpand(id, 'Migration in progress');
      await setMessage(id, 'full_started', { state: 'sending', attempts: 1, nextAt: new Date(0) });
      await outbox.reportAndExpand(id, 'Migration completed');
      await setMessage(id, 'completed', { state: 'sent' });
      await outbox.reportAndExpand(id, 'Migration in progress');
      await sendMails();
      expect(await listed(id)).toEqual([
        'started sent',
        'full_started skipped Replaced by a newer message.',
        'completed sent',
      ]);
    });

    it('is sent although a less important one was written while it was being sent', async () => {
      const id = await start('interrupted');
      await sendMails();
      await outbox.reportAndExpand(id, 'Migration completed');
      await setMessage(id, 'completed', { state: 'sending', attempts: 1, nextAt: new Date(0) });
      await outbox.accept(id);
      await outbox.expand();
      await sendMails();
      expect(await listed(id)).toEqual(['started sent', 'completed sent', 'accepted sent']);
    });

    it('is not sent when an admin has switched it off since', async () => {
      const [first, second] = [await start('switched off'), await start('switched on')];
      const settings = await readMailSettings(database.db);
      const save = (started: boolean, basedOn: number) =>
        saveMailSettings(outbox.deps, {
          ...{ caller: ada, templates: settings.templates, basedOn },
          enabled: { ...settings.enabled, started },
        });
      await setMessage(second, 'started', { nextAt: new Date(Date.now() + 60_000) });
      const { version } = await save(false, settings.version);
      await sendMails();
      await save(true, version);
      await setMessage(second, 'started', { nextAt: new Date() });
      await sendMails();
      expect(await listed(first)).toEqual([
        'started skipped This e-mail is switched off in Settings > Customer e-mails.',
      ]);
      expect(await listed(second)).toEqual(['started sent']);
    });

    it('is not sent while the customer is being erased', async () => {
      const id = await start('erased');
      const username = addressOf(id);
      const body = { username, confirmation: username, stopFollowing: true };
      await setMessage(id, 'started', { state: 'failed' });
      await beginErasure(openDataProtection(outbox.deps), { caller: ada, body });
      await expect(resend(id)).rejects.toThrow('cannot be resent. The customer was erased.');
      await setMessage(id, 'started', { state: 'pending' });
      await sendMails();
      expect(await listed(id)).toEqual(['started skipped The customer was erased.']);
    });

    it('is not resent to an address from a start link that was revoked, which cannot be confirmed either', async () => {
      const username = `revoked-${randomUUID()}@customer.example`;
      const link = { id: randomUUID(), username, createdBy: 'Priya', createdAt: outbox.clock.now() };
      await insertStartLink(database.db, { ...link, expiresAt: new Date(outbox.clock.now().getTime() + 86_400_000) });
      const id = newId('revoked');
      await outbox.create(id, { linkId: link.id });
      await outbox.expand();
      const email = `other-${addressOf(id)}`;
      const at = outbox.clock.now();
      const contact = { environment: 'live', importId: id, email, source: 'customer', by: 'customer', at } as const;
      await database.db.insert(customerContacts).values({ ...contact, confirmedAt: at });
      await setMessage(id, 'started', { state: 'failed', recipient: email });
      const token = tokenIn(issueConfirmLink(outbox.deps, { importId: id, email }), 'confirm');
      expect(await openConfirmation(outbox.deps, token)).toMatchObject({ kind: 'confirmed' });
      await revokeStartLinks(database.db, { importId: id, username }, { at, by: 'Ines' });
      expect(await openConfirmation(outbox.deps, token)).toEqual({ kind: 'broken' });
      expect(await confirmContact(outbox.deps, { caller: customerCaller, token })).toEqual({ kind: 'broken' });
      await expect(resend(id)).rejects.toThrow('The start link that the address came from was revoked.');
    });

    it('is neither sent nor resent after the customer started again', async () => {
      const id = newId('replaced');
      const attempt = await outbox.create(id);
      await outbox.expand();
      const successor = await outbox.create(newId('successor'));
      await database.db
        .update(creationAttempts)
        .set({ state: 'abandoned', replacedBy: successor })
        .where(eq(creationAttempts.id, attempt));
      const [message] = await outbox.messages(id);
      const found = await findObstacles(outbox.deps, database.db, message ? [message] : []);
      expect([...found.obstacles.values()]).toEqual(['untrue']);
      await sendMails();
      expect(await listed(id)).toEqual(['started skipped The import has changed since.']);
    });

    it('is not restored when the customer subscribes again and it is no longer true', async () => {
      const id = await start('restored');
      await sendMails();
      await outbox.reportAndExpand(id, sample);
      const links = issueUnsubscribeLinks(outbox.deps, { importId: id, email: addressOf(id) });
      const token = tokenIn(links.unsubscribe, 'unsubscribe');
      await unsubscribe(outbox.deps, { caller: customerCaller, token });
      await outbox.reportAndExpand(id, 'Migration cleaned');
      await undoUnsubscribe(outbox.deps, { caller: customerCaller, token });
      await outbox.expand();
      await sendMails();
      expect(await listed(id)).toContain('sample_ready skipped The import has changed since.');
    });
  });

  describe('the address', () => {
    it('gets Started when it was confirmed, once, although another address got it', async () => {
      const id = await start('changed');
      await setMessage(id, 'started', { state: 'failed' });
      const caller = staffCaller('Ines', 'agent');
      const confirm = async (email: string) => {
        await outbox.clock.advance(1000);
        await setContact(outbox.deps, { caller, importId: id, email });
        const token = tokenIn(issueConfirmLink(outbox.deps, { importId: id, email }), 'confirm');
        await confirmContact(outbox.deps, { caller: customerCaller, token });
        await outbox.expand();
        await sendMails();
      };
      const startedTo = async () =>
        (await outbox.messages(id)).filter(({ event }) => event === 'started').map(({ recipient }) => recipient);
      const [second, third] = [`second-${addressOf(id)}`, `third-${addressOf(id)}`];
      await confirm(second);
      expect(await startedTo()).toEqual([addressOf(id), second]);
      await confirm(third);
      await confirm(second);
      expect(await startedTo()).toEqual([addressOf(id), second, third]);
      expect(
        (await outbox.messages(id)).filter(({ event, state }) => event === 'started' && state === 'sent'),
      ).toHaveLength(2);
    });

    it('gets what waited for it when it is used again', async () => {
      const id = await start('removed');
      await sendMails();
      await outbox.reportAndExpand(id, sample);
      const set = (email: string | null) =>
        setContact(outbox.deps, { caller: staffCaller('Ines', 'agent'), importId: id, email });
      const listSamples = async () =>
        (await outbox.messages(id))
          .filter(({ event }) => event === 'sample_ready')
          .map(({ recipient, state, reason }) => [recipient, state, reason].join(' ').trim());
      const [username, other] = [addressOf(id), `other-${addressOf(id)}`];
      await set(other);
      await sendMails();
      expect(await listSamples()).toEqual([`${username} skipped ${obstacleReasons.other_address}`]);
      await set(null);
      await outbox.expand();
      await sendMails();
      expect(await listSamples()).toContain(`${username} sent`);

      await set(other);
      const confirm = async () => {
        const token = tokenIn(issueConfirmLink(outbox.deps, { importId: id, email: other }), 'confirm');
        await confirmContact(outbox.deps, { caller: customerCaller, token });
        await outbox.expand();
      };
      await confirm();
      const { unsubscribe: link } = issueUnsubscribeLinks(outbox.deps, { importId: id, email: other });
      await unsubscribe(outbox.deps, { caller: customerCaller, token: tokenIn(link, 'unsubscribe') });
      expect(await listSamples()).toContain(`${other} skipped ${obstacleReasons.unsubscribed}`);
      await confirm();
      await sendMails();
      expect(await listSamples()).toContain(`${other} sent`);
    });

    it('is written to after staff corrected a username that bounced', async () => {
      const id = await start('corrected');
      await sendMails();
      const bounce = { importId: id, recipient: addressOf(id), reason: 'No such user', at: outbox.clock.now() };
      await recordBounce(database.db, bounce);
      const email = `right-${addressOf(id)}`;
      const caller = staffCaller('Ines', 'agent');
      await fillInFacts(
        { ...outbox.deps, observer: outbox.deps },
        { caller, environment: 'live', importId: id, body: { username: email } },
      );
      await outbox.reportAndExpand(id, sample, { about: { tool: 'Zendesk' } });
      await sendMails();
      expect((await readContact(database.db, id)).state).toBe('active');
      expect((await outbox.messages(id)).at(-1)).toMatchObject({ recipient: email, state: 'sent' });
    });

    it('is written to about every import after staff entered it again for one', async () => {
      const [first, second] = [newId('shared'), newId('shared')];
      const email = addressOf(first);
      const about = { username: email, tool: 'Zendesk' };
      for (const id of [first, second]) await outbox.report(id, 'Collecting credentials', { about });
      await outbox.expand();
      await recordBounce(database.db, { importId: second, recipient: email, reason: 'Full', at: outbox.clock.now() });
      await outbox.clock.advance(60_000);
      await setContact(outbox.deps, { caller: staffCaller('Ines', 'agent'), importId: first, email });
      await outbox.reportAndExpand(second, sample, { about });
      await sendMails();
      expect(await listed(second)).toEqual(['sample_ready sent']);
    });
  });

  describe('without e-mail', () => {
    it('skips what waits, so that it is not sent when e-mail is on again', async () => {
      const id = await start('off');
      await createSkipMailsJob(outbox.deps).run(never);
      await sendMails();
      expect(await listed(id)).toEqual(['started skipped E-mail was switched off.']);
      expect(await textOf(id, 'started')).toBe('');
    });

    it('leaves a message that another instance is sending', async () => {
      const id = await start('sending');
      await setMessage(id, 'started', { state: 'sending', nextAt: new Date(Date.now() + 60_000) });
      await createSkipMailsJob(outbox.deps).run(never);
      expect(await listed(id)).toEqual(['started sending']);
    });
  });

  it('delays no other when a message cannot be prepared, and tries it again later', async () => {
    const [broken, fine] = [await start('broken'), await start('fine')];
    await outbox.report(broken, 'Sample migration in progress');
    const { db } = database;
    // The renewed text cannot be stored.
    const check = `check (import_id <> '${broken}' or situation not like 'sample_running:%')`;
    await db.execute(sql.raw(`alter table outbox_messages add constraint broken ${check}`));
    await sendMails();
    expect(await listed(fine)).toEqual(['started sent']);
    expect(await outbox.messages(broken)).toMatchObject([
      { state: 'pending', attempts: 1, reason: 'The e-mail could not be prepared.', leaseUntil: null },
    ]);
    await db.execute(sql.raw('alter table outbox_messages drop constraint broken'));
    await setMessage(broken, 'started', { nextAt: new Date(0) });
    await sendMails();
    expect(await listed(broken)).toEqual(['started sent']);
  });

  it('skips a message that was never tried in three days, but not a message that was', async () => {
    const [old, tried] = [await start('old'), await start('tried')];
    const createdAt = new Date(outbox.clock.now().getTime() - 3 * 86_400_000 - 1000);
    for (const id of [old, tried]) await setMessage(id, 'started', { createdAt });
    await setMessage(tried, 'started', { attempts: 1 });
    await sendMails();
    expect(await listed(old)).toEqual(['started skipped Not sent within three days.']);
    expect(await listed(tried)).toEqual(['started sent']);
  });
});
