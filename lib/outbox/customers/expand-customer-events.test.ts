import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { beginErasure, eraseCustomer } from '../../data-protection/erase-customer';
import { ada, openDataProtection } from '../../data-protection/testing/open-data-protection';
import { fillInFacts } from '../../imports/detail/fill-in-facts';
import { readMigrationToken } from '../../start/customer-links';
import { insertStartLink, revokeStartLinks } from '../../store/imports/start-links';
import type { Database } from '../../store/database/database';
import { changes } from '../../store/schema/changes';
import { outboxEvents, outboxMessages } from '../../store/schema/outbox';
import { recordNewAddress, saveContact } from '../../store/outbox/contacts';
import { claimDuePolls, delayPoll, pollNow, removePollUnits } from '../../store/service-calls/poll-schedule';
import { forEachEngineAtFullSize } from '../../store/testing/for-each-engine';
import { setContact } from '../contacts/set-contact';
import { decryptContent } from '../message-content';
import { addressOf, openCustomerOutbox } from '../testing/open-customer-outbox';
import { saveMailSettings, readMailSettings } from './mail-settings';

const sample = 'Sample migration completed';

forEachEngineAtFullSize((_engine, open) => {
  let database: Database;
  let outbox: ReturnType<typeof openCustomerOutbox>;
  beforeAll(async () => {
    database = await open();
    outbox = openCustomerOutbox(database);
  });

  /** Unique, and hostile where it matters. */
  const newId = (name: string) => `${name}:${randomUUID().slice(0, 8)}`;
  const eventsOf = async (id: string) => (await outbox.messages(id)).map(({ event, state }) => `${event} ${state}`);
  const sentTo = async (id: string) => {
    await outbox.send();
    return (await outbox.messages(id)).flatMap(({ event, state }) => (state === 'sent' ? [event] : []));
  };
  const contentOf = async (id: string, event: string) => {
    const row = (await outbox.messages(id)).find((message) => message.event === event);
    const content = row?.contentEncrypted && decryptContent(outbox.deps, row.contentEncrypted);
    if (content?.kind !== 'email') throw new Error(`no e-mail about ${event}`);
    return { ...row, ...content };
  };
  const contact = (importId: string, more: Partial<Parameters<typeof saveContact>[1]>) =>
    saveContact(database.db, {
      ...{ environment: 'live', importId, source: 'staff', by: 'Priya', at: outbox.clock.now() },
      ...more,
    });
  const pendingEvents = () => database.db.$count(outboxEvents);

  it('refreshes open pages when messages were written, skipped or withdrawn: once per import, and once for a burst', async () => {
    const expandAndListChanges = async () => {
      await database.db.delete(changes);
      await outbox.expand();
      const rows = await database.db.select().from(changes).where(eq(changes.kind, 'message'));
      return rows.map(({ subject }) => subject);
    };
    const id = newId('refresh');
    await outbox.create(id);
    expect(await expandAndListChanges()).toEqual([id]);
    await outbox.send();
    await outbox.report(id, 'Waiting to start sample migration');
    expect(await expandAndListChanges()).toEqual([id]);
    await outbox.report(id, null);
    await outbox.report(id, 'Sample migration in progress');
    expect(await eventsOf(id)).toContain('action_needed pending');
    expect(await expandAndListChanges()).toEqual([id]);
    expect(await eventsOf(id)).toContain('action_needed skipped');
    for (let nr = 0; nr < 11; nr += 1) await outbox.create(newId(`burst-${nr}`));
    expect(await expandAndListChanges()).toEqual(['']);
  });

  describe('a message with a summary', () => {
    const makeDue = () => database.db.update(outboxEvents).set({ dueAt: new Date(0) });

    it('waits until the details were read, which a webhook does not contain', async () => {
      const id = newId('details');
      await outbox.create(id);
      await outbox.expand();
      await outbox.report(id, sample);
      await pollNow(database.db, id);
      await outbox.expand();
      expect(await eventsOf(id)).toEqual(['started pending']);
      expect(await pendingEvents()).toBe(1);
      // Reading them failed, and is tried again later.
      await claimDuePolls(database.db, { by: 'poller', limit: 1, leaseS: 60 });
      await delayPoll(database.db, { kind: 'import', key: id }, { by: 'poller', inS: 10 });
      await makeDue();
      await outbox.expand();
      expect(await eventsOf(id)).toEqual(['started pending']);
      await removePollUnits(database.db, [id]);
      await makeDue();
      await outbox.expand();
      expect(await eventsOf(id)).toEqual(['started skipped', 'sample_ready pending']);
      expect(await pendingEvents()).toBe(0);
    });

    it('is written after two minutes without them, and other messages do not wait', async () => {
      const id = newId('details');
      await outbox.create(id);
      await outbox.expand();
      await outbox.send();
      await pollNow(database.db, id);
      await outbox.report(id, 'Waiting to start sample migration');
      await outbox.expand();
      expect(await eventsOf(id)).toContain('action_needed pending');
      await outbox.report(id, sample);
      await outbox.expand();
      await database.db.update(outboxEvents).set({ at: new Date(Date.now() - 121_000) });
      await makeDue();
      await outbox.expand();
      expect(await eventsOf(id)).toContain('sample_ready pending');
      await removePollUnits(database.db, [id]);
    });
  });

  describe('expandCustomerEvents', () => {
    it('writes one message per step of the journey, in order', async () => {
      const id = newId('journey');
      await outbox.create(id);
      const sendAfter = async (change: Promise<unknown>) => {
        await change;
        await outbox.expand();
        await outbox.send();
      };
      await sendAfter(Promise.resolve());
      for (const status of [
        'Collecting credentials',
        'Waiting to start sample migration',
        'Sample migration in progress',
        sample,
      ]) {
        await sendAfter(outbox.report(id, status));
      }
      await sendAfter(outbox.request(id));
      await sendAfter(outbox.accept(id));
      for (const status of ['In preparation', 'Migration in progress', 'Migration completed']) {
        await sendAfter(outbox.report(id, status));
      }
      await sendAfter(outbox.report(id, 'Undo in progress'));
      await sendAfter(outbox.report(id, 'Migration cleaned'));
      expect(await sentTo(id)).toEqual([
        ...['started', 'action_needed', 'sample_ready', 'request_received', 'accepted'],
        ...['action_needed', 'full_started', 'completed', 'undone'],
      ]);
      expect(await pendingEvents()).toBe(0);
      const accepted = (await outbox.messages(id)).find(({ event }) => event === 'accepted');
      expect(accepted?.recipient).toBe(addressOf(id));
    });

    it('writes nothing to the customer of an import that was only looked up, until it changes', async () => {
      const id = newId('looked up');
      await outbox.reportAndExpand(id, 'Migration in progress', { source: 'lookup' });
      expect(await eventsOf(id)).toEqual([]);
      await outbox.reportAndExpand(id, 'Migration completed');
      expect(await eventsOf(id)).toEqual(['completed pending']);
    });

    it('writes nothing about a creation that was answered more than a day ago', async () => {
      const id = newId('old');
      await outbox.create(id, { answeredAt: new Date(outbox.clock.now().getTime() - 86_400_000) });
      await outbox.expand();
      expect(await eventsOf(id)).toEqual([]);
    });

    it('reports one change of status and payment together, the more important part', async () => {
      const id = newId('together');
      await outbox.reportAndExpand(id, sample);
      await outbox.accept(id);
      await outbox.reportAndExpand(id, 'In preparation');
      expect((await eventsOf(id)).sort()).toEqual(['accepted pending', 'action_needed skipped']);
      const { text } = await contentOf(id, 'accepted');
      expect(text).toContain('Welcome!');
      // The event of the second change, had another instance taken it.
      const from = { status: sample, decision: 'accepted', gone: false, warnings: 0 };
      await database.db
        .insert(outboxEvents)
        .values({ kind: 'import', environment: 'live', importId: id, data: { from } });
      await outbox.expand();
      expect(await eventsOf(id)).toHaveLength(2);
    });

    it('reports each step once per round while the status moves back and forth', async () => {
      const id = newId('back and forth');
      const round = ['Sample migration in progress', sample, 'Migration completed', sample, 'Migration completed'];
      const end = ['Undo in progress', 'Migration cleaned', 'Undo in progress', 'Migration cleaned'];
      for (const status of [...round, ...end, ...round, ...end]) {
        await outbox.reportAndExpand(id, status);
        await outbox.send();
      }
      const once = ['sample_ready', 'completed', 'undone'];
      expect(await sentTo(id)).toEqual([...once, ...once]);
    });

    it('reports each request and each decision once', async () => {
      const id = newId('decisions');
      await outbox.reportAndExpand(id, sample);
      for (const decide of [outbox.reject, outbox.reject, outbox.accept]) {
        await outbox.request(id);
        await outbox.expand();
        await outbox.send();
        await outbox.addDecision(id, { state: 'proposed' }).then(async (decision) => {
          await outbox.expand();
          await database.db.transaction((tx) =>
            tx.execute(`update decisions set state = 'withdrawn' where id = '${decision}'`),
          );
        });
        await decide(id);
        await outbox.expand();
        await outbox.send();
      }
      const twice = ['request_received', 'rejected'];
      expect(await sentTo(id)).toEqual([...twice, ...twice, 'request_received', 'accepted']);
      expect((await contentOf(id, 'rejected')).text).toContain('Too large, sorry.');
    });

    it('replaces messages that were not sent yet, and leaves the message that is being sent', async () => {
      const id = newId('replaced');
      await outbox.create(id);
      await outbox.expand();
      await database.db.update(outboxMessages).set({ state: 'sending' }).where(eq(outboxMessages.importId, id));
      await outbox.reportAndExpand(id, 'Waiting to start sample migration');
      await outbox.report(id, 'Sample migration in progress');
      await outbox.reportAndExpand(id, sample);
      await outbox.accept(id);
      await outbox.expand();
      expect(await eventsOf(id)).toEqual([
        ...['started sending', 'action_needed skipped', 'sample_ready skipped', 'accepted pending'],
      ]);
      const replaced = (await outbox.messages(id)).filter(({ state }) => state === 'skipped');
      expect(replaced.map(({ reason }) => reason)).toEqual([
        'The import has changed since.',
        'Replaced by a newer message.',
      ]);
      expect(replaced.every(({ contentEncrypted }) => contentEncrypted === null)).toBe(true);
    });

    it('keeps a more important message that waits, which says the rest as well', async () => {
      const rowsOf = async (id: string) =>
        (await outbox.messages(id)).map(({ event, state, reason }) => `${event} ${state} ${reason}`.trim());
      const completed = newId('completed');
      await outbox.reportAndExpand(completed, 'Migration in progress');
      await outbox.reportAndExpand(completed, 'Migration completed');
      await outbox.accept(completed);
      await outbox.expand();
      expect(await rowsOf(completed)).toEqual(['completed pending', 'accepted skipped Included in another message.']);
      const [accepted, moved] = [newId('accepted'), newId('moved')];
      for (const id of [accepted, moved]) {
        await outbox.reportAndExpand(id, sample);
        await outbox.accept(id);
        await outbox.expand();
      }
      await contact(moved, { email: 'new@customer.example', confirmedAt: outbox.clock.now() });
      for (const id of [accepted, moved]) await outbox.reportAndExpand(id, 'In preparation');
      expect(await rowsOf(accepted)).toEqual([
        'accepted pending',
        'action_needed skipped Included in another message.',
      ]);
      // The waiting message is for another address.
      expect(await rowsOf(moved)).toEqual(['accepted pending', 'action_needed pending']);
    });

    it('withdraws a message that is no longer true, and writes it again when it is', async () => {
      const id = newId('outdated');
      await outbox.reportAndExpand(id, 'Migration in progress');
      await outbox.reportAndExpand(id, 'Migration completed');
      await outbox.reportAndExpand(id, 'Undo in progress');
      expect(await eventsOf(id)).toEqual(['completed skipped']);
      await outbox.reportAndExpand(id, 'Migration completed');
      expect(await eventsOf(id)).toEqual(['completed skipped', 'completed pending']);
    });

    describe('when the service does not find an import and finds it again', () => {
      const gone = (id: string) => outbox.report(id, null, { source: 'watcher', gone: true });

      it.each(['at once', 'not yet'] as const)('writes again what was withdrawn, written %s', async (written) => {
        const id = newId('found again');
        await outbox.reportAndExpand(id, 'Sample migration in progress');
        await outbox.report(id, 'Migration in progress');
        if (written === 'at once') await outbox.expand();
        await gone(id);
        await outbox.expand();
        expect(await eventsOf(id)).toEqual(['full_started skipped']);
        await outbox.reportAndExpand(id, 'Migration in progress');
        expect(await eventsOf(id)).toEqual(['full_started skipped', 'full_started pending']);
        expect(await sentTo(id)).toEqual(['full_started']);
        await gone(id);
        await outbox.expand();
        await outbox.reportAndExpand(id, 'Migration in progress');
        expect(await sentTo(id)).toEqual(['full_started']);
      });

      it.each(['at once', 'not yet'] as const)('still writes that it was completed, written %s', async (written) => {
        const id = newId('archived');
        await outbox.reportAndExpand(id, 'Migration in progress');
        await outbox.report(id, 'Migration completed');
        // Otherwise it still waits for the details.
        if (written === 'at once') await outbox.expand();
        await gone(id);
        await outbox.expand();
        expect(await eventsOf(id)).toEqual(['completed pending']);
        await outbox.reportAndExpand(id, 'Migration completed');
        expect(await eventsOf(id)).toEqual(['completed pending']);
      });

      it('writes a decision and a request to act again', async () => {
        const [decided, waiting] = [newId('decided'), newId('waiting')];
        await outbox.reportAndExpand(decided, sample);
        await outbox.accept(decided);
        await outbox.reportAndExpand(waiting, 'Collecting credentials');
        await outbox.reportAndExpand(waiting, 'Waiting to start sample migration');
        for (const id of [decided, waiting]) await gone(id);
        await outbox.expand();
        await outbox.reportAndExpand(decided, sample);
        await outbox.reportAndExpand(waiting, 'Waiting to start sample migration');
        expect(await eventsOf(decided)).toEqual(['accepted skipped', 'accepted pending']);
        expect(await eventsOf(waiting)).toEqual(['action_needed skipped', 'action_needed pending']);
      });

      it('reports nothing that was never to be reported', async () => {
        const id = newId('old');
        await outbox.reportAndExpand(id, 'Migration completed', { source: 'lookup' });
        await gone(id);
        await outbox.expand();
        await outbox.reportAndExpand(id, 'Migration completed');
        expect(await eventsOf(id)).toEqual([]);
      });
    });

    it.each([
      ['the first attempt', { attempts: 1 }],
      ['an attempt after a refusal', { attempts: 2, undelivered: 1 }],
    ])('does not write again what %s may have delivered', async (_name, tried) => {
      const id = newId('tried');
      await outbox.reportAndExpand(id, 'Migration in progress');
      await outbox.reportAndExpand(id, 'Migration completed');
      await database.db.update(outboxMessages).set(tried).where(eq(outboxMessages.importId, id));
      await outbox.reportAndExpand(id, 'Undo in progress');
      await outbox.reportAndExpand(id, 'Migration completed');
      expect(await eventsOf(id)).toEqual(['completed skipped']);
    });

    it('writes nothing in the sandbox, while e-mail is off, or about an import that was replaced', async () => {
      const id = newId('off');
      await outbox.create(id);
      await outbox.expand({ mail: { mode: 'off', from: null } });
      expect(await pendingEvents()).toBe(0);
      await outbox.report(id, 'Migration in progress', { environment: 'sandbox', source: 'lookup' });
      await outbox.reportAndExpand(id, 'Migration completed', { environment: 'sandbox', source: 'lookup' });
      const replaced = newId('replaced');
      const successor = await outbox.create(newId('successor'));
      await outbox.create(replaced, { state: 'abandoned', replacedBy: successor });
      await outbox.reportAndExpand(replaced, sample);
      expect([...(await eventsOf(id)), ...(await eventsOf(replaced))]).toEqual([]);
    });
  });

  describe('recipients', () => {
    it('get the start when they confirm their address, however late, and nothing before', async () => {
      const id = newId('confirmed');
      await outbox.create(id, { language: 'de' });
      await contact(id, { email: 'other@customer.example', source: 'customer' });
      await outbox.expand();
      await outbox.reportAndExpand(id, 'Waiting to start sample migration');
      expect(await eventsOf(id)).toEqual([]);
      await outbox.clock.advance(3 * 86_400_000);
      await contact(id, { email: 'other@customer.example', source: 'customer', confirmedAt: outbox.clock.now() });
      const confirm = async () => {
        await database.transaction((tx) => recordNewAddress(tx, id, true));
        await outbox.expand();
      };
      await confirm();
      const [started] = await outbox.messages(id);
      expect(started).toMatchObject({ event: 'started', recipient: 'other@customer.example', language: 'de' });
      await outbox.send();
      await confirm();
      expect(await eventsOf(id)).toEqual(['started sent']);
    });

    it('get the link and what waits at a corrected username, once, but no news about an older import', async () => {
      const correct = async (importId: string, username: string) => {
        await outbox.clock.advance(1000);
        const deps = { ...outbox.deps, observer: { database, cipher: outbox.deps.cipher } };
        await fillInFacts(deps, { caller: ada, environment: 'live', importId, body: { username } });
        await outbox.expand();
        const toThem = (await outbox.messages(importId)).filter(({ recipient }) => recipient === username);
        return toThem.map(({ event, state }) => `${event} ${state}`).sort();
      };
      const right = 'ada@customer.example';
      const id = newId('typo');
      await outbox.create(id);
      await outbox.expand();
      await outbox.send();
      expect(await correct(id, right)).toEqual(['started pending']);
      await outbox.send();
      await correct(id, addressOf(id));
      expect(await correct(id, right)).toEqual(['started sent']);
      await outbox.reportAndExpand(id, sample);
      expect(await correct(id, 'eva@customer.example')).toEqual(['sample_ready pending', 'started skipped']);

      const invalid = newId('no address');
      await outbox.create(invalid);
      await correct(invalid, 'ada@intranet');
      expect(await correct(invalid, right)).toEqual(['started pending']);

      const older = newId('older');
      await outbox.reportAndExpand(older, 'Migration in progress', { source: 'lookup' });
      expect(await correct(older, right)).toEqual([]);
    });

    it('get what they missed when another address is removed, but no news about an older import', async () => {
      const set = (importId: string, email: string | null) => setContact(outbox.deps, { caller: ada, importId, email });
      const remove = async (importId: string) => {
        await outbox.clock.advance(1000);
        expect(await set(importId, null)).toMatchObject({ email: addressOf(importId), state: 'active' });
        await outbox.expand();
        const toThem = (await outbox.messages(importId)).filter(({ recipient }) => recipient === addressOf(importId));
        return toThem.map(({ event, state }) => `${event} ${state}`).sort();
      };
      const [id, later] = [newId('mistyped'), newId('mistyped later')];
      await outbox.create(later);
      await outbox.expand();
      await outbox.send();
      await outbox.create(id);
      for (const importId of [id, later]) {
        await set(importId, `${randomUUID()}@typo.example`);
        await outbox.expand();
        await outbox.reportAndExpand(importId, sample);
      }
      expect(await remove(id)).toEqual(['sample_ready pending', 'started skipped']);
      expect(await remove(later)).toEqual(['sample_ready pending', 'started sent']);
      await outbox.send();
      expect(await remove(later)).toEqual(['sample_ready sent', 'started sent']);

      const other = () => ({ email: `${randomUUID()}@customer.example`, confirmedAt: outbox.clock.now() });
      const moved = newId('moved back');
      await outbox.create(moved);
      await contact(moved, other());
      await outbox.expand();
      await outbox.send();
      expect(await remove(moved)).toEqual(['started pending']);

      const older = newId('older');
      await outbox.reportAndExpand(older, 'Migration in progress', { source: 'lookup' });
      await contact(older, other());
      expect(await remove(older)).toEqual([]);
    });

    it('are not written to after they unsubscribed or their address bounced, and staff see why', async () => {
      const skipped = async (more: object) => {
        const id = newId('skipped');
        await outbox.reportAndExpand(id, 'Migration in progress');
        await contact(id, { source: 'username', email: addressOf(id), ...more });
        await outbox.reportAndExpand(id, 'Migration completed');
        return (await outbox.messages(id)).map(({ state, reason, contentEncrypted }) => [
          state,
          reason,
          contentEncrypted,
        ]);
      };
      const at = outbox.clock.now();
      expect(await skipped({ unsubscribedAt: at })).toEqual([['skipped', 'The customer unsubscribed.', null]]);
      expect(await skipped({ bouncedAt: at })).toEqual([['skipped', 'This address does not accept e-mail.', null]]);
    });

    it('do not get messages that an admin switched off, but the next important one', async () => {
      const id = newId('switched off');
      const settings = await readMailSettings(database.db);
      const save = (enabled: typeof settings.enabled, basedOn: number) =>
        saveMailSettings(outbox.deps, { caller: ada, templates: settings.templates, enabled, basedOn });
      const { version } = await save({ ...settings.enabled, accepted: false, completed: false }, settings.version);
      await outbox.reportAndExpand(id, sample);
      await outbox.accept(id);
      await outbox.reportAndExpand(id, 'In preparation');
      await outbox.reportAndExpand(id, 'Migration completed');
      await save(settings.enabled, version);
      const rows = (await outbox.messages(id)).map(({ event, state, reason }) => `${event} ${state} ${reason}`);
      expect(rows.sort()).toEqual([
        'accepted skipped This e-mail is switched off in Settings > Customer e-mails.',
        'action_needed skipped The import has changed since.',
        'completed skipped This e-mail is switched off in Settings > Customer e-mails.',
      ]);
    });

    it('get none without an address', async () => {
      const id = newId('nameless');
      await outbox.reportAndExpand(id, 'Migration in progress', { about: { username: 'acme-4' } });
      await outbox.reportAndExpand(id, 'Migration completed', { about: {} });
      expect(await eventsOf(id)).toEqual([]);
    });
  });

  describe('content', () => {
    async function startByLink(id: string, language: string | null) {
      const link = { id: randomUUID(), username: addressOf(id), language, createdBy: 'Priya' };
      const at = outbox.clock.now();
      await insertStartLink(database.db, { ...link, createdAt: at, expiresAt: new Date(at.getTime() + 86_400_000) });
      await outbox.create(id, { linkId: link.id });
      await outbox.expand();
      return link;
    }
    const tokenIn = (text: string) =>
      readMigrationToken(outbox.deps, /https:\/\/landfall\.example\/m\/([\w-]+)/.exec(text)?.[1] ?? '');

    it('has a link that ends with the start link, in the language of the start link', async () => {
      const id = newId('linked');
      const link = await startByLink(id, 'de');
      const { text, html, language, headers } = await contentOf(id, 'started');
      expect(language).toBe('de');
      expect(tokenIn(text)).toMatchObject({ ok: true, link: { importId: id, startLinkId: link.id } });
      expect(tokenIn(html)).toMatchObject({ ok: true });
      expect(headers['List-Unsubscribe']).toMatch(/^<https:\/\/landfall\.example\/api\/unsubscribe\/[\w-]+>$/);
    });

    it('has a link that works if the start link was revoked, and is not sent to an address that the customer entered', async () => {
      const id = newId('revoked');
      const { username } = await startByLink(id, null);
      await outbox.send();
      await revokeStartLinks(database.db, { importId: id, username }, { at: outbox.clock.now(), by: 'Priya' });
      await outbox.reportAndExpand(id, 'Waiting to start sample migration');
      const opened = tokenIn((await contentOf(id, 'action_needed')).text);
      expect(opened.ok && opened.link.startLinkId).toBeUndefined();
      const entered = { email: 'other@customer.example', confirmedAt: outbox.clock.now() };
      await contact(id, { ...entered, source: 'customer' });
      await outbox.reportAndExpand(id, sample);
      const last = (await outbox.messages(id)).at(-1);
      expect(last).toMatchObject({ event: 'sample_ready', state: 'skipped' });
      expect(last?.reason).toContain('revoked');
      await contact(id, { ...entered, source: 'staff' });
      await outbox.reportAndExpand(id, 'Migration in progress');
      const next = (await outbox.messages(id)).at(-1);
      expect(next).toMatchObject({ event: 'full_started', state: 'pending', recipient: entered.email });
    });

    it('has the explained warnings of a completed sample', async () => {
      const id = newId('warned');
      await outbox.reportAndExpand(id, 'Sample migration in progress');
      const warning = (kind: string) => ({ kind, item: null, text: `about ${kind}` });
      const kinds = ['duplicate', 'attachment_too_large', 'attachment_too_large', 'unheard of'];
      const facts = { warnings: kinds.map(warning), records: [{ type: 'Tickets', count: 321 }] };
      await outbox.reportAndExpand(id, sample, { facts });
      const { text } = await contentOf(id, 'sample_ready');
      expect(text).toContain('321');
      expect(text).toMatch(/too large/i);
    });
  });

  it('writes nothing about an import that is being erased, or after it was erased', async () => {
    const id = newId('erased');
    await outbox.reportAndExpand(id, 'Migration in progress');
    await outbox.report(id, 'Migration completed');
    const protection = openDataProtection(outbox.deps);
    const username = addressOf(id);
    const body = { username, confirmation: username, stopFollowing: true };
    await beginErasure(protection, { caller: ada, body });
    await outbox.expand();
    expect(await eventsOf(id)).toEqual([]);

    const other = newId('erased');
    await outbox.reportAndExpand(other, 'Migration completed');
    const name = addressOf(other);
    await eraseCustomer(protection, { caller: ada, body: { username: name, confirmation: name, stopFollowing: true } });
    expect(await pendingEvents()).toBe(0);
  });
});
