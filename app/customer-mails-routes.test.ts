import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mailPreviewSchema, mailSettingsSchema, mailTestSchema } from '@/lib/contract/customer-mails';
import { problemSchema } from '@/lib/contract/problem';
import type { Role } from '@/lib/contract/roles';
import type { RouteId } from '@/lib/http/access-matrix';
import { observe } from '@/lib/imports/observations/observe';
import { openStaffApp, othersThanAdmins, type StaffApp } from './testing/open-staff-app';

const draft = { event: 'undone', language: 'en', template: { subject: 'Hi', text: 'Bye\n\n{link}' } };

describe('e-mails to customers', () => {
  let app: StaffApp;
  beforeAll(async () => {
    app = await openStaffApp();
  });
  afterAll(() => app?.close());

  const call = async (id: RouteId, role: Role | null, body?: object) => {
    const response = await app.send(id, { role, body });
    return { status: response.status, answer: (await response.json()) as unknown };
  };
  const read = async () => mailSettingsSchema.parse((await call('customer-mails.read', 'admin')).answer);

  it.each(othersThanAdmins)('are for admins only: %s', async (role) => {
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

  it('have no address in the sandbox, also not that of the live import with the same id', async () => {
    const about = { username: 'ada@acme.example' };
    await observe(app.landfall.imports.observer, {
      ...{ environment: 'live', importId: '7', source: 'lookup', status: null, seenAt: new Date(), about },
    });
    const contact = async (id: RouteId, environment: string) => {
      const headers = { 'x-landfall-environment': environment };
      const body = id === 'imports.set-contact' ? { email: 'other@acme.example' } : undefined;
      return app.send(id, { params: { id: '7' }, headers, body });
    };
    for (const id of ['imports.contact', 'imports.set-contact'] as const)
      expect((await contact(id, 'sandbox')).status, id).toBe(404);
    expect(await (await contact('imports.contact', 'live')).json()).toMatchObject({ email: 'ada@acme.example' });
  });
});

it('sends a test message to the admin who is signed in', async () => {
  const app = await openStaffApp({ SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'mail@partner.example' });
  try {
    const body = { ...draft, recipient: 'someone@else.example' };
    const answer: unknown = await (await app.send('customer-mails.test', { body })).json();
    expect(mailTestSchema.parse(answer)).toEqual({ recipient: app.staff.email, mode: 'smtp' });
  } finally {
    await app.close();
  }
});
