import { eq } from 'drizzle-orm';
import { afterEach, describe, expect, inject, it } from 'vitest';
import { eventually } from '../../core/testing/eventually';
import type { Database } from '../../store/database/database';
import { customerContacts, outboxMessages } from '../../store/schema/outbox';
import { forEachEngineAtFullSize } from '../../store/testing/for-each-engine';
import { openOutbox, type TestOutbox } from '../testing/open-outbox';
import { startMailServer, type MailServer, type MailServerFaults } from '../testing/start-mail-server';
import { countUnsentMessages } from '../log/count-unsent-messages';
import { findMailProblem } from '../log/find-mail-problem';
import { createMailbox, createMailer, type Mailer } from './create-mailer';
import { readSmtpUrl } from './read-smtp-url';
import { createSendMailsJob } from './send-mails';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean();
});

const never = new AbortController().signal;
const timing = { connectMs: 60_000, silenceMs: 60_000, deadlineMs: 120_000 };

async function startServer(options: Parameters<typeof startMailServer>[0] = {}): Promise<MailServer> {
  const server = await startMailServer(options);
  cleanups.push(() => server.close());
  return server;
}

function mailerFor(outbox: TestOutbox, url: string, given = timing): Mailer {
  const { publicOrigin, clock } = outbox.deps;
  const mailer = createMailer({ from: 'Northdesk <m@company.example>', publicOrigin, clock }, readSmtpUrl(url), given);
  cleanups.push(() => mailer.close());
  return mailer;
}

forEachEngineAtFullSize((engine, open) => {
  let database: Database | undefined;
  /** A database of its own for each test would take too long on PGlite. */
  async function openApp(faults?: MailServerFaults, given = timing) {
    database ??= await open();
    await database.db.delete(outboxMessages);
    await database.db.delete(customerContacts);
    const outbox = openOutbox(database);
    const server = await startServer(faults ? { faults } : {});
    const mailer = mailerFor(outbox, server.url, given);
    const job = createSendMailsJob(outbox.deps, mailer);
    return { outbox, server, job, run: () => job.run(never) };
  }

  describe('an e-mail that is due', () => {
    it('is sent once, stored as sent and logged', async () => {
      const { outbox, server, run } = await openApp();
      const id = await outbox.add({ recipient: 'j.jansen@customer.example', environment: 'live', importId: '1' });
      await run();
      await run();
      expect(server.received.map(({ recipients }) => recipients)).toEqual([['j.jansen@customer.example']]);
      expect(server.received[0]?.mail.messageId).toBe(`<${id}@landfall.company.example>`);
      expect(await outbox.read(id)).toMatchObject({ state: 'sent', attempts: 1, leaseUntil: null, reason: '' });
      expect((await outbox.read(id)).sentAt).not.toBeNull();
      expect(await outbox.attempts(id)).toMatchObject([{ outcome: 'sent', status: 250 }]);
      expect(outbox.outcomes).toEqual(['email sent']);
    });

    it('is not sent before its time, nor when it was sent, failed or skipped', async () => {
      const { outbox, server, run, job } = await openApp();
      await outbox.add({ nextAt: new Date(Date.now() + 60_000) });
      for (const state of ['sent', 'failed', 'skipped'] as const) await outbox.add({ state });
      await run();
      expect(server.received).toEqual([]);
      const untilDueMs = (await job.early?.untilDueMs?.()) ?? 0;
      expect(untilDueMs).toBeGreaterThan(30_000);
      expect(untilDueMs).toBeLessThanOrEqual(60_000);
    });

    it('is tried again after a temporary answer, with the same Message-ID', async () => {
      const { outbox, server, run } = await openApp({
        recipient: (_address, attempt) => (attempt === 1 ? { code: 450, text: 'Greylisted' } : undefined),
      });
      const id = await outbox.add();
      await run();
      const waiting = await outbox.read(id);
      expect(waiting).toMatchObject({ state: 'pending', attempts: 1, leaseUntil: null });
      expect(waiting.reason).toBe('The recipient’s mail server does not accept the message yet.');
      expect((await outbox.attempts(id))[0]?.response).toContain('Greylisted');
      const waitMs = waiting.nextAt.getTime() - Date.now();
      expect(waitMs).toBeGreaterThan(0);
      expect(waitMs).toBeLessThanOrEqual(72_000);
      await run();
      expect(server.received).toEqual([]);
      await outbox.makeDue();
      await run();
      expect(server.received).toHaveLength(1);
      expect(await outbox.read(id)).toMatchObject({ state: 'sent', attempts: 2 });
      expect((await outbox.attempts(id)).map(({ outcome, status }) => [outcome, status])).toEqual([
        ['retry', 450],
        ['sent', 250],
      ]);
    });

    it('fails after ten attempts', async () => {
      const { outbox, run } = await openApp({ recipient: () => ({ code: 451 }) });
      const id = await outbox.add();
      for (let attempt = 1; attempt <= 10; attempt += 1) {
        expect(await outbox.read(id)).toMatchObject({ state: 'pending', attempts: attempt - 1 });
        await outbox.makeDue();
        await run();
      }
      expect(await outbox.read(id)).toMatchObject({ state: 'failed', attempts: 10 });
      expect(await outbox.attempts(id)).toHaveLength(10);
    });

    it('fails at once when the recipient is refused, and the address is marked as not working', async () => {
      const { outbox, run } = await openApp({ recipient: () => ({ code: 550, text: 'No such user' }) });
      const id = await outbox.add({ recipient: 'Gone@customer.example', environment: 'live', importId: '7' });
      const later = await outbox.add({ recipient: 'gone@customer.example', environment: 'live', importId: '7' });
      await run();
      expect(await outbox.read(id)).toMatchObject({ state: 'failed', attempts: 1 });
      const contacts = await outbox.deps.database.db.select().from(customerContacts);
      expect(contacts).toMatchObject([
        { environment: 'live', importId: '7', email: 'gone@customer.example', source: 'username' },
      ]);
      expect(contacts[0]?.bouncedAt).not.toBeNull();
      expect(contacts[0]?.bounceReason).toBe('The recipient’s address does not exist or does not accept e-mail.');
      // Both were in the same batch.
      expect((await outbox.read(later)).state).toBe('failed');
      const next = await outbox.add({ recipient: 'gone@customer.example', environment: 'live', importId: '7' });
      await run();
      expect(await outbox.read(next)).toMatchObject({ state: 'skipped', attempts: 0 });
    });

    it('does not mark the address when our server was refused', async () => {
      const { outbox, run } = await openApp({
        recipient: (address) =>
          address.startsWith('policy') ? { code: 550, text: '5.7.1 Your address is blocked' } : { code: 550 },
      });
      const { db } = outbox.deps.database;
      const blocked = await outbox.add({ recipient: 'policy@customer.example', environment: 'live', importId: '1' });
      await run();
      expect((await outbox.read(blocked)).state).toBe('failed');
      expect(await db.select().from(customerContacts)).toEqual([]);
    });

    it('is skipped when the customer has unsubscribed or has another address since', async () => {
      const { outbox, server, run } = await openApp();
      const { db } = outbox.deps.database;
      const contact = { environment: 'live', source: 'customer', by: 'customer', at: new Date() } as const;
      await db.insert(customerContacts).values([
        { ...contact, importId: '1', unsubscribedAt: new Date() },
        { ...contact, importId: '2', email: 'new@customer.example' },
        { ...contact, importId: '3', email: 'Same@customer.example' },
      ]);
      const message = (importId: string) =>
        ({ environment: 'live', importId, recipient: 'same@customer.example' }) as const;
      const ids = [
        await outbox.add(message('1')),
        await outbox.add(message('2')),
        await outbox.add({ ...message('2'), event: 'confirm_address' }),
        await outbox.add(message('3')),
      ];
      const states = async () => Promise.all(ids.map(async (id) => (await outbox.read(id)).state));
      await run();
      expect(await states()).toEqual(['skipped', 'skipped', 'skipped', 'sent']);
      expect(server.received).toHaveLength(1);
    });

    it('fails when it cannot be decrypted or is not a single address, without stopping the others', async () => {
      const { outbox, server, run } = await openApp();
      const unreadable = await outbox.add({ contentEncrypted: Buffer.from('nothing') });
      const two = await outbox.add({ recipient: 'a@x.example, b@y.example' });
      const fine = await outbox.add();
      await run();
      expect((await outbox.read(unreadable)).state).toBe('failed');
      expect((await outbox.read(two)).state).toBe('failed');
      expect((await outbox.read(fine)).state).toBe('sent');
      expect(server.received).toHaveLength(1);
    });

    it('is due again when the lease of a killed process expires, and a late outcome does not overwrite the new one', async () => {
      const { outbox, server, run } = await openApp();
      let letGo: () => void = () => undefined;
      const held = new Promise<void>((resolve) => (letGo = resolve));
      const { deps } = outbox;
      const slow = createSendMailsJob(
        { ...deps, checkpoint: (at) => (at === 'after_send' ? held : undefined) },
        mailerFor(outbox, server.url),
      );
      const id = await outbox.add();
      const late = slow.run(never);
      await expect.poll(() => server.received.length, eventually).toBe(1);
      await run();
      expect(server.received).toHaveLength(1);
      await outbox.makeDue();
      server.setFaults({ recipient: () => ({ code: 451 }) });
      await run();
      expect(await outbox.read(id)).toMatchObject({ state: 'pending', attempts: 2 });
      letGo();
      await late;
      expect(await outbox.read(id)).toMatchObject({ state: 'pending', attempts: 2 });
      expect((await outbox.attempts(id)).map(({ outcome }) => outcome)).toEqual(['retry', 'sent']);
    });
  });

  describe('a mail server that does not work', () => {
    it('does not use up attempts: few messages are tried, and all are sent when it is back', async () => {
      const { outbox, server } = await openApp();
      await server.close();
      let laterMs = 0;
      const clock = { ...outbox.deps.clock, now: () => new Date(Date.now() + laterMs) };
      const job = createSendMailsJob({ ...outbox.deps, clock }, mailerFor(outbox, server.url));
      const run = () => job.run(never);
      for (let nr = 0; nr < 60; nr += 1) await outbox.add();
      await run();
      const { db } = outbox.deps.database;
      const rows = await db.select().from(outboxMessages);
      expect(rows.map(({ state, attempts }) => `${state} ${attempts}`)).toEqual(rows.map(() => 'pending 0'));
      expect(outbox.outcomes.length).toBeLessThanOrEqual(10);
      // While it pauses, nothing is tried.
      await outbox.makeDue();
      const tried = outbox.outcomes.length;
      await run();
      expect(outbox.outcomes).toHaveLength(tried);
      expect(await job.early?.untilDueMs?.()).toBeGreaterThan(0);
      // After the pause, one is tried.
      laterMs = 6_000;
      await run();
      expect(outbox.outcomes).toHaveLength(tried + 1);
      await outbox.makeDue();
      laterMs = -3_600_000;
      expect(await job.early?.untilDueMs?.()).toBeLessThanOrEqual(0);

      const again = await startServer({ port: server.port });
      await outbox.makeDue();
      const later = createSendMailsJob(outbox.deps, mailerFor(outbox, again.url));
      await later.run(never);
      expect(again.received).toHaveLength(60);
      expect(await outbox.countStates()).toEqual({ sent: 60 });
    });
  });

  describe('a mail server that accepts no message', () => {
    const refused = { sender: () => ({ code: 550, text: '5.7.1 relay of 10.1.2.3 denied' }) };

    it('leaves one entry in the log, with the first time and the last answer, and a plain reason', async () => {
      const { outbox, server, job, run } = await openApp(refused);
      const id = await outbox.add();
      await run();
      const [first] = await outbox.attempts(id);
      server.setFaults({ sender: () => ({ code: 550, text: '5.7.1 still denied' }) });
      await outbox.makeDue();
      await job.run(never);
      expect(await outbox.attempts(id)).toMatchObject([
        { id: first?.id, at: first?.at, outcome: 'retry', status: 550 },
      ]);
      expect((await outbox.attempts(id))[0]?.response).toContain('still denied');
      expect(await outbox.read(id)).toMatchObject({
        state: 'pending',
        attempts: 0,
        reason: 'The mail server does not accept the sender.',
      });
      server.setFaults({});
      await outbox.makeDue();
      await run();
      expect((await outbox.attempts(id)).map(({ outcome }) => outcome)).toEqual(['retry', 'sent']);
    });

    it('is a problem for admins at once, and counted after 15 minutes', async () => {
      const { outbox, run } = await openApp(refused);
      const { deps } = outbox;
      const later = { ...deps, clock: { ...deps.clock, now: () => new Date(Date.now() + 16 * 60_000) } };
      const id = await outbox.add();
      const limited = await outbox.add({ nextAt: new Date(Date.now() + 3_600_000), reason: 'The limit is reached.' });
      expect(await findMailProblem(deps)).toBeNull();
      await run();
      const [attempt] = await outbox.attempts(id);
      expect(await findMailProblem(deps)).toEqual({
        count: 1,
        sinceAt: attempt?.at.toISOString(),
        reason: 'The mail server does not accept the sender.',
        error: expect.stringContaining('10.1.2.3'),
      });
      expect(await countUnsentMessages(deps)).toEqual({ failed: 0, waiting: 0 });
      expect(await countUnsentMessages(later)).toEqual({ failed: 0, waiting: 1 });
      await deps.database.db.update(outboxMessages).set({ state: 'sent' }).where(eq(outboxMessages.id, id));
      expect([await findMailProblem(later), (await outbox.read(limited)).state]).toEqual([null, 'pending']);
    });

    it('is a problem when nothing is tried', async () => {
      const { outbox } = await openApp();
      const nextAt = new Date(Date.now() - 20 * 60_000);
      await outbox.add({ nextAt });
      const expected = { count: 1, sinceAt: nextAt.toISOString(), reason: '', error: '' };
      expect(await findMailProblem(outbox.deps)).toEqual(expected);
      expect(await countUnsentMessages(outbox.deps)).toEqual({ failed: 0, waiting: 1 });
    });
  });

  describe('a mail server that hangs or drops the connection', () => {
    it.each<[string, MailServerFaults]>([
      ['does not answer', { data: () => 'hang' }],
      ['drops the connection in the middle of a message', { data: () => 'drop' }],
      ['accepts the message and drops the connection before it says so', { stored: () => 'drop' }],
    ])('%s: the message is tried again, and copies have one Message-ID', async (_name, faults) => {
      const hangs = faults.data?.('', 1) === 'hang';
      const { outbox, server, run } = await openApp(faults, hangs ? { ...timing, silenceMs: 300 } : timing);
      const id = await outbox.add();
      await run();
      expect(await outbox.read(id)).toMatchObject({ state: 'pending', attempts: 1 });
      server.setFaults({});
      await outbox.makeDue();
      await createSendMailsJob(outbox.deps, mailerFor(outbox, server.url)).run(never);
      expect(await outbox.read(id)).toMatchObject({ state: 'sent', attempts: 2 });
      expect(new Set(server.received.map(({ mail }) => mail.messageId))).toEqual(
        new Set([`<${id}@landfall.company.example>`]),
      );
      expect(server.received).toHaveLength(faults.stored ? 2 : 1);
    });

    it('does not delay others when it hangs for one recipient', async () => {
      const { outbox, server, run } = await openApp({
        recipient: (address) => (address.startsWith('tarpit') ? 'hang' : undefined),
      });
      await outbox.add({ recipient: 'tarpit@customer.example' });
      for (let nr = 0; nr < 20; nr += 1) await outbox.add();
      const running = run();
      await expect.poll(() => server.received.length, eventually).toBe(20);
      // Also those that are written while it hangs.
      await outbox.add();
      await expect.poll(() => server.received.length, eventually).toBe(21);
      await server.close();
      await running;
      expect(await outbox.countStates()).toEqual({ sent: 21, pending: 1 });
    });
  });

  describe('many messages', () => {
    it('are all sent, each once, by two instances at the same time', async () => {
      const { outbox, server, run } = await openApp();
      const other = createSendMailsJob(outbox.deps, mailerFor(outbox, server.url));
      const length = inject('fullSize') ? 300 : 40;
      const ids = await Promise.all(Array.from({ length }, () => outbox.add()));
      await Promise.all([run(), other.run(never)]);
      expect(await outbox.countStates()).toEqual({ sent: length });
      const sent = server.received.map(({ mail }) => mail.messageId?.slice(1, 37));
      expect(sent.sort()).toEqual(ids.sort());
    });

    it('to one address wait beyond six an hour, also with two instances and in other letters', async () => {
      const { outbox, server, run } = await openApp();
      const other = createSendMailsJob(outbox.deps, mailerFor(outbox, server.url));
      const name = `limited-${engine}`;
      for (let nr = 0; nr < 10; nr += 1) {
        await outbox.add({ recipient: `${nr % 2 ? name : name.toUpperCase()}@customer.example`, importId: String(nr) });
      }
      const free = await outbox.add();
      await Promise.all([run(), other.run(never)]);
      expect(server.received).toHaveLength(7);
      expect((await outbox.read(free)).state).toBe('sent');
      expect(await outbox.countStates()).toEqual({ sent: 7, pending: 4 });
      const { db } = outbox.deps.database;
      const waiting = await db.select().from(outboxMessages).where(eq(outboxMessages.state, 'pending'));
      for (const { attempts, nextAt } of waiting) {
        expect(attempts).toBe(0);
        expect(nextAt.getTime() - Date.now()).toBeGreaterThan(3_000_000);
      }
      await outbox.makeDue();
      await run();
      expect(await outbox.countStates()).toEqual({ sent: 7, pending: 4 });
      // Such as after an outage of the mail server, or sent again by an admin.
      await db.update(outboxMessages).set({ createdAt: new Date(Date.now() - 50 * 3_600_000) });
      await outbox.makeDue();
      await run();
      expect(await outbox.countStates()).toEqual({ sent: 7, pending: 4 });
      for (let nr = 10; nr < 30; nr += 1) {
        await outbox.add({ recipient: `${name}@customer.example`, importId: String(nr) });
      }
      await run();
      expect(await outbox.countStates()).toEqual({ sent: 7, pending: 20, skipped: 4 });
      const [skipped] = await db.select().from(outboxMessages).where(eq(outboxMessages.state, 'skipped'));
      expect(skipped?.reason).toBe('Too many e-mails to this address.');
    });

    it('to one member of staff wait beyond thirty an hour', async () => {
      const { outbox, server, run } = await openApp();
      for (let nr = 0; nr < 31; nr += 1)
        await outbox.add({ audience: 'staff', recipient: `staff-${engine}@company.example` });
      await outbox.add({ audience: 'staff', event: 'test', recipient: `staff-${engine}@company.example` });
      await run();
      expect(server.received).toHaveLength(31);
      const { db } = outbox.deps.database;
      const waiting = await db.select().from(outboxMessages).where(eq(outboxMessages.state, 'pending'));
      expect(waiting.map(({ reason }) => reason)).toEqual(['Limit for this address reached. It will be sent later.']);
    });

    it('are checked again when they were claimed a while ago', async () => {
      const { outbox, server } = await openApp();
      const { db } = outbox.deps.database;
      let laterMs = 0;
      const clock = { ...outbox.deps.clock, now: () => new Date(Date.now() + laterMs) };
      const importIds = Array.from({ length: 20 }, (_, nr) => `slow-${nr}`);
      for (const importId of importIds) await outbox.add({ environment: 'live', importId });
      let changed: Promise<unknown> | undefined;
      const unsubscribeAll = async () => {
        const contact = { environment: 'live', source: 'username', by: 'customer', at: new Date() } as const;
        const unsubscribedAt = new Date();
        await db
          .insert(customerContacts)
          .values(importIds.map((importId) => ({ ...contact, importId, unsubscribedAt })));
        laterMs = 16_000;
      };
      server.setFaults({ stored: async () => void (await (changed ??= unsubscribeAll())) });
      const mailer = mailerFor(outbox, server.url);
      await createSendMailsJob({ ...outbox.deps, clock }, mailer).run(never);
      expect(server.received).toHaveLength(mailer.connections);
      expect(await outbox.countStates()).toEqual({
        sent: mailer.connections,
        skipped: importIds.length - mailer.connections,
      });
    });

    it('that were refused do not count against the limit', async () => {
      const { outbox, server, run } = await openApp({ recipient: () => ({ code: 451 }) });
      const recipient = `refused-${engine}@customer.example`;
      for (let nr = 0; nr < 6; nr += 1) await outbox.add({ recipient });
      await run();
      server.setFaults({});
      await outbox.makeDue();
      await run();
      expect(await outbox.countStates()).toEqual({ sent: 6 });
    });
  });

  it('marks as sent what the demo shows in its mailbox, without limits', async () => {
    const { outbox } = await openApp();
    for (let nr = 0; nr < 8; nr += 1) await outbox.add({ recipient: `demo-${engine}@customer.example` });
    await createSendMailsJob(outbox.deps, createMailbox()).run(never);
    expect(await outbox.countStates()).toEqual({ sent: 8 });
  });

  it('releases what it has claimed when the app stops', async () => {
    const { outbox, server, job } = await openApp();
    const stop = new AbortController();
    server.setFaults({ stored: () => void stop.abort(new Error('stopping')) });
    const nextAt = new Date(Date.now() - 60_000);
    for (let nr = 0; nr < 30; nr += 1) await outbox.add({ nextAt });
    await job.run(stop.signal);
    // It keeps its place among those that wait.
    const { db } = outbox.deps.database;
    const waiting = await db.select().from(outboxMessages).where(eq(outboxMessages.state, 'pending'));
    for (const message of waiting) expect(message.nextAt.getTime()).toBeLessThan(Date.now() - 30_000);
    const states = await outbox.countStates();
    expect(states['sending']).toBeUndefined();
    expect(states['pending']).toBeGreaterThan(0);
    expect(states['sent']).toBe(server.received.length);
  });
});
