import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Caller } from '../../contract/caller';
import { issueMigrationToken, readMigrationToken } from '../../start/customer-links';
import { readImportHistory } from '../../store/imports/import-history';
import { recordBounce, saveContact } from '../../store/outbox/contacts';
import { listMessages } from '../../store/outbox/message-log';
import { outboxEvents } from '../../store/schema/outbox';
import { createStatementRecorder } from '../../store/testing/record-statements';
import { openTestDatabase } from '../../store/testing/open-test-database';
import { confirmContact } from '../contacts/confirm-contact';
import { unsubscribe } from '../contacts/unsubscribe';
import { issueUnsubscribeLinks } from '../contacts/contact-links';
import { expandEvents } from '../expand-events';
import { openContacts, tokenIn } from '../testing/open-contacts';
import { readLinkByMail } from './read-link-by-mail';
import { requestLinks } from './request-links';
import { sendLink } from './send-link';

const database = await openTestDatabase();
const app = openContacts(database);
const { deps, clock } = app;
beforeAll(async () => {
  await expandEvents(deps, new AbortController().signal);
});
afterAll(() => database.close());

const newAddress = () => `ops-${randomUUID().slice(0, 8)}@acme.example`;
let host = 0;
/** Another client each time. */
const newCaller = (): Caller => {
  host += 1;
  return {
    actor: { kind: 'stranger' },
    address: `198.51.${Math.floor(host / 200)}.${host % 200}`,
    requestId: 'test',
  };
};
const messagesTo = async (recipient: string) => (await app.listMessages()).filter((row) => row.recipient === recipient);
const linksTo = async (recipient: string) =>
  (await messagesTo(recipient)).filter(({ event, state }) => event === 'send_link' && state !== 'skipped');
const send = (importId: string, more: Partial<Parameters<typeof sendLink>[1]> = {}) =>
  sendLink(deps, {
    caller: newCaller(),
    linkToken: issueMigrationToken(deps, importId),
    email: '',
    language: 'de',
    ...more,
  });
/** Requests links as on the start page, then runs the job. */
async function request(email: string, more: Partial<Parameters<typeof requestLinks>[1]> = {}) {
  const result = await requestLinks(deps, { caller: newCaller(), email, language: 'en', website: '', ...more });
  await app.makeEventsDue();
  await expandEvents(deps, new AbortController().signal);
  return result;
}
const importsIn = (text: string) =>
  [...text.matchAll(/\/m\/([\w-]+)/g)].map(([, token]) => {
    const opened = readMigrationToken(deps, token ?? '');
    return opened.ok ? opened.link : undefined;
  });

describe('from the page of a migration', () => {
  test('sends the link to the address that is the username, in the language of the page', async () => {
    const email = newAddress();
    const importId = await app.addImport(email);
    expect(await readLinkByMail(deps, { importId, username: email })).toEqual({ kind: 'known', email });
    // The address in the form is not used: a link opens the migration, it does not change who it belongs to.
    expect(await send(importId, { email: 'attacker@evil.example' })).toBe('sent');
    const [message] = await linksTo(email);
    expect(message).toMatchObject({ importId, language: 'de', state: 'pending', audience: 'customer' });
    const mail = message && app.readMail(message);
    expect(mail?.subject).toBe('Ihre Migrationsseite bei Northdesk');
    // Without the status: it may have changed when the e-mail is read.
    expect(mail?.text).toMatch(/^Zendesk$/m);
    expect(importsIn(mail?.text ?? '')).toMatchObject([{ importId, provenFor: email }]);
    expect(await messagesTo('attacker@evil.example')).toEqual([]);
  });

  test('asks for the confirmation of a new address, and sends it nothing else before', async () => {
    const email = newAddress();
    const importId = await app.addImport('acme');
    expect(await readLinkByMail(deps, { importId, username: 'acme' })).toEqual({ kind: 'unknown' });
    expect(await send(importId, { email: 'not an address' })).toBe('invalid');
    expect(await send(importId, { email: ` ${email.toUpperCase()} ` })).toBe('confirm');
    expect(await readLinkByMail(deps, { importId, username: 'acme' })).toEqual({ kind: 'waiting' });
    expect(await send(importId, { email })).toBe('recent');
    expect((await messagesTo(email)).map(({ event, state }) => `${event} ${state}`)).toEqual([
      'confirm_address pending',
      'confirm_address skipped',
    ]);
    const [asked] = await messagesTo(email);
    const token = tokenIn(asked ? app.readMail(asked).text : '', 'confirm');
    await confirmContact(deps, { caller: newCaller(), token });
    const masked = `o…${email.slice(email.indexOf('@'))}`;
    expect(await readLinkByMail(deps, { importId, username: 'acme' })).toEqual({ kind: 'known', email: masked });
    expect(await send(importId)).toBe('sent');
    expect(await linksTo(email)).toHaveLength(1);
    // A confirmed address stays.
    const other = newAddress();
    expect(await send(importId, { email: other })).toBe('sent');
    expect(await messagesTo(other)).toEqual([]);
  });

  test('sends three a day to an address, however many links and clients', async () => {
    const email = newAddress();
    const imports = await Promise.all(Array.from({ length: 5 }, () => app.addImport(email)));
    const results = [];
    for (const importId of imports) results.push(await send(importId));
    expect(results).toEqual(['sent', 'sent', 'sent', 'recent', 'recent']);
    expect(await linksTo(email)).toHaveLength(3);
    await clock.advance(25 * 3_600_000);
    expect(await send(imports[0] ?? '')).toBe('sent');
  });

  test('asks at most three new addresses an hour and five a day with one link', async () => {
    const importId = await app.addImport('acme');
    const results = [];
    for (let quarter = 0; quarter < 8; quarter += 1) {
      for (let n = 0; n < 5; n += 1) results.push(await send(importId, { email: newAddress() }));
      await clock.advance(16 * 60_000);
    }
    expect(results.filter((result) => result === 'confirm')).toHaveLength(5);
    expect(results.slice(0, 5)).toEqual(['confirm', 'confirm', 'confirm', 'busy', 'busy']);
    // What is not asked is not stored either.
    expect(await app.listMessages(importId)).toHaveLength(5);
    await clock.advance(25 * 3_600_000);
    expect(await send(importId, { email: newAddress() })).toBe('confirm');
  });

  test('sends it to the username if this is entered in place of an address that does not work', async () => {
    const username = newAddress();
    const importId = await app.addImport(username, { contactEmail: newAddress() });
    await expandEvents(deps, new AbortController().signal);
    expect(await readLinkByMail(deps, { importId, username })).toEqual({ kind: 'waiting' });
    expect(await send(importId, { email: username })).toBe('sent');
    expect((await messagesTo(username)).map(({ event, state }) => `${event} ${state}`)).toEqual(['send_link pending']);
    expect(await readLinkByMail(deps, { importId, username })).toEqual({ kind: 'known', email: username });
    expect(await app.readRow(importId)).toMatchObject({ email: null, source: 'username', language: 'de' });
    // What was not written while the other address waited.
    expect(await app.listEvents(importId)).toMatchObject([{ data: { from: null, confirmed: true } }]);
  });

  test('does not replace an address that staff entered and that waits for confirmation', async () => {
    const [importId, email] = [await app.addImport('acme'), newAddress()];
    const contact = { environment: 'live', email, source: 'staff', by: 'Ines', at: clock.now() } as const;
    await saveContact(database.db, { ...contact, importId });
    expect(await readLinkByMail(deps, { importId, username: 'acme' })).toEqual({ kind: 'entered_by_staff' });
    const other = newAddress();
    expect(await send(importId, { email: other })).toBe('unavailable');
    expect(await messagesTo(other)).toEqual([]);
    expect(await app.readRow(importId)).toMatchObject({ email, source: 'staff' });
    // The same address can be asked again, and a returned address can be replaced.
    expect(await send(importId, { email })).toBe('confirm');
    expect(await app.readRow(importId)).toMatchObject({ email, source: 'staff' });
    await clock.advance(1000);
    await recordBounce(database.db, { importId, recipient: email, reason: '550', at: clock.now() });
    expect(await readLinkByMail(deps, { importId, username: 'acme' })).toEqual({ kind: 'unknown' });
    expect(await send(importId, { email: other })).toBe('confirm');
    expect(await readLinkByMail(deps, { importId, username: 'acme' })).toEqual({ kind: 'waiting' });
  });

  test('sends it although strangers requested links for the address on the start page', async () => {
    const email = newAddress();
    const importId = await app.addImport(email);
    for (let n = 0; n < 4; n += 1) await request(email);
    expect(await send(importId)).toBe('sent');
  });

  test('limits one client over many migrations', async () => {
    const caller = newCaller();
    const results = [];
    for (let n = 0; n < 32; n += 1) results.push(await send(await app.addImport(newAddress()), { caller }));
    expect(results.filter((result) => result === 'sent')).toHaveLength(30);
    expect(results.slice(30)).toEqual(['busy', 'busy']);
  });

  test('sends nothing with a link that does not work, or to who unsubscribed', async () => {
    const email = newAddress();
    const importId = await app.addImport(email);
    expect(await send(importId, { linkToken: 'broken' })).toBe('page');
    const startLinkId = randomUUID();
    expect(await send(importId, { linkToken: issueMigrationToken(deps, importId, { startLinkId }) })).toBe('page');
    const token = tokenIn(issueUnsubscribeLinks(deps, { importId, email }).unsubscribe, 'unsubscribe');
    await unsubscribe(deps, { caller: newCaller(), token });
    expect(await readLinkByMail(deps, { importId, username: email })).toEqual({ kind: 'off' });
    expect(await send(importId)).toBe('unavailable');
    expect(await linksTo(email)).toEqual([]);
  });

  test('is not offered without mail', async () => {
    const email = newAddress();
    const importId = await app.addImport(email);
    const off = { ...deps, mail: { mode: 'off', from: null } as const };
    expect(await readLinkByMail(off, { importId, username: email })).toEqual({ kind: 'off' });
    const linkToken = issueMigrationToken(deps, importId);
    expect(await sendLink(off, { caller: newCaller(), linkToken, email: '', language: null })).toBe('page');
    expect(await messagesTo(email)).toEqual([]);
  });
});

describe('from the start page', () => {
  test('sends one e-mail with the links of all migrations of the address', async () => {
    const email = newAddress();
    const own = [await app.addImport(email), await app.addImport(email.toUpperCase())];
    const confirmed = await app.addImport('acme');
    const unconfirmed = await app.addImport('other', { contactEmail: email });
    const contact = { environment: 'live', email, source: 'customer', by: 'customer', at: clock.now() } as const;
    await saveContact(database.db, { ...contact, importId: confirmed, confirmedAt: clock.now() });
    expect(await request(email)).toBe('sent');
    const [message, ...more] = await linksTo(email);
    expect(more).toEqual([]);
    expect(message).toMatchObject({ importId: null, language: 'en' });
    const sent = importsIn(message ? app.readMail(message).text : '').map((link) => link?.importId);
    expect(sent.toSorted()).toEqual([...own, confirmed].toSorted());
    expect(sent).not.toContain(unconfirmed);
  });

  test('is on the timeline of each migration that it contains a link to, and of no other', async () => {
    const email = newAddress();
    const imports = [await app.addImport(email), await app.addImport(email.toUpperCase())];
    const [confirmed, later] = [await app.addImport('acme'), await app.addImport('acme')];
    const contact = { environment: 'live', email, source: 'customer', by: 'customer', at: clock.now() } as const;
    await saveContact(database.db, { ...contact, importId: confirmed, confirmedAt: clock.now() });
    const left = await app.addImport(email);
    const token = tokenIn(issueUnsubscribeLinks(deps, { importId: left, email }).unsubscribe, 'unsubscribe');
    await unsubscribe(deps, { caller: newCaller(), token });
    await request(email);
    await clock.advance(1000);
    await saveContact(database.db, { ...contact, importId: later, confirmedAt: clock.now() });
    await saveContact(database.db, { ...contact, importId: confirmed, email: newAddress() });
    const others = [later, left, await app.addImport(email), await app.addImport(newAddress())];
    const listed = async (importId: string) =>
      (await readImportHistory(database.db, 'live', importId))?.messages.map(({ event, state }) => `${event} ${state}`);
    for (const importId of [...imports, confirmed]) expect(await listed(importId)).toContain('send_link pending');
    for (const importId of others) expect(await listed(importId)).not.toContain('send_link pending');
    const found = async (search: string) =>
      (await listMessages(database.db, { states: [], search, limit: 10 })).map(({ event }) => event);
    expect(await found(confirmed)).toContain('send_link');
    expect(await found(later)).not.toContain('send_link');
  });

  test('answers and does the same for an unknown address', async () => {
    const known = newAddress();
    await app.addImport(known);
    const unknown = newAddress();
    const record = createStatementRecorder(database);
    const ask = (email: string) => requestLinks(deps, { caller: newCaller(), email, language: null, website: '' });
    const ofKnown = await record(async () => expect(await ask(known)).toBe('sent'));
    const ofUnknown = await record(async () => expect(await ask(unknown)).toBe('sent'));
    expect(ofKnown).toEqual(ofUnknown);
    expect(JSON.stringify(await database.db.select().from(outboxEvents))).not.toContain('acme.example');
    // The job does more for a known address, so it leaves time for the response.
    await expandEvents(deps, new AbortController().signal);
    expect(await linksTo(known)).toEqual([]);
    await app.makeEventsDue();
    await expandEvents(deps, new AbortController().signal);
    expect(await linksTo(known)).toHaveLength(1);
    expect(await messagesTo(unknown)).toEqual([]);
    expect((await database.db.select().from(outboxEvents)).filter(({ kind }) => kind === 'send_links')).toEqual([]);
  });

  test('sends three a day, with the same answer after that', async () => {
    const email = newAddress();
    await app.addImport(email);
    for (let n = 0; n < 5; n += 1) expect(await request(email)).toBe('sent');
    expect(await linksTo(email)).toHaveLength(3);
  });

  test('turns away bots, floods of one client and what is not an address', async () => {
    const email = newAddress();
    await app.addImport(email);
    expect(await request(email, { website: 'https://spam.example' })).toBe('busy');
    expect(await request('ops@acme.example, other@acme.example')).toBe('invalid');
    expect(await linksTo(email)).toEqual([]);
    const caller = newCaller();
    const results = [];
    for (let n = 0; n < 8; n += 1) results.push(await request(newAddress(), { caller }));
    expect(results.filter((result) => result === 'busy')).toHaveLength(2);
  });

  test('leaves out migrations that the customer unsubscribed from or replaced', async () => {
    const email = newAddress();
    const [kept, left] = [await app.addImport(email), await app.addImport(email)];
    const token = tokenIn(issueUnsubscribeLinks(deps, { importId: left, email }).unsubscribe, 'unsubscribe');
    await unsubscribe(deps, { caller: newCaller(), token });
    await request(email);
    const [message] = await linksTo(email);
    expect(importsIn(message ? app.readMail(message).text : '')).toMatchObject([{ importId: kept }]);
    expect(message?.importId).toBe(kept);
    // Another address is used now, so this one is still unsubscribed.
    const other = newAddress();
    const confirmed = { email: other, source: 'staff', confirmedAt: app.clock.now() } as const;
    const row = await app.readRow(left);
    if (!row) throw new Error('no contact');
    await saveContact(deps.database.db, { ...row, ...confirmed });
    await app.clock.advance(86_400_000);
    await request(email);
    expect((await linksTo(email)).map(({ importId }) => importId)).toEqual([kept, kept]);
  });

  test('sends nothing without mail', async () => {
    const email = newAddress();
    await app.addImport(email);
    const off = { ...deps, mail: { mode: 'off', from: null } as const };
    expect(await requestLinks(off, { caller: newCaller(), email, language: null, website: '' })).toBe('sent');
    await app.makeEventsDue();
    await expandEvents(deps, new AbortController().signal);
    expect(await linksTo(email)).toEqual([]);
  });
});
