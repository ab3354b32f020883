import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { staffCaller } from '../../sponsorship/testing/staff-caller';
import { issueMigrationToken } from '../../start/customer-links';
import { revokeCustomerLinks } from '../../start/revoke-customer-links';
import { listBouncedAddresses, recordBounce, recordReturned } from '../../store/outbox/contacts';
import type { OutboxMessageRow } from '../../store/outbox/messages';
import { creationAttempts } from '../../store/schema/creation-attempts';
import { outboxMessages } from '../../store/schema/outbox';
import { startLinks } from '../../store/schema/start-links';
import { openTestDatabase } from '../../store/testing/open-test-database';
import { confirmContact } from '../contacts/confirm-contact';
import { issueConfirmLink, issueUnsubscribeLinks } from '../contacts/contact-links';
import { setContact } from '../contacts/set-contact';
import { unsubscribe } from '../contacts/unsubscribe';
import { findObstacles } from '../customers/find-obstacles';
import { expandEvents } from '../expand-events';
import { resendMessage } from '../log/resend-message';
import { customerCaller, openContacts, tokenIn } from '../testing/open-contacts';
import { requestLinks } from './request-links';
import { sendLink } from './send-link';

const database = await openTestDatabase();
const app = openContacts(database);
const { deps, clock } = app;
const { db } = database;
const expand = () => expandEvents(deps, new AbortController().signal);
beforeAll(expand);
afterAll(() => database.close());

const ines = staffCaller('Ines', 'agent');
const newAddress = () => `ops-${randomUUID().slice(0, 8)}@acme.example`;
let host = 0;
const newCaller = () => ({ ...customerCaller, address: `198.51.100.${(host += 1)}` });
const findMessage = async (event: string, recipient: string): Promise<OutboxMessageRow> => {
  const found = (await app.listMessages()).find((row) => row.event === event && row.recipient === recipient);
  if (!found) throw new Error(`no ${event}`);
  return found;
};
const obstacleOf = async (message: OutboxMessageRow) =>
  (await findObstacles(deps, db, [message])).obstacles.get(message.id);
const setAddress = async (importId: string, email: string) => {
  await clock.advance(1000);
  await setContact(deps, { caller: ines, importId, email });
};
const confirm = (importId: string, email: string) =>
  confirmContact(deps, {
    caller: customerCaller,
    token: tokenIn(issueConfirmLink(deps, { importId, email }), 'confirm'),
  });
const leave = (importId: string, email: string) =>
  unsubscribe(deps, {
    caller: customerCaller,
    token: tokenIn(issueUnsubscribeLinks(deps, { importId, email }).unsubscribe, 'unsubscribe'),
  });
const bounce = (importId: string, recipient: string) =>
  recordBounce(db, { importId, recipient, reason: '550', at: clock.now() });
async function revokeStartLink(importId: string) {
  const id = randomUUID();
  const at = clock.now();
  const common = { username: 'acme', oneUse: false, createdBy: 'Ada' };
  await db.insert(startLinks).values({ ...common, id, createdAt: at, expiresAt: at, revokedAt: at });
  await db.update(creationAttempts).set({ linkId: id }).where(eq(creationAttempts.importId, importId));
}
/** A link that was asked for on the page of a migration with a confirmed address. */
async function askForLink(enteredBy: 'staff' | 'customer' = 'staff') {
  const email = newAddress();
  const atStart = enteredBy === 'customer' ? { contactEmail: email } : {};
  const importId = await app.addImport(`user-${randomUUID()}`, atStart);
  await expand();
  if (enteredBy === 'staff') await setAddress(importId, email);
  await confirm(importId, email);
  const linkToken = issueMigrationToken(deps, importId);
  expect(await sendLink(deps, { caller: newCaller(), linkToken, email: '', language: 'en' })).toBe('sent');
  const message = await findMessage('send_link', email);
  expect(await obstacleOf(message)).toBeUndefined();
  return { importId, email, message };
}
/** A customer who was asked to confirm the address they entered. */
async function askForConfirmation() {
  const email = newAddress();
  const importId = await app.addImport(`user-${randomUUID()}`, { contactEmail: email });
  await expand();
  const message = await findMessage('confirm_address', email);
  expect(await obstacleOf(message)).toBeUndefined();
  return { importId, email, message };
}
/** One e-mail with the links of two migrations, which anyone can ask for at the start page. */
async function askForLinks() {
  const email = newAddress();
  const [first, second] = [await app.addImport(email), await app.addImport(email)];
  await requestLinks(deps, { caller: newCaller(), email, language: 'en', website: '' });
  await app.makeEventsDue();
  await expand();
  const message = await findMessage('send_link', email);
  expect([message.importId, await obstacleOf(message)]).toEqual([null, undefined]);
  return { first, second, email, message };
}

test('a link is not sent to a customer who unsubscribed since, nor to an address that was returned or changed', async () => {
  const left = await askForLink();
  await leave(left.importId, left.email);
  expect(await obstacleOf(left.message)).toBe('unsubscribed');
  const returned = await askForLink();
  await bounce(returned.importId, returned.email);
  expect(await obstacleOf(returned.message)).toBe('bounced');
  const changed = await askForLink();
  await setAddress(changed.importId, newAddress());
  expect(await obstacleOf(changed.message)).toBe('other_address');
  const revoked = await askForLink('customer');
  await revokeStartLink(revoked.importId);
  expect(await obstacleOf(revoked.message)).toBe('revoked');
});

test('an address that staff entered still gets links after the start link was revoked', async () => {
  const countLinks = async (email: string) =>
    (await app.listMessages()).filter(({ event, recipient }) => event === 'send_link' && recipient === email).length;
  const ask = async ({ importId, email }: { importId: string; email: string }) => {
    const linkToken = issueMigrationToken(deps, importId);
    const onPage = await sendLink(deps, { caller: newCaller(), linkToken, email: '', language: 'en' });
    const before = await countLinks(email);
    await requestLinks(deps, { caller: newCaller(), email, language: 'en', website: '' });
    await app.makeEventsDue();
    await expand();
    return { onPage, atStart: (await countLinks(email)) - before };
  };
  const [byStaff, byCustomer] = [await askForLink('staff'), await askForLink('customer')];
  for (const { importId } of [byStaff, byCustomer]) await revokeStartLink(importId);
  expect(await obstacleOf(byStaff.message)).toBe('dead_link');
  expect(await ask(byStaff)).toEqual({ onPage: 'sent', atStart: 1 });
  expect(await ask(byCustomer)).toEqual({ onPage: 'unavailable', atStart: 0 });
});

test('a request to confirm an address is not sent when it was returned, changed, confirmed, or its link revoked', async () => {
  const returned = await askForConfirmation();
  await bounce(returned.importId, returned.email);
  expect(await obstacleOf(returned.message)).toBe('bounced');
  const changed = await askForConfirmation();
  await setAddress(changed.importId, newAddress());
  expect(await obstacleOf(changed.message)).toBe('other_address');
  const confirmed = await askForConfirmation();
  await confirm(confirmed.importId, confirmed.email);
  expect(await obstacleOf(confirmed.message)).toBe('untrue');
  const revoked = await askForConfirmation();
  await revokeStartLink(revoked.importId);
  expect(await obstacleOf(revoked.message)).toBe('revoked');
});

test('a link is not sent after all links were revoked, of one migration among several, too', async () => {
  const [one, several] = [await askForLink(), await askForLinks()];
  await clock.advance(1000);
  for (const importId of [one.importId, several.second])
    await revokeCustomerLinks(deps, { caller: ines, environment: 'live', importId });
  expect(await obstacleOf(one.message)).toBe('dead_link');
  expect(await obstacleOf(several.message)).toBe('dead_link');
  await clock.advance(1000);
  const linkToken = issueMigrationToken(deps, one.importId);
  expect(await sendLink(deps, { caller: newCaller(), linkToken, email: '', language: 'en' })).toBe('sent');
  const newer = (await app.listMessages(one.importId)).filter(({ event }) => event === 'send_link').at(-1);
  expect(newer && (await obstacleOf(newer))).toBeUndefined();
});

test('neither is sent or resent after its link has expired', async () => {
  const [link, confirmation] = [await askForLink(), await askForConfirmation()];
  await clock.advance(30 * 86_400_000 - 1);
  expect(await obstacleOf(confirmation.message)).toBeUndefined();
  await clock.advance(1);
  expect(await obstacleOf(confirmation.message)).toBe('expired');
  const { id, nextAt } = confirmation.message;
  await db.update(outboxMessages).set({ state: 'failed' }).where(eq(outboxMessages.id, id));
  const resent = resendMessage(deps, { id, nextAt: nextAt.toISOString(), caller: ines });
  await expect(resent).rejects.toThrow('This message cannot be resent. Its link has expired.');
  expect(await obstacleOf(link.message)).toBeUndefined();
  await clock.advance(150 * 86_400_000);
  expect(await obstacleOf(link.message)).toBe('expired');
});

test('the links of several migrations are not sent after the customer unsubscribed from one of them', async () => {
  const { second, email, message } = await askForLinks();
  await leave(second, email);
  expect(await obstacleOf(message)).toBe('unsubscribed');
});

test('the return of an e-mail with the links of several migrations marks its address', async () => {
  const { email, message } = await askForLinks();
  await recordReturned(db, message, { reason: '550', at: clock.now() });
  expect([...(await listBouncedAddresses(db, [email]))]).toEqual([email]);
  expect(await obstacleOf(message)).toBe('bounced');
});
