import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { maxCallsPerMinute } from '@/lib/auth/api-keys/identify-api-key';
import { compose, type Landfall } from '@/lib/compose';
import { type ApiKey, apiKeysSchema, savedApiKeySchema } from '@/lib/contract/api-keys';
import { silentLog } from '@/lib/core/log';
import { problemSchema } from '@/lib/contract/problem';
import { type RouteId, type RouteRow, routeMatrix } from '@/lib/http/access-matrix';
import { openStaffApp, othersThanAdmins, type StaffApp } from './testing/open-staff-app';

const configuredKey = 'a key of the settings, with 32 letters'.replaceAll(' ', '-');
const unknownId = '0192f2c4-0000-7000-8000-000000000009';

let app: StaffApp;
/** Another instance on the same database. */
let second: Landfall;
beforeAll(async () => {
  app = await openStaffApp({ LANDFALL_API_KEYS: createHash('sha256').update(configuredKey).digest('hex') });
  second = await compose(app.landfall.settings, { log: silentLog });
});
afterAll(async () => {
  await second?.close();
  await app?.close();
});

const execute = (statement: ReturnType<typeof sql>) => app.landfall.database.db.execute(statement);

async function createKey(scope: 'read' | 'create', expiresInDays: number | null = null, name = 'CRM') {
  const response = await app.send('api-keys.create', { body: { name, scope, expiresInDays } });
  expect(response.status).toBe(201);
  const { key, secret } = savedApiKeySchema.parse(await response.json());
  return { key, secret: secret ?? '' };
}

const change = (id: RouteId, key: ApiKey) => app.send(id, { params: { id: key.id } });
const call = (secret: string | null, id: RouteId = 'imports.counts', body?: object, headers = {}) =>
  app.send(id, {
    role: null,
    params: { id: unknownId },
    ...(routeMatrix[id].method !== 'GET' && { body: body ?? {} }),
    headers: { ...(secret !== null && { authorization: `Bearer ${secret}` }), ...headers },
  });
const statusOf = async (...args: Parameters<typeof call>) => (await call(...args)).status;

describe('every route', () => {
  const callers = ['nothing', 'read key', 'create key', 'revoked key', 'expired key'] as const;
  type Caller = (typeof callers)[number];
  const secrets = new Map<Caller, string | null>([['nothing', null]]);
  beforeAll(async () => {
    for (const [caller, scope] of [
      ['read key', 'read'],
      ['create key', 'create'],
      ['revoked key', 'create'],
      ['expired key', 'create'],
    ] as const) {
      const { key, secret } = await createKey(scope, 1);
      secrets.set(caller, secret);
      if (caller === 'revoked key') await change('api-keys.revoke', key);
      if (caller === 'expired key') await execute(sql`update api_keys set expires_at = now() where id = ${key.id}`);
    }
  });

  function expected({ auth, scope }: RouteRow, caller: Caller): 401 | 403 | 'in' {
    // A webhook may have its signature in that header, so others do not matter.
    if (auth === 'public' || auth === 'signature') return 'in';
    if (auth === 'sessionOrKey' && caller === 'create key') return 'in';
    if (auth === 'sessionOrKey' && caller === 'read key') return scope === 'read' ? 'in' : 403;
    if (auth === 'session') return caller === 'read key' || caller === 'create key' ? 403 : 401;
    // Elsewhere a key is not a credential, and some addresses refuse the header.
    return /^(sessionOrKey|operator|probe)$/.test(auth) ? 401 : 403;
  }

  const rows = Object.entries(routeMatrix) as [RouteId, RouteRow][];
  it.each(callers)('called with %s', async (caller) => {
    const withKey = caller !== 'nothing';
    const wrong: unknown[] = [];
    for (const [id, row] of rows) {
      if (!withKey && row.auth !== 'session' && row.auth !== 'sessionOrKey') continue;
      const status = await statusOf(secrets.get(caller) ?? null, id);
      const got = status === 401 || status === 403 ? status : 'in';
      if (got !== expected(row, caller) || status === 500) wrong.push([id, status, expected(row, caller)]);
    }
    expect(wrong).toEqual([]);
  });

  it('is open to sessions where it is open to keys', async () => {
    for (const [id, row] of rows.filter(([, { auth }]) => auth === 'sessionOrKey')) {
      const body = row.method === 'GET' ? {} : { body: {} };
      expect([401, 403], id).not.toContain((await app.send(id, { ...body, params: { id: unknownId } })).status);
    }
  });
});

describe('keys', () => {
  it.each(othersThanAdmins)('are for admins only: %s', async (role) => {
    const body = { name: 'x', scope: 'read', expiresInDays: null };
    for (const [id, sent] of [
      ['api-keys.list', {}],
      ['api-keys.create', { body }],
      ['api-keys.rotate', { params: { id: unknownId } }],
      ['api-keys.revoke', { params: { id: unknownId } }],
    ] as const)
      expect((await app.send(id, { ...sent, role })).status, id).toBe(role === null ? 401 : 403);
  });

  it('need a recent proof of identity to be created, rotated or revoked', async () => {
    const { key } = await createKey('read');
    const setProof = (at: ReturnType<typeof sql>) =>
      execute(sql`update sessions set authenticated_at = ${at} where id = ${app.sessionId}`);
    await setProof(sql`now() - interval '11 minutes'`);
    const body = { name: 'x', scope: 'read', expiresInDays: null };
    for (const response of [
      await app.send('api-keys.create', { body }),
      await change('api-keys.rotate', key),
      await change('api-keys.revoke', key),
    ])
      expect(problemSchema.parse(await response.json()).type).toBe('urn:landfall:problem:reauthentication_required');
    await setProof(sql`now()`);
  });

  it('check their name, scope and expiry', async () => {
    const valid = { name: 'CRM', scope: 'read', expiresInDays: null };
    for (const [field, value] of [
      ['name', ' '],
      ['name', 'x'.repeat(61)],
      ['name', 'two\nlines'],
      ['scope', 'admin'],
      ['expiresInDays', 0],
      ['expiresInDays', 4000],
    ] as const) {
      const response = await app.send('api-keys.create', { body: { ...valid, [field]: value } });
      expect(problemSchema.parse(await response.json())).toMatchObject({ status: 422, errors: [{ field }] });
    }
  });

  it('show their secret once, and only its hash is stored', async () => {
    const { key, secret } = await createKey('create', 30, ' Helpdesk ');
    expect(secret).toMatch(/^lf_[0-9a-f]{56}$/);
    expect(key).toMatchObject({ name: 'Helpdesk', scope: 'create', state: 'active', secretEnd: secret.slice(-4) });
    const days = (new Date(key.expiresAt ?? '').getTime() - new Date(key.createdAt).getTime()) / 86_400_000;
    expect(days).toBe(30);
    const listed = await (await app.send('api-keys.list')).text();
    expect(apiKeysSchema.parse(JSON.parse(listed)).keys.map(({ id }) => id)).toContain(key.id);
    const rows = JSON.stringify(await execute(sql`select * from api_keys`));
    for (const text of [listed, rows]) expect(text).not.toContain(secret);
    expect(listed).not.toContain(createHash('sha256').update(secret).digest('hex'));
  });

  it('are not stored with their secret for an Idempotency-Key', async () => {
    const body = { name: 'Once', scope: 'read', expiresInDays: null };
    const create = () => app.send('api-keys.create', { body, headers: { 'idempotency-key': 'once' } });
    expect(savedApiKeySchema.parse(await (await create()).json()).secret).not.toBeNull();
    const repeated = await create();
    expect([repeated.status, await repeated.text()]).toEqual([409, expect.not.stringContaining('lf_')]);
  });

  it('rejects an altered secret without a query, and an unknown one', async () => {
    const { secret } = await createKey('read');
    const altered = `${secret.slice(0, -1)}${secret.endsWith('0') ? '1' : '0'}`;
    const response = await call(altered);
    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toBe('Bearer');
    expect(await response.text()).toContain('This is not a Landfall API key.');
    expect(await statusOf(secret.toUpperCase())).toBe(401);
    expect(await statusOf('lf_')).toBe(401);
  });

  it('keep the old secret for a day after a rotation, and none longer', async () => {
    const { key, secret: first } = await createKey('read');
    const rotate = async () => savedApiKeySchema.parse(await (await change('api-keys.rotate', key)).json());
    const { secret: newest, key: rotated } = await rotate();
    expect(rotated.oldSecretUntil).not.toBeNull();
    expect([await statusOf(first), await statusOf(newest ?? '')]).toEqual([200, 200]);
    await execute(sql`update api_keys set old_secret_until = now() where id = ${key.id}`);
    expect([await statusOf(first), await statusOf(newest ?? '')]).toEqual([401, 200]);
    const { secret: third } = await rotate();
    expect([await statusOf(first), await statusOf(newest ?? ''), await statusOf(third ?? '')]).toEqual([401, 200, 200]);
  });

  it('keep the old secret until its end when they are rotated again, also by two admins at once', async () => {
    const { key, secret: inUse } = await createKey('read');
    const rotate = async () => savedApiKeySchema.parse(await (await change('api-keys.rotate', key)).json());
    const rotated = await Promise.all([rotate(), rotate(), rotate()]);
    const listed = apiKeysSchema.parse(await (await app.send('api-keys.list')).json()).keys;
    const newest = rotated.filter(({ secret }) =>
      secret?.endsWith(listed.find(({ id }) => id === key.id)?.secretEnd ?? ''),
    );
    expect(newest).toHaveLength(1);
    for (const { secret } of rotated)
      expect(await statusOf(secret ?? '')).toBe(secret === newest[0]?.secret ? 200 : 401);
    expect(new Set(rotated.map(({ key: { oldSecretUntil } }) => oldSecretUntil)).size).toBe(1);
    expect(await statusOf(inUse)).toBe(200);
  });

  it('end at once on every instance when they are revoked, with both secrets', async () => {
    const { key, secret } = await createKey('read');
    const { secret: newest } = savedApiKeySchema.parse(await (await change('api-keys.rotate', key)).json());
    expect(await second.auth.identifyKey(secret)).toMatchObject({ id: key.id, scope: 'read' });
    expect((await change('api-keys.revoke', key)).status).toBe(200);
    for (const one of [secret, newest ?? '']) {
      await expect(second.auth.identifyKey(one)).rejects.toMatchObject({ code: 'unauthenticated' });
      expect(await statusOf(one)).toBe(401);
    }
    expect((await change('api-keys.revoke', key)).status).toBe(409);
    expect((await change('api-keys.rotate', key)).status).toBe(409);
    expect((await app.send('api-keys.rotate', { params: { id: unknownId } })).status).toBe(404);
  });

  it('are limited by the minute over all instances', async () => {
    const { key, secret } = await createKey('read');
    const setCalls = (calls: number, ago = '0 seconds') =>
      execute(sql`update api_keys set calls = ${calls}, last_used_at = now() - ${ago}::interval where id = ${key.id}`);
    await setCalls(maxCallsPerMinute - 10);
    const identity = await second.auth.identifyKey(secret);
    const others = Array.from({ length: 15 }, () =>
      second.auth.limitKey(identity).then(
        () => 200,
        () => 429,
      ),
    );
    const all = await Promise.all([...others, ...Array.from({ length: 15 }, () => statusOf(secret))]);
    expect(all.filter((status) => status === 200)).toHaveLength(10);
    const refused = await call(secret);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(50);
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60);
    for (const id of ['start-links.create', 'staff.list'] as const) expect(await statusOf(secret, id), id).toBe(429);
    await setCalls(maxCallsPerMinute, '61 seconds');
    expect(await statusOf(secret)).toBe(200);
  });

  it('shows when a key was last used, to the minute and also if the call was refused', async () => {
    const { key, secret } = await createKey('read');
    const lastUse = async () =>
      apiKeysSchema.parse(await (await app.send('api-keys.list')).json()).keys.find(({ id }) => id === key.id)
        ?.lastUsedAt;
    expect(await lastUse()).toBeNull();
    expect(await statusOf(secret, 'start-links.create')).toBe(403);
    const first = await lastUse();
    expect(first).not.toBeNull();
    await call(secret);
    expect(await lastUse()).toBe(first);
  });
});

describe('a key is not a person', () => {
  it('gains nothing from a cookie, and a cookie nothing from it', async () => {
    const { secret } = await createKey('read');
    const activity = () => execute(sql`select last_active_at from sessions where id = ${app.sessionId}`);
    await execute(sql`update sessions set last_active_at = now() - interval '1 hour' where id = ${app.sessionId}`);
    const before = JSON.stringify(await activity());
    const both = (id: RouteId, key: string) =>
      app.send(id, {
        headers: { authorization: `Bearer ${key}` },
        ...(routeMatrix[id].method !== 'GET' && { body: {} }),
      });
    // The admin may do all of it without the key.
    expect((await both('start-links.create', secret)).status).toBe(403);
    expect((await both('imports.counts', `${secret.slice(0, -1)}x`)).status).toBe(401);
    expect((await both('staff.list', secret)).status).toBe(403);
    expect((await both('imports.counts', secret)).status).toBe(200);
    expect(JSON.stringify(await activity())).toBe(before);
    expect(await (await app.send('staff.list')).text()).not.toContain('CRM');
  });

  it('gets an error for a misspelt or empty filter instead of every customer', async () => {
    const { secret } = await createKey('read');
    const list = (search: string, role: 'admin' | null) =>
      app.send('imports.list', {
        role,
        query: `?${search}`,
        ...(role === null && { headers: { authorization: `Bearer ${secret}` } }),
      });
    const refused = await list('user=ada@acme.example', null);
    expect(refused.status).toBe(422);
    expect(problemSchema.parse(await refused.json()).errors).toEqual([
      { field: 'user', message: 'Is not a parameter of this address' },
    ]);
    for (const empty of [
      'destination_username=',
      'destination_username=+',
      'username=',
      'status=',
      'tag=,',
      'tag=vip&tag=',
      'q',
      'env=',
    ]) {
      const field = empty.split(/[&=]/)[0];
      const { status, errors } = problemSchema.parse(await (await list(empty, null)).json());
      expect([status, errors], empty).toEqual([422, [{ field, message: 'Must not be empty' }]]);
    }
    expect((await list('q=ada&limit=1&env=live', null)).status).toBe(200);
    expect((await list('user=ada@acme.example&tag=', 'admin')).status).toBe(200);
  });

  it('gets no link for a customer in the sandbox, which has none', async () => {
    const { secret } = await createKey('create');
    const sandbox = { 'x-landfall-environment': 'sandbox' };
    for (const id of ['start-links.create', 'imports.customer-link'] as const) {
      const response = await call(secret, id, { username: 'ops@acme.example' }, sandbox);
      const detail = 'The sandbox has no customers.';
      expect(problemSchema.parse(await response.json()), id).toMatchObject({ status: 404, detail });
    }
  });

  it('does not decide about money, also not by creating an import', async () => {
    const { secret } = await createKey('create');
    const body = { source_tool: 'Zendesk', destination_username: 'ops@acme.example' };
    for (const more of [{ start_full: true }, { replaces: unknownId }]) {
      const response = await call(secret, 'imports.create', { ...body, ...more });
      expect(problemSchema.parse(await response.json())).toMatchObject({ status: 403 });
    }
    const accepted = await call(secret, 'imports.accept', { reason: '' });
    expect(problemSchema.parse(await accepted.json())).toMatchObject({
      status: 403,
      detail: 'API keys cannot do this. Staff do it in Landfall.',
    });
  });

  it('is the actor in the audit log, also of what it may not do', async () => {
    const { key: payer, secret: payerSecret } = await createKey('create', null, 'Payer');
    const paid = { source_tool: 'Zendesk', destination_username: 'ops@acme.example', start_full: true };
    expect(await statusOf(payerSecret, 'imports.create', paid)).toBe(403);
    const { key, secret } = await createKey('create', null, 'Audited');
    const { key: reader, secret: readSecret } = await createKey('read', null, 'Reader');
    const link = await call(secret, 'start-links.create', { username: 'ops@acme.example' });
    expect(link.status).toBe(201);
    expect(await statusOf(readSecret, 'start-links.create', {})).toBe(403);
    await change('api-keys.revoke', key);
    const text = await (await app.send('audit.list')).text();
    expect(text).toContain(`key Audited (${key.id.slice(0, 8)})`);
    for (const { id, name } of [reader, payer]) expect(text).toContain(`key ${name} (${id.slice(0, 8)})`);
    expect(text).toContain('A key cannot use start_full');
    for (const action of ['api_key.created', 'api_key.revoked', 'access.refused']) expect(text).toContain(action);
    expect(text).not.toContain(secret);
  });
});

it('keys of LANDFALL_API_KEYS still create start links, and nothing else', async () => {
  expect(await statusOf(configuredKey, 'start-links.create', { username: 'ops@acme.example' })).toBe(201);
  const other = await call(configuredKey, 'imports.list');
  expect(other.status).toBe(403);
  expect(await other.text()).toContain('LANDFALL_API_KEYS');
  await execute(sql`insert into throttle_hits (id, bucket, at)
    select gen_random_uuid(), bucket, at from throttle_hits, generate_series(2, ${maxCallsPerMinute}) where bucket like 'key %'`);
  const limited = await call(configuredKey, 'start-links.create', { username: 'ops@acme.example' });
  expect(limited.status).toBe(429);
  expect(await statusOf(configuredKey, 'imports.list')).toBe(429);
  expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(30);
});
