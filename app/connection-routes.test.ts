import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectionSetupSchema } from '@/lib/contract/connection';
import { problemSchema } from '@/lib/contract/problem';
import type { Role } from '@/lib/contract/roles';
import type { RouteId } from '@/lib/http/access-matrix';
import { openStaffApp, othersThanAdmins, type StaffApp } from './testing/open-staff-app';

const entered = {
  basedOn: 0,
  service: { url: 'https://service.example/api/v2.1', token: 'canary-token-of-the-service' },
  webhookSecret: 'canary secret of the webhooks',
};

/** What the environment sets, and which fields it therefore keeps from being saved. */
const environments: [string, Record<string, string>, string[]][] = [
  ['nothing', { SERVICE_URL: '', SERVICE_TOKEN: '' }, []],
  ['the service', {}, ['url']],
  ['the service and the secret', { WEBHOOK_SECRET: 'a configured webhook secret' }, ['url', 'webhookSecret']],
];

describe.each(environments)('with %s in the environment', (_name, environment, refused) => {
  let app: StaffApp;
  beforeAll(async () => {
    app = await openStaffApp(environment);
  });
  afterAll(() => app?.close());

  const call = async (id: RouteId, role: Role | null, body?: object) => {
    const response = await app.send(id, { role, body });
    return { status: response.status, text: await response.text() };
  };

  it.each(othersThanAdmins)('is for admins only: %s', async (role) => {
    for (const [id, body] of [
      ['connection.read', undefined],
      ['connection.save', entered],
      ['connection.examine', { service: entered.service }],
      ['connection.test-webhook', {}],
      ['connection.go-live', { version: 0 }],
    ] as const)
      expect((await call(id, role, body)).status, id).toBe(role === null ? 401 : 403);
  });

  it('saves what the environment does not set, and returns no secret', async () => {
    const saved = await call('connection.save', 'admin', entered);
    if (refused.length > 0) {
      const problem = problemSchema.parse(JSON.parse(saved.text));
      expect([problem.status, problem.errors.map(({ field }) => field)]).toEqual([422, refused]);
    } else expect(saved.status).toBe(200);
    const read = await call('connection.read', 'admin');
    const { form, mayGoLive } = connectionSetupSchema.parse(JSON.parse(read.text));
    expect([form.version, form.hasToken, mayGoLive]).toEqual(refused.length > 0 ? [0, false, false] : [1, true, false]);
    expect(form.sources.service).toBe(refused.length > 0 ? 'environment' : 'stored');
    expect(saved.text + read.text).not.toContain('canary');
  });

  it('does not go live outside the demo', async () => {
    expect((await call('connection.go-live', 'admin', { version: refused.length > 0 ? 0 : 1 })).status).toBe(409);
  });
});
