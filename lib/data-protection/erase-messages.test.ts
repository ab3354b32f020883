import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { appendAudit } from '../audit/append-audit';
import { createCipher, generateKey } from '../core/cipher';
import { createMetrics } from '../core/metrics';
import { createImport } from '../imports/creation/create-import';
import { observeAll } from '../imports/observations/observe';
import { createKeyCommands } from '../keys/key-commands';
import { rotateAll } from '../keys/rotate-all';
import { issueUnsubscribeLinks } from '../outbox/contacts/contact-links';
import { setContact } from '../outbox/contacts/set-contact';
import { unsubscribe } from '../outbox/contacts/unsubscribe';
import { createStoreOutcome } from '../outbox/delivery/store-outcome';
import { expandEvents } from '../outbox/expand-events';
import { makeOutboxDeps } from '../outbox/testing/make-outbox-deps';
import { withoutLinks } from '../outbox/clean-value';
import { decryptContent, encryptContent, type MessageContent } from '../outbox/message-content';
import { auditValues } from '../store/schema/audit';
import { creationAttempts } from '../store/schema/creation-attempts';
import { notes } from '../store/schema/imports';
import {
  customerContacts,
  notificationItems,
  outboxAttempts,
  outboxEvents,
  outboxMessages,
} from '../store/schema/outbox';
import { decisions, fullRequests } from '../store/schema/sponsorship';
import { staff } from '../store/schema/staff';
import { startLinks, toolRequests } from '../store/schema/start-links';
import { forEachEngineAtFullSize } from '../store/testing/for-each-engine';
import { beginErasure, eraseCustomer, resumeErasures } from './erase-customer';
import { exportCustomer } from './export-customer';
import { findCustomer } from './find-customer';
import { ada } from './testing/open-data-protection';
import { erasureOf, openErasure } from './testing/open-erasure';
import { findText } from './testing/plant-name';

type Message = typeof outboxMessages.$inferInsert;

forEachEngineAtFullSize((_engine, open) => {
  let app: Awaited<ReturnType<typeof openErasure>>;
  beforeAll(async () => {
    app = await openErasure(await open());
  });
  afterAll(() => app.close());

  const erase = (username: string) => eraseCustomer(app.dataProtection, erasureOf(username));
  const openOutbox = () => makeOutboxDeps(app.database, app.dataProtection);
  const find = (text: string) => findText(app.database, app.cipher, text);

  const observe = async (username: string) => {
    const importId = randomUUID();
    const input = { environment: 'live', importId, source: 'lookup', status: 'Migration completed' } as const;
    await observeAll(app.deps.observer, [{ ...input, seenAt: new Date(), about: { username } }]);
    return importId;
  };
  const addContact = (importId: string, email: string, more: Partial<typeof customerContacts.$inferInsert> = {}) =>
    app.database.db.insert(customerContacts).values({
      ...{ environment: 'live', importId, email, source: 'customer', by: email, at: new Date(), ...more },
    });
  const addMessage = async (content: MessageContent, more: Partial<Message>) => {
    const id = randomUUID();
    await app.database.db.insert(outboxMessages).values({
      ...{ id, key: id, audience: 'customer', channel: 'email', event: 'started', recipient: '', state: 'sent' },
      ...{ createdAt: new Date(), contentEncrypted: encryptContent(app.dataProtection, content), ...more },
    });
    return id;
  };
  const email = (text: string, html = text): MessageContent => ({
    ...{ kind: 'email', subject: text.split('\n')[0] ?? '', text, html, headers: {}, logo: null },
  });
  const readContent = async (id: string) => {
    const [row] = await app.database.db.select().from(outboxMessages).where(eq(outboxMessages.id, id));
    return row?.contentEncrypted && decryptContent(app.dataProtection, row.contentEncrypted);
  };
  const countMessages = (id: string) => app.database.db.$count(outboxMessages, eq(outboxMessages.id, id));
  /** A customer whose username is not an address, with everything that a message leaves behind. */
  const prepare = async () => {
    const name = randomUUID().slice(0, 8);
    const [username, address] = [`anna-${name}`, `Post.${name}@Mail.example`];
    const importId = await observe(username);
    await addContact(importId, address);
    await addMessage(email(`Hello ${username}`), { environment: 'live', importId, recipient: address });
    return { username, address, importId };
  };

  test('erases the contact address of their imports everywhere', async () => {
    const { username, address, importId } = await prepare();
    const other = await observe('other@x.example');
    const { db } = app.database;
    const former = `former-${address}`;
    await addMessage(email('Hello'), { environment: 'live', importId, recipient: former });
    // Before the customer had an import.
    await addMessage(email('Confirm'), { event: 'confirm_address', recipient: address.toLowerCase() });
    const id = randomUUID();
    await db.insert(notes).values({
      ...{ id, environment: 'live', importId: other, text: `Same as ${address}` },
      ...{ staffId: randomUUID(), by: 'Priya', at: new Date() },
    });
    await app.database.transaction((tx) =>
      appendAudit(app.dataProtection, tx, {
        caller: ada,
        action: 'note.added',
        subject: 'y',
        after: { email: address },
      }),
    );
    const item = {
      rule: 'r',
      kind: 'request_waiting',
      environment: 'live',
      at: new Date(),
      dueAt: new Date(),
    } as const;
    await db.insert(notificationItems).values([
      { ...item, importId, data: { text: username } },
      { ...item, importId: other, data: { text: `Not ${address}` } },
    ]);
    const receipt = await erase(username);
    for (const text of [username, address, former]) expect(await find(text)).toEqual([]);
    expect(receipt.rows).toMatchObject({ customer_contacts: 1, outbox_messages: 3, notification_items: 1 });
    const [note] = await db.select().from(notes).where(eq(notes.id, id));
    expect(note?.text).toBe('Same as [erased]');
    const values = await db.select().from(auditValues).where(eq(auditValues.subject, 'y'));
    expect(values.at(-1)).toMatchObject({ after: null });
  });

  test('knows the address until the end, also after a restart with another key', async () => {
    const [older, newer] = [generateKey(), generateKey()];
    const { username, address } = await prepare();
    const withKeys = (...keys: string[]) => ({ ...app.dataProtection, cipher: createCipher(keys) });
    const database = await open();
    const observer = { database, cipher: createCipher([older]) };
    const seen = { environment: 'live', importId: '1', source: 'watcher', status: 'Held', seenAt: new Date() } as const;
    await observeAll(observer, [{ ...seen, about: { username } }]);
    const contact = { environment: 'live', importId: '1', email: address, source: 'staff', by: 'Sam' } as const;
    await database.db.insert(customerContacts).values({ ...contact, at: new Date() });
    let batches = 0;
    const checkpoint = () => {
      batches += 1;
      // After the step that deletes the contact.
      if (batches === 2) throw new Error('stopped');
    };
    const stopping = eraseCustomer({ ...withKeys(older), database, checkpoint }, erasureOf(username));
    await expect(stopping).rejects.toThrow('stopped');
    expect(await database.db.$count(customerContacts)).toBe(0);
    await database.db.insert(notes).values({
      ...{ id: randomUUID(), environment: 'live', importId: 'other', text: `To ${address}` },
      ...{ staffId: randomUUID(), by: 'Priya', at: new Date() },
    });
    const rotating = { database, clock: app.dataProtection.clock, cipher: createCipher([newer, older]) };
    const commands = createKeyCommands(rotating);
    const { signal } = new AbortController();
    await rotateAll(
      async (command, args) => commands[command]?.(args, signal),
      ({ unreadable }) => expect(unreadable).toEqual([]),
    );
    app.advance(61_000);
    await resumeErasures({ ...withKeys(newer), database });
    expect((await database.db.select({ text: notes.text }).from(notes)).map(({ text }) => text)).toEqual([
      'To [erased]',
    ]);
  });

  test('keeps an address that another customer or a member of staff uses', async () => {
    const { username, importId } = await prepare();
    const name = randomUUID().slice(0, 8);
    const [agency, member, customer] = [`agency-${name}@x.example`, `sam-${name}@x.example`, `carl-${name}@x.example`];
    const otherImport = await observe(`someone-${name}`);
    await observe(customer);
    await addContact(otherImport, agency.toUpperCase());
    await app.database.db.insert(staff).values({
      ...{ id: randomUUID(), email: member, name: 'Sam', role: 'agent', source: 'local', createdAt: new Date() },
    });
    await app.database.transaction((tx) =>
      appendAudit(app.dataProtection, tx, { caller: ada, action: 'staff.added', subject: member }),
    );
    const ofOther = await addMessage(email('Hi'), { environment: 'live', importId: otherImport, recipient: agency });
    // Known without an import, by a link, a request, an attempt, a decision or a request for a tool.
    const [linked, requesting, attempting, decided, toolUser] = Array.from(
      { length: 5 },
      (_, index) => `known${index}-${name}@x.example`,
    ) as [string, string, string, string, string];
    const at = { environment: 'live', createdAt: new Date() } as const;
    const link = { id: randomUUID(), username: linked, createdBy: 'x', createdAt: new Date(), expiresAt: new Date() };
    await app.database.db.insert(startLinks).values(link);
    const request = { id: randomUUID(), username: requesting, by: 'x', verified: false, requestedAt: new Date() };
    await app.database.db.insert(fullRequests).values({ ...request, environment: 'live', source: 'operator_page' });
    const attempt = { id: randomUUID(), username: attempting, tool: 'Zendesk', by: 'x', state: 'invalid' } as const;
    await app.database.db.insert(creationAttempts).values({ ...at, ...attempt });
    const decision = { id: randomUUID(), username: decided, proposedBy: 'x', proposedAt: new Date() };
    const kind = { kind: 'start_full', state: 'withdrawn', policyVersion: 1 } as const;
    await app.database.db.insert(decisions).values({ ...at, ...decision, ...kind });
    const known = [linked, requesting, attempting, decided, toolUser];
    await app.database.db.insert(toolRequests).values(
      known.map((address) => ({
        ...{ id: randomUUID(), tool: 'Trello', at: new Date(), email: address },
        username: address === toolUser ? address : null,
      })),
    );
    const own: string[] = [];
    for (const recipient of [agency, member, customer, ...known]) {
      own.push(await addMessage(email('Hi'), { environment: 'live', importId, recipient }));
    }
    await erase(username);
    expect(await countMessages(ofOther)).toBe(1);
    for (const id of own) expect(await countMessages(id)).toBe(0);
    expect(await find(agency)).toEqual(
      expect.arrayContaining(['customer_contacts.email', 'outbox_messages.recipient']),
    );
    expect(await find(member)).toEqual(['audit_values.subject', 'staff.email']);
    expect(await find(customer)).toEqual(expect.arrayContaining(['imports.username']));
    expect(await Promise.all(known.map(find))).toEqual([
      ['start_links.username', 'tool_requests.email'],
      ['full_requests.username', 'tool_requests.email'],
      ['creation_attempts.username', 'tool_requests.email'],
      ['decisions.username', 'tool_requests.email'],
      ['tool_requests.email', 'tool_requests.username'],
    ]);
  });

  test('an erased username does not stay as the contact of others, whose refusal of messages stays', async () => {
    const name = randomUUID().slice(0, 8);
    const username = `erased-${name}@x.example`;
    await observe(username);
    const importId = await observe(`friend-${name}`);
    const unsubscribedAt = new Date();
    const left = { unsubscribedAt, unsubscribedEmails: [username] };
    await addContact(importId, username, { ...left, confirmedAt: unsubscribedAt });
    const corrected = await observe(`other-${name}@x.example`);
    await addContact(corrected, `new-${name}@x.example`, left);
    const attempt = { environment: 'live', tool: 'Zendesk', state: 'created', by: 'x', createdAt: new Date() } as const;
    const friend = { username: `friend-${name}`, contactEmail: username.toUpperCase() };
    await app.database.db.insert(creationAttempts).values({ ...attempt, ...friend, id: randomUUID() });
    const toThem = await addMessage(email('Hi'), { environment: 'live', importId, recipient: username });
    await erase(username);
    expect(await find(username)).toEqual([]);
    expect(await countMessages(toThem)).toBe(0);
    const [contact] = await app.database.db
      .select()
      .from(customerContacts)
      .where(eq(customerContacts.importId, importId));
    expect(contact).toMatchObject({ email: null, unsubscribedAt, unsubscribedEmails: [], confirmedAt: null });
    const [other] = await app.database.db
      .select()
      .from(customerContacts)
      .where(eq(customerContacts.importId, corrected));
    expect(other).toMatchObject({ email: `new-${name}@x.example`, unsubscribedAt: null, unsubscribedEmails: [] });
    const [kept] = await app.database.db
      .select()
      .from(creationAttempts)
      .where(eq(creationAttempts.username, friend.username));
    expect(kept).toMatchObject({ contactEmail: null });
  });

  test('a contact with an erased username or of an erased import cannot be stored', async () => {
    const username = `gone-${randomUUID()}@x.example`;
    const importId = await observe(username);
    const other = await observe(`other-${randomUUID()}`);
    const outbox = openOutbox();
    const set = (id: string, address: string) => setContact(outbox, { caller: ada, importId: id, email: address });
    await beginErasure(app.dataProtection, erasureOf(username));
    await expect(set(importId, 'free@x.example')).rejects.toMatchObject({ code: 'not_found' });
    const refused = { code: 'invalid', errors: [{ field: 'email' }] };
    await expect(set(other, username.toUpperCase())).rejects.toMatchObject(refused);
    const links = issueUnsubscribeLinks(outbox, { importId, email: username });
    const token = links.unsubscribe.split('/').at(-1) ?? '';
    expect(await unsubscribe(outbox, { caller: ada, token })).toEqual({ kind: 'broken' });
    app.advance(61_000);
    await resumeErasures(app.dataProtection);
    await expect(set(other, username)).rejects.toMatchObject(refused);
    expect(await find(username)).toEqual([]);
    expect(await set(other, 'free@x.example')).toMatchObject({ email: 'free@x.example' });
  });

  test('an erased username that a customer enters as the contact is not stored', async () => {
    const username = `back-${randomUUID()}@x.example`;
    await observe(username);
    await erase(username);
    const { attempt } = await createImport(app.deps, {
      ...{ caller: ada, environment: 'live', attempt: randomUUID(), contactEmail: username },
      fields: { source_tool: 'Zendesk', destination_username: `friend-${randomUUID()}` },
    });
    expect(attempt).toMatchObject({ state: 'created', contactEmail: null });
    await expandEvents(openOutbox(), new AbortController().signal);
    expect(await find(username)).toEqual([]);
  });

  test('no message is written about an import that is being erased', async () => {
    const write = async (username: string) => {
      const importId = randomUUID();
      const input = { environment: 'live', importId, source: 'lookup', about: { username } } as const;
      for (const status of ['Sample migration in progress', 'Sample migration completed']) {
        await observeAll(app.deps.observer, [{ ...input, status, seenAt: new Date() }]);
      }
      return importId;
    };
    const [username, other] = [`writing-${randomUUID()}@x.example`, `kept-${randomUUID()}@x.example`];
    const [erased, kept] = [await write(username), await write(other)];
    await beginErasure(app.dataProtection, erasureOf(username));
    await expandEvents(openOutbox(), new AbortController().signal);
    const countOf = (importId: string) => app.database.db.$count(outboxMessages, eq(outboxMessages.importId, importId));
    expect(await countOf(erased)).toBe(0);
    expect(await countOf(kept)).toBeGreaterThan(0);
    expect(await app.database.db.$count(outboxEvents)).toBe(0);
    app.advance(61_000);
    await resumeErasures(app.dataProtection);
    expect(await find(username)).toEqual([]);
  });

  test('takes only the customer out of messages about several', async () => {
    const username = `o'brien-${randomUUID().slice(0, 8)}@x.example`;
    await observe(username);
    const escaped = `<p>${username.replace("'", '&#39;')} waits</p><p>bob@x.example waits</p>`;
    const digest = { audience: 'staff', event: 'digest', recipient: 'team@partner.example' } as const;
    const mail = await addMessage(email(`2 requests\n${username} waits\nbob@x.example waits`, escaped), digest);
    const unlinked = [username, `jo.${username}`].map((name) => `${withoutLinks(name)} waits`);
    const unlinkedMail = await addMessage(email(['2 requests', ...unlinked].join('\n')), digest);
    const body = JSON.stringify({ items: [{ username: username.toUpperCase() }, { username: 'bob@x.example' }] });
    const post = await addMessage({ kind: 'post', type: 'digest', body }, { ...digest, state: 'pending' });
    const chunks: string[] = [];
    for await (const chunk of await exportCustomer(app.dataProtection, { caller: ada, username })) chunks.push(chunk);
    expect(JSON.parse(chunks.join(''))).toMatchObject({
      otherMessages: expect.arrayContaining([
        { id: mail, lines: [`${username} waits`] },
        { id: unlinkedMail, lines: unlinked.slice(0, 1) },
        { id: post, lines: [username.toUpperCase()] },
      ]) as unknown,
    });
    await erase(username);
    expect(await find(username)).toEqual([]);
    expect(await readContent(mail)).toMatchObject({
      text: '2 requests\n[erased] waits\nbob@x.example waits',
      html: '',
    });
    expect(await readContent(unlinkedMail)).toMatchObject({ text: `2 requests\n[erased] waits\n${unlinked[1]}` });
    expect(await readContent(post)).toMatchObject({
      body: JSON.stringify({ items: [{ username: '[erased]' }, { username: 'bob@x.example' }] }),
    });
  });

  test('an e-mail with links to several migrations stays for those of others, without its text', async () => {
    const name = randomUUID().slice(0, 8);
    const [username, recipient] = [`shared-${name}`, `agency-${name}@x.example`];
    const [first, second, other] = [await observe(username), await observe(username), await observe(`other-${name}`)];
    await addContact(other, recipient);
    const add = (importIds: string[], state: 'sent' | 'pending') =>
      addMessage(email(`https://landfall.example/m/${name}`), {
        ...{ environment: 'live', event: 'send_link', importIds, recipient, state },
      });
    const sent = await add([first, other], 'sent');
    const waiting = await add([other, second], 'pending');
    const ownOnly = await add([first, second], 'sent');
    const chunks: string[] = [];
    for await (const chunk of await exportCustomer(app.dataProtection, { caller: ada, username })) chunks.push(chunk);
    const exported = JSON.parse(chunks.join('')) as { outbox_messages: { id: string; importIds: string[] }[] };
    expect(exported.outbox_messages.map(({ id }) => id).sort()).toEqual([sent, waiting, ownOnly].sort());
    expect(exported.outbox_messages.flatMap(({ importIds }) => importIds)).not.toContain(other);
    expect((await erase(username)).rows).toMatchObject({ outbox_messages: 3 });
    const left = await app.database.db.select().from(outboxMessages).where(eq(outboxMessages.recipient, recipient));
    expect(left).toMatchObject([{ id: sent, importIds: [other], contentEncrypted: null }]);
  });

  test('a message that waits is not sent, and a message that is being sent leaves nothing', async () => {
    const { username, address, importId } = await prepare();
    const of = { environment: 'live', importId, recipient: address } as const;
    const waiting = await addMessage(email('Hi'), { ...of, state: 'pending' });
    const sending = await addMessage(email('Hi'), { ...of, state: 'sending' });
    const [row] = await app.database.db.select().from(outboxMessages).where(eq(outboxMessages.id, sending));
    if (!row) throw new Error('no message');
    const inFlight = { ...row, wasTried: false, rule: null, person: null };
    await erase(username);
    expect(await countMessages(waiting)).toBe(0);
    const attempt = { outcome: 'failed', status: 550, response: `${address} is unknown`, durationMs: 1 } as const;
    await createStoreOutcome({ ...openOutbox(), fetch, metrics: createMetrics() })({
      ...{
        message: inFlight,
        state: 'failed',
        reason: attempt.response,
        inMs: null,
        counts: true,
        attempt,
        bounced: true,
      },
    });
    expect(await countMessages(sending)).toBe(0);
    expect(await app.database.db.$count(outboxAttempts)).toBe(0);
    expect(await find(address)).toEqual([]);
  });

  test('the export contains contact and messages with subject and state, without their links', async () => {
    const { username, address, importId } = await prepare();
    await addMessage(email('https://landfall.example/m/token'), {
      ...{ environment: 'live', importId, recipient: address, subject: 'Your migration started', state: 'failed' },
    });
    const found = await findCustomer(app.dataProtection, app.database.db, username);
    expect(found.rows).toMatchObject({ customer_contacts: 1, outbox_messages: 2 });
    const chunks: string[] = [];
    for await (const chunk of await exportCustomer(app.dataProtection, { caller: ada, username })) chunks.push(chunk);
    const text = chunks.join('');
    expect(JSON.parse(text)).toMatchObject({
      customer_contacts: [{ importId, email: address }],
      outbox_messages: expect.arrayContaining([
        expect.objectContaining({ subject: 'Your migration started', state: 'failed', recipient: address }),
      ]) as unknown,
      otherMessages: [],
    });
    expect(text).not.toContain('landfall.example/m/token');
    expect(text).not.toContain('contentEncrypted');
  });
});
