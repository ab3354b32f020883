import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RouteId, type RouteRow, routeMatrix } from '@/lib/http/access-matrix';
import { observe } from '@/lib/imports/observations/observe';
import { issueConfirmLink, issueUnsubscribeLinks } from '@/lib/outbox/contacts/contact-links';
import { findContacts } from '@/lib/outbox/contacts/find-contacts';
import { setContact } from '@/lib/outbox/contacts/set-contact';
import { issueMigrationToken } from '@/lib/start/customer-links';
import { staffCaller } from '@/lib/sponsorship/testing/staff-caller';
import { openTestApp, publicOrigin } from './testing/open-test-app';
import { answerOf, preparePage } from './testing/prepare-page';

const username = 'ada@example.com';
let app: Awaited<ReturnType<typeof openTestApp>>;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app?.close());

async function addImport(): Promise<string> {
  const importId = randomUUID();
  await observe(app.landfall.imports.observer, {
    environment: 'live',
    importId,
    source: 'lookup',
    status: 'In preparation',
    seenAt: new Date(),
    about: { username, tool: 'Zendesk' },
  });
  return importId;
}

const tokenOf = (link: string) => link.split('/').at(-1) ?? '';
const unsubscribeToken = (importId: string) =>
  tokenOf(issueUnsubscribeLinks(app.landfall.outbox, { importId, email: username }).unsubscribe);
const contactOf = async (importId: string) =>
  (await findContacts(app.landfall.database.db, [{ importId, username }])).get(importId);

/** A request like a mail provider's, unless headers say otherwise: no cookie, no origin. */
function call(id: RouteId, given: { token?: string; body?: string; headers?: Record<string, string> }) {
  const row: RouteRow = routeMatrix[id];
  const handler = app.handlers.get(id);
  if (handler === undefined) throw new Error(`no handler for ${id}`);
  const request = new Request(`${publicOrigin}${row.path.replace('[token]', encodeURIComponent(given.token ?? ''))}`, {
    method: row.method,
    headers: {
      'x-forwarded-for': '203.0.113.9',
      ...(row.method === 'POST' && { 'content-type': 'application/x-www-form-urlencoded' }),
      ...given.headers,
    },
    ...(row.method === 'POST' && { body: given.body ?? '' }),
  });
  return handler(request, { params: Promise.resolve({ token: given.token ?? '' }) });
}
const sameOrigin = { origin: publicOrigin, 'sec-fetch-site': 'same-origin' };
const submit = (id: RouteId, fields: Record<string, string>, headers: Record<string, string> = sameOrigin) =>
  call(id, { body: new URLSearchParams(fields).toString(), headers });

describe('one-click unsubscribing', () => {
  it('takes a post of a mail provider, twice, without a redirect', async () => {
    const importId = await addImport();
    const token = unsubscribeToken(importId);
    for (let times = 0; times < 2; times += 1) {
      const response = await call('contact.one-click', { token, body: 'List-Unsubscribe=One-Click' });
      expect(response.status).toBe(200);
      expect(response.headers.get('set-cookie')).toBeNull();
    }
    expect(await contactOf(importId)).toEqual({ problem: 'unsubscribed' });
  });

  it('takes multipart/form-data, and posts from another site', async () => {
    const importId = await addImport();
    const body = '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n';
    const headers = {
      'content-type': 'multipart/form-data; boundary=x',
      origin: 'https://mail.example',
      'sec-fetch-site': 'cross-site',
    };
    const response = await call('contact.one-click', { token: unsubscribeToken(importId), body, headers });
    expect(response.status).toBe(200);
    expect(await contactOf(importId)).toEqual({ problem: 'unsubscribed' });
  });

  it('changes nothing when a scanner opens or posts to the link', async () => {
    const importId = await addImport();
    const token = unsubscribeToken(importId);
    const opened = await call('contact.open-unsubscribe', { token });
    expect([opened.status, opened.headers.get('location')]).toEqual([303, `/unsubscribe/${token}`]);
    expect((await call('contact.one-click', { token })).status).toBe(400);
    expect((await call('contact.one-click', { token, body: 'x'.repeat(10_000) })).status).toBe(413);
    expect(await contactOf(importId)).toMatchObject({ email: username });
  });

  it('finds nothing for other tokens', async () => {
    const importId = await addImport();
    const confirmToken = tokenOf(issueConfirmLink(app.landfall.outbox, { importId, email: username }));
    for (const token of ['x', confirmToken, 'A'.repeat(8192), 'A'.repeat(20_000), '\u0000', '../start']) {
      const response = await call('contact.one-click', { token, body: 'List-Unsubscribe=One-Click' });
      expect(response.status).toBe(404);
    }
    expect(await contactOf(importId)).toMatchObject({ email: username });
  });
});

describe('the forms', () => {
  it('unsubscribe and undo, and lead back to the page in its language', async () => {
    const importId = await addImport();
    const token = unsubscribeToken(importId);
    const left = await submit('contact.unsubscribe', { token, language: 'de' });
    expect([left.status, left.headers.get('location')]).toEqual([303, `/unsubscribe/${token}?lang=de`]);
    expect(await contactOf(importId)).toEqual({ problem: 'unsubscribed' });
    const undone = await submit('contact.unsubscribe', { token, undo: '1' });
    expect(undone.headers.get('location')).toBe(`/unsubscribe/${token}?undone=1`);
    expect(await contactOf(importId)).toMatchObject({ email: username });
  });

  it('confirm an address', async () => {
    const importId = await addImport();
    const email = 'grace@example.com';
    await setContact(app.landfall.outbox, { caller: staffCaller('Ines', 'agent'), importId, email });
    const token = tokenOf(issueConfirmLink(app.landfall.outbox, { importId, email }));
    const [first, second] = await Promise.all([
      submit('contact.confirm', { token }),
      submit('contact.confirm', { token }),
    ]);
    expect(first.headers.get('location')).toBe(`/confirm/${token}`);
    expect(second.headers.get('location')).toBe(`/confirm/${token}`);
    expect(await contactOf(importId)).toMatchObject({ email });
  });

  it('confirm in the language of the page, and the menu of a page stores it for e-mails', async () => {
    const importId = await addImport();
    const email = 'grace@example.com';
    await setContact(app.landfall.outbox, { caller: staffCaller('Ines', 'agent'), importId, email });
    const token = tokenOf(issueConfirmLink(app.landfall.outbox, { importId, email }));
    await submit('contact.confirm', { token, language: 'fr' });
    expect(await contactOf(importId)).toMatchObject({ email, language: 'fr' });
    const page = `/m/${issueMigrationToken(app.landfall.start, importId)}`;
    await preparePage(`${page}?lang=de`);
    await preparePage(`${page}?setlang=ja`, { method: 'HEAD' });
    expect(await contactOf(importId)).toMatchObject({ email, language: 'fr' });
    expect((await answerOf(`${page}?setlang=ar`)).headers.get('location')).toBe(`${page}?lang=ar`);
    expect(await contactOf(importId)).toMatchObject({ email, language: 'ar' });
  });

  it.each(['contact.confirm', 'contact.unsubscribe'] as const)('%s refuses other sites', async (id) => {
    const importId = await addImport();
    const token = unsubscribeToken(importId);
    const headers = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
    expect((await submit(id, { token }, headers)).status).toBe(403);
    expect((await submit(id, { token }, {})).status).toBe(403);
    expect(await contactOf(importId)).toMatchObject({ email: username });
  });

  it.each(['contact.confirm', 'contact.unsubscribe'] as const)('%s leads a wrong token to the page', async (id) => {
    const response = await submit(id, { token: '../../x?y' });
    expect(response.status).toBe(303);
    expect(response.headers.get('location')).toMatch(/^\/(?:confirm|unsubscribe)\/\.\.%2F\.\.%2Fx%3Fy$/);
  });
});
