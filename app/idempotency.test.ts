import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { compose, type Landfall } from '@/lib/compose';
import { createImportResponseSchema } from '@/lib/contract/imports';
import { LandfallError, ServiceError } from '@/lib/core/errors';
import { silentLog } from '@/lib/core/log';
import { routeMatrix, type RouteId, type RouteRow } from '@/lib/http/access-matrix';
import { createRoute } from '@/lib/http/create-route';
import { created, Reply } from '@/lib/http/reply';
import { closeRequests } from '@/lib/store/sponsorship/full-requests';
import { removeStoredResponses } from '@/lib/store/staff/idempotent-requests';
import { observe } from '@/lib/imports/observations/observe';
import { startSimulator, type RunningSimulator } from '@/simulator/start-simulator';
import { createSession } from './testing/create-session';
import { openStaffApp, type StaffApp } from './testing/open-staff-app';
import { publicOrigin } from './testing/open-test-app';

/** Two instances on one database, each with routes of the test. */
let simulator: RunningSimulator;
let app: StaffApp;
let second: Landfall;
let otherCookie: string;
beforeAll(async () => {
  simulator = await startSimulator({ port: 0, rate: 1000 });
  app = await openStaffApp({ SERVICE_URL: simulator.url, SERVICE_TOKEN: simulator.token });
  second = await compose(app.landfall.settings, { log: silentLog });
  otherCookie = (await createSession(app.landfall, app.nextAuthSecret, 'agent')).cookie;
});
afterAll(async () => {
  await second?.close();
  await app?.close();
  await simulator?.close();
});

const operations: string[] = [];
let answer: () => Promise<unknown>;
beforeEach(() => {
  operations.length = 0;
  answer = () => Promise.resolve('done');
});

const bodySchema = z.object({ name: z.string(), note: z.string().default('') });
function createTestRoute(landfall: () => Landfall, repeatable: boolean, id: RouteId = 'imports.note') {
  return createRoute(() => Promise.resolve(landfall()))(
    {
      id,
      body: bodySchema,
      response: z.object({ name: z.string(), run: z.number(), answer: z.unknown() }),
      ...(repeatable && { repeatable: true }),
    },
    async ({ body, operationId }) => {
      operations.push(operationId);
      const run = operations.length;
      return created({ name: body.name, run, answer: await answer() });
    },
  );
}
const routes = {
  first: createTestRoute(() => app.landfall, false),
  second: createTestRoute(() => second, false),
  repeatable: createTestRoute(() => second, true),
  secret: createTestRoute(() => app.landfall, false, 'api-keys.create'),
};

interface Sent {
  key?: string;
  body?: object;
  cookie?: string;
  on?: keyof typeof routes;
  env?: string;
}
async function send({ key, body = { name: 'Ada' }, cookie = app.cookie, on = 'first', env = 'live' }: Sent) {
  const request = new Request(`${publicOrigin}/api/imports/1/notes`, {
    method: 'POST',
    headers: {
      cookie,
      origin: publicOrigin,
      'content-type': 'application/json',
      'x-landfall-environment': env,
      ...(key !== undefined && { 'idempotency-key': key }),
    },
    body: JSON.stringify(body),
  });
  const response = await routes[on](request, { params: Promise.resolve({ id: '1' }) });
  const text = await response.text();
  return { status: response.status, text, replayed: response.headers.get('idempotency-replayed'), response };
}
const statusOf = async (sent: Sent) => (await send(sent)).status;
const execute = (statement: ReturnType<typeof sql>) => app.landfall.database.db.execute(statement);

describe('the same key', () => {
  it('with the same request gets the same response, on every instance', async () => {
    const key = randomUUID();
    const first = await send({ key });
    expect(first).toMatchObject({ status: 201, replayed: null });
    for (const on of ['first', 'second'] as const) {
      // In another order and with spaces: the parsed input counts.
      const again = await send({ key, on, body: { note: '', name: 'Ada' } });
      expect(again).toMatchObject({ status: 201, text: first.text, replayed: 'true' });
      expect(again.response.headers.get('content-type')).toBe('application/json');
    }
    expect(operations).toHaveLength(1);
    expect(JSON.parse((await send({})).text)).toMatchObject({ run: 2 });
  });

  it('with another request is 422, and with another caller another request', async () => {
    const key = randomUUID();
    await send({ key });
    for (const other of [{ body: { name: 'Bob' } }, { env: 'sandbox' }]) {
      const response = await send({ key, ...other });
      expect(response.status).toBe(422);
      expect(response.text).toContain('was used for another request');
    }
    expect(await send({ key, cookie: otherCookie, body: { name: 'Bob' } })).toMatchObject({
      status: 201,
      replayed: null,
    });
    expect(operations).toHaveLength(2);
  });

  it('at the same time is carried out once over two instances', async () => {
    const key = randomUUID();
    let finish = (_answer: string) => {};
    answer = () => new Promise<string>((resolve) => (finish = resolve));
    const sent = Array.from({ length: 10 }, (_, index) => send({ key, on: index % 2 ? 'first' : 'second' }));
    const running = sent.map(async (response) => {
      const { status, response: given } = await response;
      if (status === 409) expect(Number(given.headers.get('retry-after'))).toBeGreaterThan(0);
      return status;
    });
    // All others are refused before the first has finished.
    let refused = 0;
    await new Promise<void>((resolve) => {
      for (const status of running) void status.then((code) => code === 409 && ++refused === 9 && resolve());
    });
    finish('late');
    expect((await Promise.all(running)).sort()).toEqual([201, ...Array.from({ length: 9 }, () => 409)]);
    expect(operations).toHaveLength(1);
    expect(await send({ key })).toMatchObject({ status: 201, replayed: 'true' });
  });

  it('can be used again after a day, and old ones are removed', async () => {
    const key = randomUUID();
    await send({ key });
    const age = () => execute(sql`update idempotent_requests set created_at = now() - interval '25 hours'`);
    await age();
    expect(await send({ key, body: { name: 'Bob' } })).toMatchObject({ status: 201, replayed: null });
    await age();
    await app.landfall.responses.sweep();
    expect(await app.landfall.database.db.$count(sql`idempotent_requests`)).toBe(0);
  });

  it.each([
    ['nothing', ''],
    ['256 characters', 'x'.repeat(256)],
    ['a space', 'a b'],
    ['other letters', 'ü'],
  ])('has 1 to 255 ASCII characters: %s', async (_what, key) => {
    const response = await send({ key });
    expect(response).toMatchObject({ status: 422 });
    expect(response.text).toContain('"field":"Idempotency-Key"');
    expect(operations).toEqual([]);
  });

  it('may look like SQL or a path', async () => {
    for (const key of ["'||(select/**/1)--", '../../etc/passwd', 'x'.repeat(255)]) {
      expect(await statusOf({ key })).toBe(201);
      expect((await send({ key })).replayed).toBe('true');
    }
  });

  it('means nothing for a read', async () => {
    const list = () => app.send('imports.counts', { headers: { 'idempotency-key': 'x y' } });
    expect((await list()).status).toBe(200);
  });
});

describe('a response with a secret', () => {
  const create = async (name: string, key: string) => {
    const headers = { 'idempotency-key': key };
    const response = await app.send('api-keys.create', { body: { name, scope: 'read', expiresInDays: 90 }, headers });
    return { status: response.status, text: await response.text() };
  };
  const countKeys = () => app.landfall.database.db.$count(sql`api_keys`);

  it('is not sent again, and the request is carried out once', async () => {
    const key = randomUUID();
    const before = await countKeys();
    expect((await create('Shop', key)).status).toBe(201);
    const again = await create('Shop', key);
    expect(again).toMatchObject({ status: 409, text: expect.stringContaining('was sent before') as string });
    expect((await create('Other', key)).status).toBe(422);
    expect(await countKeys()).toBe(before + 1);
  });

  it('is not stored, also while another request with the key waits', async () => {
    const key = randomUUID();
    let finish = (_answer: string) => {};
    answer = () => new Promise<string>((resolve) => (finish = resolve));
    const running = send({ key, on: 'secret' });
    await expect.poll(() => operations.length).toBe(1);
    expect((await send({ key, on: 'secret' })).text).toContain('still running');
    finish('the secret');
    expect((await running).status).toBe(201);
    expect((await send({ key, on: 'secret' })).text).toContain('its response is not stored');
    const [operationId] = operations;
    const stored = sql`idempotent_requests where operation_id = ${operationId} and response_encrypted is not null`;
    expect(await app.landfall.database.db.$count(stored)).toBe(0);
  });
});

describe('every route that changes something', () => {
  const rows: [string, RouteRow][] = Object.entries(routeMatrix);
  const changing = rows.filter(
    ([, { auth, method }]) => method !== 'GET' && (auth === 'session' || auth === 'sessionOrKey'),
  );
  it.each(changing)('is carried out once with a key: %s', async (id, { method, secretResponse }) => {
    let runs = 0;
    const run = createRoute(() => Promise.resolve(app.landfall))({ id: id as RouteId, response: z.object({}) }, () => {
      runs += 1;
      return {};
    });
    const headers = { cookie: app.cookie, origin: publicOrigin, 'idempotency-key': randomUUID() };
    const statusOfRun = async () => {
      const request = new Request(`${publicOrigin}/api/x`, { method, headers });
      return (await run(request, { params: Promise.resolve({}) })).status;
    };
    expect([await statusOfRun(), await statusOfRun()]).toEqual([200, secretResponse ? 409 : 200]);
    expect(runs).toBe(1);
  });

  it('is marked if its response may hold a secret', () => {
    const secrets = ['secret', 'codes', 'recoveryCodes', 'link'];
    // Their secret is always null.
    const without = ['notification-rules.remove-old-secret', 'notification-rules.test', 'api-keys.revoke'];
    const unmarked = changing.filter(([id, { secretResponse }]) => {
      const response = app.handlers.get(id as RouteId)?.spec.response;
      return !secretResponse && response instanceof z.ZodObject && secrets.some((name) => name in response.shape);
    });
    expect(unmarked.map(([id]) => id).sort()).toEqual(without.sort());
  });
});

describe('a request that failed', () => {
  const fail = (error: unknown) => () => Promise.reject(error);
  const service = (workDone: 'no' | 'maybe') => new ServiceError('service_unreachable', { workDone });
  it.each([
    ['a conflict', new LandfallError('conflict'), 409, 'first'],
    ['a conflict on a route that answers with a secret', new LandfallError('conflict'), 409, 'secret'],
    ['a service that was not reached', service('no'), 503, 'first'],
  ] as const)('with %s is carried out when it is sent again', async (_what, error, status, on) => {
    const key = randomUUID();
    answer = fail(error);
    expect(await statusOf({ key, on })).toBe(status);
    answer = () => Promise.resolve('done');
    expect(await send({ key, on, body: { name: 'corrected' } })).toMatchObject({ status: 201, replayed: null });
    expect(new Set(operations).size).toBe(2);
  });

  it('before it began is not remembered', async () => {
    const key = randomUUID();
    expect(await statusOf({ key, body: { name: 1 } })).toBe(422);
    expect(await statusOf({ key, cookie: '' })).toBe(401);
    expect(await send({ key })).toMatchObject({ status: 201, replayed: null });
  });

  it.each([
    ['an unexpected error', new Error('boom'), 500, 'first'],
    ['an unexpected error on a route that answers with a secret', new Error('boom'), 500, 'secret'],
    ['a lost reply of the service', service('maybe'), 503, 'first'],
  ] as const)('with %s has an unknown outcome and is not carried out again', async (_what, error, status, on) => {
    const key = randomUUID();
    answer = fail(error);
    expect(await statusOf({ key, on })).toBe(status);
    const again = await send({ key, on });
    expect(again.status).toBe(409);
    expect(again.text).toContain('its outcome is unknown');
    expect(operations).toHaveLength(1);
  });
});

describe('after its process was killed', () => {
  /** The process ends between the change and storing the response. */
  const kill = () =>
    execute(sql`update idempotent_requests set response_encrypted = null, lease_until = now() - interval '1 second'`);

  it('has an unknown outcome', async () => {
    const key = randomUUID();
    await send({ key });
    await kill();
    expect(await send({ key, on: 'second' })).toMatchObject({ status: 409 });
    expect(operations).toHaveLength(1);
  });

  it('is continued with the same operation id if it can be repeated, by one instance', async () => {
    const key = randomUUID();
    await send({ key });
    await kill();
    const both = await Promise.all([1, 2].map(() => send({ key, on: 'repeatable' })));
    expect(both.map(({ status }) => status)).toContain(201);
    expect(operations).toHaveLength(2);
    expect(new Set(operations).size).toBe(1);
  });

  it('creates one import: the second run finds the attempt of the first', async () => {
    const key = randomUUID();
    const body = { source_tool: 'Zendesk', destination_username: `${key}@acme.example` };
    const create = async () => {
      const response = await app.send('imports.create', { body, headers: { 'idempotency-key': key } });
      expect(response.status).toBe(201);
      return createImportResponseSchema.parse(await response.json());
    };
    const first = await create();
    expect(first).toMatchObject({ outcome: 'created', redirectUrl: expect.stringContaining('http') });
    await kill();
    expect(await create()).toEqual(first);
    expect(simulator.log().filter(({ method }) => method === 'POST')).toHaveLength(1);
  });

  it('files one request, also if it was closed before the second run', async () => {
    const [importId, key] = [randomUUID(), randomUUID()];
    const seen = {
      environment: 'live',
      source: 'lookup',
      status: 'Sample migration completed',
      seenAt: new Date(),
    } as const;
    await observe(app.landfall.imports.observer, { ...seen, importId });
    const file = async () => {
      const sent = { params: { id: importId }, body: {}, headers: { 'idempotency-key': key } };
      return (await app.send('imports.request', sent)).json();
    };
    const first = await file();
    expect(first).toMatchObject({ added: true });
    await kill();
    const { database } = app.landfall;
    await database.transaction((tx) => closeRequests(tx, 'live', importId, { at: new Date(), reason: 'rejected' }));
    expect(await file()).toEqual(first);
    expect(await database.db.$count(sql`full_requests where import_id = ${importId}`)).toBe(1);
  });

  it('creates an import whose e-mails are in the given language', async () => {
    const username = `${randomUUID()}@acme.example`;
    const body = { source_tool: 'Zendesk', destination_username: username, language: 'ja' };
    const response = await app.send('imports.create', { body });
    const { id } = createImportResponseSchema.parse(await response.json());
    const contact = await app.send('imports.contact', { params: { id: id ?? '' } });
    expect(await contact.json()).toMatchObject({ email: username, language: 'ja' });
  });
});

describe('stored responses', () => {
  it('contain no link in plain text', async () => {
    const key = randomUUID();
    const sent = { body: { username: `${key}@acme.example` }, headers: { 'idempotency-key': key } };
    const link = await (await app.send('start-links.create', sent)).text();
    const { url } = z.object({ url: z.string() }).parse(JSON.parse(link));
    const again = await app.send('start-links.create', sent);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(await again.text()).toBe(link);
    const rows = JSON.stringify(
      await execute(
        sql`select id, fingerprint, encode(response_encrypted, 'escape') as response from idempotent_requests`,
      ),
    );
    for (const text of [url, url.slice(-40), key, 'acme']) expect(rows).not.toContain(text);
  });

  it('set no cookie again', async () => {
    const key = randomUUID();
    const confirm = createRoute(() => Promise.resolve(app.landfall))(
      { id: 'imports.note', response: z.object({}) },
      () => new Reply({}, 200, { 'set-cookie': 'a=b', 'x-kept': '1' }),
    );
    const headers = { cookie: app.cookie, origin: publicOrigin, 'idempotency-key': key };
    const post = () =>
      confirm(new Request(`${publicOrigin}/api/x`, { method: 'POST', headers }), { params: Promise.resolve({}) });
    expect((await post()).headers.get('set-cookie')).toBe('a=b');
    const again = await post();
    expect([again.headers.get('set-cookie'), again.headers.get('x-kept')]).toEqual([null, '1']);
  });

  it.each([['finished'], ['did not finish']])('are not needed to know that a request %s', async (what) => {
    const key = randomUUID();
    if (what !== 'finished') answer = () => Promise.reject(new Error('boom'));
    await send({ key });
    await app.landfall.database.transaction((tx) => removeStoredResponses(tx));
    const again = await send({ key, on: 'repeatable' });
    expect(again.status).toBe(409);
    expect(again.text).toContain('its response is not stored');
    expect(operations).toHaveLength(1);
  });
});
