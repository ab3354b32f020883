import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Caller } from '../../contract/caller';
import { staffCaller } from '../../sponsorship/testing/staff-caller';
import { issueMigrationToken } from '../../start/customer-links';
import { openMigrationLink } from '../../start/open-migration-link';
import { revokeCustomerLinks } from '../../start/revoke-customer-links';
import { searchAudit } from '../../store/events/audit';
import { openTestDatabase } from '../../store/testing/open-test-database';
import { confirmContact, openConfirmation } from '../contacts/confirm-contact';
import { findContacts } from '../contacts/find-contacts';
import { setContact } from '../contacts/set-contact';
import { expandEvents } from '../expand-events';
import { openContacts, tokenIn } from '../testing/open-contacts';
import { requestLinks } from './request-links';
import { sendLink } from './send-link';

const database = await openTestDatabase();
const app = openContacts(database);
const { deps, clock } = app;
const { signal } = new AbortController();
beforeAll(() => expandEvents(deps, signal));
afterAll(() => database.close());

const ines = staffCaller('Ines', 'agent');
const newAddress = () => `holder-${randomUUID().slice(0, 8)}@other.example`;
let host = 0;
const newCaller = (): Caller => ({
  actor: { kind: 'stranger' },
  address: `198.51.100.${(host += 1)}`,
  requestId: 'test',
});
const messagesTo = async (recipient: string) => (await app.listMessages()).filter((row) => row.recipient === recipient);
const enter = (linkToken: string, email: string) =>
  sendLink(deps, { caller: newCaller(), linkToken, email, language: 'en' });
async function confirmationFor(email: string) {
  const asked = (await messagesTo(email)).find(
    ({ event, state }) => event === 'confirm_address' && state === 'pending',
  );
  return tokenIn(asked ? app.readMail(asked).text : '', 'confirm');
}
const confirm = (token: string) => confirmContact(deps, { caller: newCaller(), token });
const findContact = async (importId: string) =>
  (await findContacts(database.db, [{ importId, username: 'acme' }])).get(importId);
async function revokeAll(importId: string) {
  await clock.advance(60_000);
  await revokeCustomerLinks(deps, { caller: ines, environment: 'live', importId });
  await clock.advance(60_000);
}
/** Requests links as on the start page, then runs the job. */
async function linksSentTo(email: string) {
  await requestLinks(deps, { caller: newCaller(), email, language: 'en', website: '' });
  await app.makeEventsDue();
  await expandEvents(deps, signal);
  return (await messagesTo(email)).filter(({ event }) => event === 'send_link');
}

test('revoking all links ends the access of a holder who entered and confirmed an address', async () => {
  const importId = await app.addImport('acme');
  const [leaked, email] = [issueMigrationToken(deps, importId), newAddress()];
  expect(await enter(leaked, email)).toBe('confirm');
  const token = await confirmationFor(email);
  expect(await confirm(token)).toMatchObject({ kind: 'confirmed' });
  await revokeAll(importId);
  expect((await openMigrationLink(deps, leaked)).ok).toBe(false);
  expect(await linksSentTo(email)).toEqual([]);
  // No e-mails about changes either, and the earlier confirmation e-mail does not bring it back.
  expect(await findContact(importId)).toEqual({ problem: 'none' });
  expect(await confirm(token)).toEqual({ kind: 'broken' });
  const entries = await searchAudit(database.db, {}, { limit: 10 });
  expect(entries).toContainEqual(
    expect.objectContaining({ action: 'contact.changed', before: { email }, after: { email: null } }),
  );
});

test('an address that waits for confirmation, or was entered at the start, is forgotten as well', async () => {
  const entered = await app.addImport('acme');
  const waiting = newAddress();
  await enter(issueMigrationToken(deps, entered), waiting);
  const token = await confirmationFor(waiting);
  await revokeAll(entered);
  expect(await openConfirmation(deps, token)).toEqual({ kind: 'broken' });

  // Its confirmation e-mail is not written before the job runs.
  const contactEmail = newAddress();
  const started = await app.addImport('acme', { contactEmail });
  await revokeAll(started);
  await expandEvents(deps, signal);
  expect(await findContact(started)).toEqual({ problem: 'none' });
  expect(await messagesTo(contactEmail)).toEqual([]);
});

test('an address is forgotten although staff changed its language', async () => {
  const [importId, email] = [await app.addImport('acme'), newAddress()];
  await enter(issueMigrationToken(deps, importId), email);
  await confirm(await confirmationFor(email));
  await setContact(deps, { caller: ines, importId, email, language: 'fr' });
  await revokeAll(importId);
  expect(await findContact(importId)).toEqual({ problem: 'none' });
});

test('an address that an API key gave for a new import is not said to be entered by the customer, and stays', async () => {
  const contactEmail = newAddress();
  const importId = await app.addImport('acme', { contactEmail, by: 'key shop' });
  await revokeAll(importId);
  await expandEvents(deps, signal);
  const [asked] = await messagesTo(contactEmail);
  expect(asked && app.readMail(asked).text).toContain('Northdesk entered this address,');
  await confirm(await confirmationFor(contactEmail));
  await revokeAll(importId);
  expect(await findContact(importId)).toMatchObject({ email: contactEmail });
});

test('an address that staff entered stays, and its customer can ask for a new link', async () => {
  const [importId, email] = [await app.addImport('acme'), newAddress()];
  await setContact(deps, { caller: ines, importId, email });
  await confirm(await confirmationFor(email));
  await revokeAll(importId);
  expect(await findContact(importId)).toMatchObject({ email });
  const [message] = await linksSentTo(email);
  const link = /\/m\/([\w-]+)/.exec(message ? app.readMail(message).text : '')?.[1] ?? '';
  expect((await openMigrationLink(deps, link)).ok).toBe(true);
});
