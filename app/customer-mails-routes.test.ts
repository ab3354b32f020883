import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mailPreviewSchema, mailSettingsSchema, mailTestSchema } from '@/lib/contract/customer-mails';
import { problemSchema } from '@/lib/contract/problem';
import { roles, type Role } from '@/lib/contract/roles';
import { routeMatrix, type RouteId } from '@/lib/http/access-matrix';
import { createSession } from './testing/create-session';
import { openTestApp, publicOrigin } from './testing/open-test-app';

const draft = { event: 'undone', language: 'en', template: { subject: 'Hi', text: 'Bye\n\n{link}' } };

describe('e-mails to customers', () => {
  let app: Awaited<ReturnType<typeof openTestApp>>;
  const cookies = new Map<Role, string>();
  beforeAll(async () => {
    app = await openTestApp();
    for (const role of roles) {
      const { cookie } = role === 'admin' ? app : await createSession(app.landfall, app.nextAuthSecret, role);
      cookies.set(role, cookie);
    }
  });
  afterAll(() => app?.close());

  const call = async (id: RouteId, role: Role | null, body?: object) => {
    const { method, path } = routeMatrix[id];
    const request = new Request(`${publicOrigin}${path}`, {
      method,
      headers: {
        host: 'localhost:3000',
        origin: publicOrigin,
        'content-type': 'application/json',
        ...(role && { cookie: cookies.get(role) ?? '' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const response = await app.handlers.get(id)?.(request, { params: Promise.resolve({}) });
    return { status: response?.status, answer: JSON.parse((await response?.text()) ?? '') as unknown };
  };
  const read = async () => mailSettingsSchema.parse((await call('customer-mails.read', 'admin')).answer);

  it.each([null, ...roles.filter((role) => role !== 'admin')])('are for admins only: %s', async (role) => {
    for (const [id, body] of [
      ['customer-mails.read', undefined],
      ['customer-mails.save', { ...(await read()), basedOn: 0 }],
      ['customer-mails.preview', draft],
      ['customer-mails.test', draft],
    ] as const)
      expect((await call(id, role, body)).status, id).toBe(role === null ? 401 : 403);
  });

  it('are saved once per version', async () => {
    const { version, ...settings } = await read();
    const body = { ...settings, enabled: { ...settings.enabled, undone: false }, basedOn: version };
    const saved = await call('customer-mails.save', 'admin', body);
    expect(mailSettingsSchema.parse(saved.answer)).toMatchObject({ version: version + 1, enabled: { undone: false } });
    expect((await call('customer-mails.save', 'admin', body)).status).toBe(409);
  });

  it('are refused with the field that is wrong', async () => {
    const { version, enabled, templates } = await read();
    const wrong = { ...templates.de, undone: { subject: '{note}', text: 'Ohne Link' } };
    const body = { enabled, templates: { ...templates, de: wrong }, basedOn: version };
    const { status, answer } = await call('customer-mails.save', 'admin', body);
    expect(status).toBe(422);
    expect(problemSchema.parse(answer).errors).toEqual([
      { field: 'templates.de.undone.subject', message: '{note} is not allowed here. Allowed: {partner}, {tool}' },
      { field: 'templates.de.undone.text', message: 'Add {link}, so that customers find their page' },
    ]);
    expect((await read()).version).toBe(version);
  });

  it('are previewed, and not sent as a test while e-mails are off', async () => {
    const preview = mailPreviewSchema.parse((await call('customer-mails.preview', 'admin', draft)).answer);
    expect(preview).toMatchObject({ subject: 'Hi', text: expect.stringContaining('Bye') });
    const wrong = { ...draft, template: { subject: 'Hi', text: '{nothing}' } };
    expect((await call('customer-mails.preview', 'admin', wrong)).status).toBe(422);
    expect((await call('customer-mails.test', 'admin', draft)).status).toBe(409);
  });
});

it('sends a test message to the admin who is signed in', async () => {
  const app = await openTestApp({ SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'mail@partner.example' });
  try {
    const request = new Request(`${publicOrigin}/api/customer-mails/test`, {
      method: 'POST',
      headers: { host: 'localhost:3000', origin: publicOrigin, 'content-type': 'application/json', cookie: app.cookie },
      body: JSON.stringify({ ...draft, recipient: 'someone@else.example' }),
    });
    const response = await app.handlers.get('customer-mails.test')?.(request, { params: Promise.resolve({}) });
    const answer: unknown = await response?.json();
    expect(mailTestSchema.parse(answer)).toEqual({ recipient: app.staff.email, mode: 'smtp' });
  } finally {
    await app.close();
  }
});
