import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { beforeEach, describe, expect, test } from 'vitest';
import type { DeniedCall, Identity, PasskeyStep } from '../auth/auth-deps';
import { type Problem, problemSchema } from '../contract/problem';
import type { Role } from '../contract/roles';
import { z } from 'zod';
import { text } from '../contract/base-schemas';
import { LandfallError } from '../core/errors';
import { createLog } from '../core/log';
import { createManualClock } from '../core/testing/manual-clock';
import { type RequestAuthSettings, checkOperator, isOperator } from './check-auth';
import { type RouteId, type RouteRow, routeMatrix } from './access-matrix';
import type { RouteHandler } from './create-route';
import { createRoute } from './create-route';
import { created } from './reply';

const publicOrigin = 'https://landfall.x.example';
const partnerKey = 'a-key-of-the-partner-with-32-letters';
const shortKey = 'a-key-of-the-partner-31-letters';
const hashOf = (key: string) => createHash('sha256').update(key).digest('hex');
const keyHash = hashOf(partnerKey);

const deniedCalls: DeniedCall[] = [];
const activities: Identity[] = [];
const lines: string[] = [];
const clock = createManualClock();
let changingRole: Role | undefined;
let activityError: Error | undefined;
let databaseAnswers: boolean;
beforeEach(() => {
  activityError = undefined;
  databaseAnswers = true;
  for (const list of [deniedCalls, activities, lines]) list.length = 0;
});

const serverSettings: RequestAuthSettings = {
  publicOrigin,
  apiKeyHashes: ['0'.repeat(64), keyHash, hashOf(shortKey)],
  metricsTokens: ['metrics-token-of-16', 'older-metrics-token'],
  trustedHops: 0,
  frameAncestors: [],
};

const unexpected = () => Promise.reject(new Error('unexpected'));
const noResponses = {
  begin: unexpected,
  save: unexpected,
  release: unexpected,
  abandon: unexpected,
  sweep: unexpected,
};

/** Sessions by cookie: `role=agent` is an agent. Real sessions are tested in lib/auth and over HTTP. */
const route = createRoute(() =>
  Promise.resolve({
    settings: serverSettings,
    clock,
    databaseHealth: { answers: () => Promise.resolve(databaseAnswers) },
    log: createLog({ level: 'debug', secrets: [], write: (line) => lines.push(line) }),
    auth: {
      identify: (cookie: string | null) => {
        if (cookie === 'hangs') return new Promise<undefined>(() => setImmediate(() => clock.advance(10_000)));
        const role = cookie === 'changes' ? changingRole : (/role=(\w+)/.exec(cookie ?? '')?.[1] as Role | undefined);
        const staff = role && { id: 'id', email: 'a@x.example', name: 'A', role };
        const passkeyStep = (/step=(\w+)/.exec(cookie ?? '')?.[1] ?? null) as PasskeyStep | null;
        const provenMsAgo = Number(/proven=(\d+)/.exec(cookie ?? '')?.[1] ?? 0);
        const authenticatedAt = new Date(clock.now().getTime() - provenMsAgo);
        const lastActiveAt = new Date();
        return Promise.resolve(staff && { staff, sessionId: 's', lastActiveAt, authenticatedAt, passkeyStep });
      },
      recordActivity: (identity: Identity) =>
        activityError ? Promise.reject(activityError) : Promise.resolve(void activities.push(identity)),
      identifyKey: () => Promise.reject(new LandfallError('unauthenticated')),
      limitKey: () => Promise.resolve(),
      limitConfiguredKey: () => Promise.resolve(),
      recordDeniedCall: (call: DeniedCall) => Promise.resolve(void deniedCalls.push(call)),
    },
    // Called only for requests with an Idempotency-Key (app/idempotency.test.ts).
    responses: noResponses,
    greeting: 'hello',
  }),
);

const same = { origin: publicOrigin, 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' };

async function call(
  handler: RouteHandler,
  init: { path?: string; role?: Role; params?: Record<string, string | string[]> } & RequestInit = {},
): Promise<{ response: Response; problem: Problem | undefined; body: unknown }> {
  const { path = '/api/x', role, params = {}, ...rest } = init;
  const headers = new Headers(rest.headers);
  if (role) headers.set('cookie', `role=${role}`);
  const request = new Request(`${publicOrigin}${path}`, { ...rest, headers });
  const response = await handler(request, { params: Promise.resolve(params) });
  const bytes = Buffer.from(await response.clone().arrayBuffer());
  const raw = (response.headers.get('content-encoding') === 'gzip' ? gunzipSync(bytes) : bytes).toString();
  const body: unknown = response.headers.get('content-type')?.includes('json') ? JSON.parse(raw) : raw;
  const parsed = problemSchema.safeParse(body);
  return { response, body, problem: parsed.success ? parsed.data : undefined };
}

const list = route(
  { id: 'saved-views.list', query: z.object({ q: z._default(text(10), '') }), response: z.object({ q: text(10) }) },
  ({ query }) => ({ q: query.q, secret: 'stripped' }),
);
const create = route(
  {
    id: 'imports.note',
    body: z.object({ name: text(10).check(z.minLength(1)), nested: z.optional(z.object({ n: z.number() })) }),
    response: z.object({ name: text(10), by: text(100) }),
  },
  ({ body, staff }) => created({ name: body.name, by: staff.email }),
);
const post = (body: unknown, init: RequestInit & { role?: Role } = {}) =>
  call(create, { method: 'POST', headers: same, body: JSON.stringify(body), role: 'agent', ...init });

describe('session routes', () => {
  test('returns 401 without a session, 403 for a role too low, and passes the role and those above it', async () => {
    expect((await call(list)).problem).toMatchObject({ status: 401, type: 'urn:landfall:problem:unauthenticated' });
    expect((await post({ name: 'x' }, { role: 'viewer' })).problem).toMatchObject({ status: 403 });
    expect((await post({ name: 'x' })).response.status).toBe(201);
    expect((await post({ name: 'x' }, { role: 'admin' })).response.status).toBe(201);
    expect(deniedCalls.map(({ route, caller }) => `${route} ${caller.actor.kind}`)).toEqual([
      'saved-views.list stranger',
      'imports.note staff',
    ]);
  });

  test.each([
    ['no Origin', { 'content-type': 'application/json' }],
    ['another Origin', { ...same, origin: 'https://evil.example' }],
    ['a null Origin', { ...same, origin: 'null' }],
    ['our name on plain http', { ...same, origin: 'http://landfall.x.example' }],
    ['a sibling site', { ...same, 'sec-fetch-site': 'same-site' }],
    ['another site', { ...same, 'sec-fetch-site': 'cross-site' }],
    ['a typed address, for a change', { ...same, 'sec-fetch-site': 'none' }],
    ['an Authorization header', { ...same, authorization: `Bearer ${partnerKey}` }],
  ])('returns 403 for a change with %s', async (_what, headers) => {
    expect((await post({ name: 'x' }, { headers })).problem?.status).toBe(403);
  });

  test('allows reads by navigation, but not from another site', async () => {
    const from = async (headers: Record<string, string>) =>
      (await call(list, { role: 'viewer', headers })).response.status;
    expect(await from({})).toBe(200);
    expect(await from({ 'sec-fetch-site': 'none' })).toBe(200);
    expect(await from({ 'sec-fetch-site': 'same-origin', origin: publicOrigin })).toBe(200);
    expect(await from({ 'sec-fetch-site': 'cross-site' })).toBe(403);
    expect(await from({ origin: 'https://evil.example' })).toBe(403);
    expect(await from({ authorization: 'Basic eDp5' })).toBe(401);
  });

  test('checks the session again after a slow body', async () => {
    const sendSlowly = (roleAfterwards: Role | undefined) => {
      changingRole = 'admin';
      const source: UnderlyingDefaultSource<Uint8Array> = {
        pull: async (controller) => {
          await clock.advance(1001);
          changingRole = roleAfterwards;
          controller.enqueue(Buffer.from('{"name":"x"}'));
          controller.close();
        },
      };
      const body = new ReadableStream(source, { highWaterMark: 0 });
      const init = { method: 'POST', headers: { ...same, cookie: 'changes' }, body, duplex: 'half' };
      return call(create, init);
    };
    expect((await sendSlowly('agent')).response.status).toBe(201);
    expect((await sendSlowly('viewer')).problem?.status).toBe(403);
    expect((await sendSlowly(undefined)).problem?.status).toBe(401);
  });

  test('counts a person as active, but not streams, background requests and prefetches', async () => {
    const stream = route({ id: 'stream.read' }, () => new Response('x'));
    await call(list, { role: 'viewer' });
    expect(activities).toHaveLength(1);
    await call(list, { role: 'viewer', headers: { 'x-landfall-background': '1' } });
    await call(list, { role: 'viewer', headers: { 'sec-purpose': 'prefetch' } });
    await call(list, { role: 'viewer', headers: { 'next-router-prefetch': '1' } });
    await call(stream, { role: 'viewer' });
    expect(activities).toHaveLength(1);
  });
});

describe('input', () => {
  test('reports invalid input per field and never echoes it', async () => {
    const { problem } = await post({ name: '', nested: { n: 'canary' } });
    expect(problem).toMatchObject({
      status: 422,
      errors: [
        { field: 'name', message: 'Must not be empty' },
        { field: 'nested.n', message: 'Must be a number' },
      ],
    });
    expect(JSON.stringify(problem)).not.toContain('canary');
    expect(lines.join('')).not.toContain('canary');
    expect((await post({})).problem?.errors).toEqual([{ field: 'name', message: 'Is needed' }]);
    expect((await post({ name: 'x'.repeat(11) })).problem?.errors[0]?.message).toBe(
      'Must be at most 10 characters long',
    );
    expect((await call(list, { role: 'viewer', path: `/api/x?q=${'y'.repeat(11)}` })).problem?.status).toBe(422);
  });

  test.each([
    ['no JSON', { body: '{"name":' }, 400],
    ['no UTF-8', { body: new Uint8Array([0x7b, 0xff, 0x7d]) }, 400],
    ['another content type', { headers: { ...same, 'content-type': 'text/plain' }, body: '{"name":"x"}' }, 415],
    ['a form', { headers: { ...same, 'content-type': 'application/x-www-form-urlencoded' }, body: 'name=x' }, 415],
    ['a list', { body: '[]' }, 422],
    ['null', { body: 'null' }, 422],
    ['a declared 65 kB', { headers: { ...same, 'content-length': '66560' }, body: 'x' }, 413],
    ['65 kB', { body: JSON.stringify({ name: 'x'.repeat(66_000) }) }, 413],
  ])('%s gets a clear answer', async (_what, init, status) => {
    const { problem } = await call(create, { method: 'POST', role: 'agent', headers: same, ...init });
    expect(problem?.status).toBe(status);
    expect(problem?.detail).not.toBe('');
  });

  test('stops reading an endless body at the limit', async () => {
    let sent = 0;
    let stopped = false;
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        sent += 1;
        controller.enqueue(new Uint8Array(1024));
      },
      cancel: () => {
        stopped = true;
      },
    });
    const init = { method: 'POST', headers: same, body, duplex: 'half', role: 'agent' as const };
    expect((await call(create, init)).problem?.status).toBe(413);
    expect(stopped).toBe(true);
    expect(sent).toBeLessThan(80);
  });

  test('rejects contradictory environments', async () => {
    const where = route(
      { id: 'saved-views.list', response: z.object({ environment: text(10) }) },
      ({ environment }) => ({
        environment,
      }),
    );
    const at = (path: string, header?: string) =>
      call(where, { path, role: 'viewer', headers: header ? { 'x-landfall-environment': header } : {} });
    expect((await at('/api/x')).body).toEqual({ environment: 'live' });
    expect((await at('/api/x?env=sandbox')).body).toEqual({ environment: 'sandbox' });
    expect((await at('/api/x', 'sandbox')).body).toEqual({ environment: 'sandbox' });
    expect((await at('/api/x?env=sandbox', 'sandbox')).body).toEqual({ environment: 'sandbox' });
    expect((await at('/api/x?env=sandbox', 'live')).problem?.status).toBe(422);
    expect((await at('/api/x?env=live&env=sandbox')).problem?.status).toBe(422);
    expect((await at('/api/x?env=prod')).problem?.status).toBe(422);
  });

  test('returns 404 for an invalid path parameter', async () => {
    const read = route({ id: 'imports.read', params: z.object({ id: text(5) }) }, () => new Response('x'));
    expect((await call(read, { role: 'viewer', params: { id: 'toolong' } })).problem?.status).toBe(404);
    expect((await call(read, { role: 'viewer', params: { id: 'ok' } })).response.status).toBe(200);
  });
});

describe('output', () => {
  test('returns only what the schema allows, with a request id and no-store', async () => {
    const { response, body } = await call(list, { role: 'viewer', path: '/api/x?q=a' });
    expect(body).toEqual({ q: 'a' });
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    expect(lines.join('')).toContain(response.headers.get('x-request-id'));
  });

  describe('compression', () => {
    const ofLength = (length: number) =>
      route({ id: 'saved-views.list', response: z.object({ text: text(5000) }) }, () => ({ text: 'é'.repeat(length) }));
    const get = async (length: number, acceptEncoding?: string) => {
      const headers = acceptEncoding === undefined ? {} : { 'accept-encoding': acceptEncoding };
      const { response, body } = await call(ofLength(length), { role: 'viewer', headers });
      expect(body).toEqual({ text: 'é'.repeat(length) });
      const { byteLength } = await response.arrayBuffer();
      expect(response.headers.get('content-length')).toBe(String(byteLength));
      expect(response.headers.get('vary')).toBe('accept-encoding');
      return response.headers.get('content-encoding');
    };

    test.each(['gzip', 'gzip, deflate, br, zstd', 'br;q=1.0, GZIP;q=0.5', '*', 'identity, gzip ; q=0.01'])(
      'compresses for %s',
      async (acceptEncoding) => expect(await get(2000, acceptEncoding)).toBe('gzip'),
    );

    test.each([undefined, '', 'identity', 'br', 'gzip;q=0', 'gzip; q=0.00', '*;q=0', 'gzip;q=0, *', 'x-gzip'])(
      'does not compress for %s',
      async (acceptEncoding) => expect(await get(2000, acceptEncoding)).toBeNull(),
    );

    test('does not compress less than one kilobyte', async () => {
      expect(await get(500, 'gzip')).toBeNull();
      expect(await get(510, 'gzip')).toBe('gzip');
    });
  });

  test('returns 500 for a response that violates its schema, without its content', async () => {
    const wrong = route({ id: 'saved-views.list', response: z.object({ n: z.number() }) }, () => ({
      n: 'canary' as unknown as number,
    }));
    const { problem } = await call(wrong, { role: 'viewer' });
    expect(problem).toMatchObject({ status: 500, detail: 'Something went wrong on our side' });
    expect(lines.join('')).toContain('n (invalid_type)');
    expect(lines.join('')).not.toContain('canary');
  });

  test('returns a plain 500 with the request id for unexpected errors, and never logs query parameters', async () => {
    const failing = route({ id: 'saved-views.list' }, () => {
      const cause = Object.assign(new Error('duplicate key'), { code: '23505' });
      const failed = new Error('Failed query: select $1 params: canary', { cause });
      throw Object.assign(failed, { query: 'select $1', params: ['canary'] });
    });
    const { problem, response } = await call(failing, { role: 'viewer' });
    expect(problem).toMatchObject({ status: 500, requestId: response.headers.get('x-request-id'), errors: [] });
    expect(lines.join('')).toContain('duplicate key');
    expect(lines.join('') + JSON.stringify(problem)).not.toContain('canary');
  });

  test('returns 503 when the database is down', async () => {
    const failing = route({ id: 'saved-views.list' }, () => {
      const cause = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
      throw Object.assign(new Error('Failed query', { cause }), { query: '', params: [] });
    });
    expect((await call(failing, { role: 'viewer' })).problem?.status).toBe(503);
  });

  test('says whether a change may have been saved when the database is lost', async () => {
    const lost = () => {
      throw new Error('Connection terminated unexpectedly');
    };
    const detailOf = async (handler: RouteHandler, init: RequestInit = {}) => {
      const { problem, response } = await call(handler, { role: 'admin', ...init });
      expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5']);
      return problem?.detail;
    };
    expect(await detailOf(route({ id: 'saved-views.list' }, lost))).toBe(
      'The database is not available. Nothing was changed. Try again in a few seconds.',
    );
    const post = { method: 'POST', headers: same };
    expect(await detailOf(route({ id: 'imports.note' }, lost), post)).toBe(
      'The database is not available. Reload to see whether your change was saved.',
    );
    const specific = new LandfallError('database_unavailable', 'The outcome is unknown.');
    const unknown = route({ id: 'imports.note' }, () => Promise.reject(specific));
    expect(await detailOf(unknown, post)).toBe('The outcome is unknown.');
  });

  test('returns 503 when the session cannot be read within ten seconds', async () => {
    const { problem } = await call(list, { headers: { cookie: 'hangs' } });
    expect(problem).toMatchObject({ status: 503, retryAfterS: 5 });
  });

  test.each(['auth.sign-out', 'auth.post', 'start.create'] as const)(
    'returns 503 for %s before it is handled when the database does not answer',
    async (id) => {
      databaseAnswers = false;
      const handler = route({ id }, () => Promise.reject(new Error('was handled')));
      const { problem } = await call(handler, { method: 'POST', headers: { origin: publicOrigin } });
      expect(problem).toMatchObject({ status: 503, retryAfterS: 5 });
      expect(problem?.detail).toContain('Nothing was changed');
    },
  );

  test('still answers reads when the activity of a session cannot be written', async () => {
    activityError = Object.assign(new Error('No space left on device'), { code: '53100' });
    expect((await call(list, { role: 'viewer' })).response.status).toBe(200);
    activityError = new Error('a bug');
    expect((await call(list, { role: 'viewer' })).response.status).toBe(500);
  });

  test('sends the retry delay in header and body', async () => {
    const busy = route({ id: 'saved-views.list' }, () => {
      throw new LandfallError('service_rate_limited', { retryAfterS: 12.2 });
    });
    const { response, problem } = await call(busy, { role: 'viewer' });
    expect(response.headers.get('retry-after')).toBe('13');
    expect(problem).toMatchObject({ status: 503, retryAfterS: 13 });
  });

  test('logs neither query nor path of a request', async () => {
    await call(list, { role: 'viewer', path: '/api/imports/canary?q=canary' });
    expect(lines.join('')).not.toContain('canary');
  });
});

describe('other kinds of auth', () => {
  const key = route({ id: 'start-links.create', response: z.object({ by: text(50) }) }, ({ caller, staff }) => ({
    by: staff ? staff.role : caller.actor.kind,
  }));
  const hook = route({ id: 'webhooks.receive' }, async ({ body }) => new Response(Buffer.from(await body(10))));
  const form = route(
    {
      id: 'auth.sign-out',
      body: z.object({ everywhere: z._default(z.boolean(), false), tags: z._default(z.array(text(9)), []) }),
    },
    ({ body }) => Response.json(body),
  );
  const metrics = route({ id: 'metrics.read' }, () => new Response('up 1'));
  const health = route({ id: 'health.live', response: z.object({ status: text(5) }) }, () => ({ status: 'ok' }));

  test('accepts a key only on its routes; a session works there too', async () => {
    const withKey = (authorization: string) => call(key, { method: 'POST', headers: { authorization } });
    expect((await withKey(`Bearer ${partnerKey}`)).body).toEqual({ by: 'key' });
    for (const wrong of [
      `Bearer ${partnerKey.toUpperCase()}`,
      'Bearer ',
      `Basic ${partnerKey}`,
      partnerKey,
      `Bearer ${keyHash}`,
      // Configured, but short enough to be guessed from its hash.
      `Bearer ${shortKey}`,
    ]) {
      expect((await withKey(wrong)).problem?.status).toBe(401);
    }
    expect((await call(key, { method: 'POST', headers: same, role: 'agent' })).body).toEqual({ by: 'agent' });
    expect((await call(key, { method: 'POST', headers: same, role: 'viewer' })).problem?.status).toBe(403);
    expect((await call(key, { method: 'POST' })).problem?.status).toBe(401);
    expect((await call(list, { headers: { authorization: `Bearer ${partnerKey}` } })).problem?.status).toBe(403);
  });

  test('passes the raw bytes of a webhook', async () => {
    const bytes = new Uint8Array([0, 255, 123, 10]);
    const { response } = await call(hook, { method: 'POST', body: bytes });
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(bytes);
  });

  test('accepts a webhook with an Authorization header, which may hold its signature', async () => {
    const headers = { authorization: 'Bearer x' };
    expect((await call(hook, { method: 'POST', headers, body: 'message' })).response.status).toBe(200);
    expect((await call(form, { method: 'POST', headers })).problem?.status).toBe(403);
  });

  test('requires our Origin for a form and parses it by its schema, with commas untouched', async () => {
    const headers = { origin: publicOrigin, 'content-type': 'application/x-www-form-urlencoded' };
    const sent = await call(form, { method: 'POST', headers, body: 'everywhere=1&tags=a%2Cb&tags=c' });
    expect(sent.body).toEqual({ everywhere: true, tags: ['a,b', 'c'] });
    for (const origin of ['null', 'https://evil.example', undefined]) {
      const given = { 'content-type': headers['content-type'], ...(origin && { origin }) };
      expect((await call(form, { method: 'POST', headers: given, body: '' })).problem?.status).toBe(403);
    }
    const json = { origin: publicOrigin, 'content-type': 'application/json' };
    expect((await call(form, { method: 'POST', headers: json, body: '{}' })).problem?.status).toBe(415);
  });

  test('redirects a customer whose form fails, but returns a problem to other clients and denied calls', async () => {
    const start = route({ id: 'start.create', body: z.object({ attempt: z.uuid() }) }, () => Response.json({}));
    const headers = { origin: publicOrigin, 'content-type': 'application/x-www-form-urlencoded' };
    const browser = { ...headers, accept: 'text/html,*/*;q=0.8' };
    const { response } = await call(start, { method: 'POST', headers: browser, body: 'attempt=x' });
    expect(response.status).toBe(303);
    expect(response.headers.get('location')).toBe(`/trouble?request=${response.headers.get('x-request-id')}`);
    expect((await call(start, { method: 'POST', headers, body: 'attempt=x' })).problem?.status).toBe(422);
    const foreign = { ...browser, origin: 'https://evil.example' };
    expect((await call(start, { method: 'POST', headers: foreign, body: 'attempt=x' })).problem?.status).toBe(403);
  });

  describe('operator routes', () => {
    const local = { 'x-landfall-local': '1', 'x-forwarded-for': '127.0.0.1', host: 'localhost:3000' };
    const behind = { ...serverSettings, publicOrigin };
    const onThisMachine = { ...serverSettings, publicOrigin: 'http://localhost:3000' };
    const check = (
      auth: 'operator' | 'probe',
      settings: RequestAuthSettings,
      headers: Record<string, string>,
    ): 'allowed' | 'refused' => {
      try {
        checkOperator(new Headers(headers), settings, auth);
        return 'allowed';
      } catch {
        return 'refused';
      }
    };

    test('metrics need the token as soon as there is a public name or a trusted proxy', () => {
      expect(check('operator', onThisMachine, local)).toBe('allowed');
      expect(check('operator', behind, local)).toBe('refused');
      expect(check('operator', { ...onThisMachine, trustedHops: 1 }, local)).toBe('refused');
      expect(check('operator', behind, { authorization: 'Bearer metrics-token-of-16' })).toBe('allowed');
      expect(check('operator', onThisMachine, { ...local, authorization: 'Bearer wrong' })).toBe('refused');
    });

    test('metrics are refused through a proxy on this machine that rewrites Host', () => {
      const { 'x-landfall-local': _, ...proxied } = local;
      expect(check('operator', onThisMachine, proxied)).toBe('refused');
      expect(check('operator', onThisMachine, { ...local, host: 'landfall.x.example' })).toBe('refused');
      const rebound = { ...local, host: 'evil.example:3000', authorization: 'Basic x' };
      for (const auth of ['operator', 'probe'] as const) expect(check(auth, onThisMachine, rebound)).toBe('refused');
    });

    test('health checks on this machine work behind a public name, those elsewhere need the token', () => {
      expect(check('probe', behind, local)).toBe('allowed');
      expect(isOperator(new Headers(local), behind)).toBe(false);
      expect(check('probe', behind, { host: 'localhost:3000' })).toBe('refused');
      expect(check('probe', behind, { ...local, authorization: 'Bearer wrong' })).toBe('refused');
    });

    test('the route uses the check', async () => {
      const from = async (headers: Record<string, string>) => (await call(metrics, { headers })).response.status;
      expect(await from(local)).toBe(401);
      const elsewhere = { 'x-forwarded-for': '203.0.113.1', host: 'landfall-1:3000' };
      expect(await from({ ...elsewhere, authorization: 'Bearer metrics-token-of-16' })).toBe(200);
      expect(await from({ ...elsewhere, authorization: 'Bearer older-metrics-token' })).toBe(200);
      const both = 'Bearer metrics-token-of-16,older-metrics-token';
      for (const authorization of ['Bearer metrics-token-of-17', both, 'Basic x', ''])
        expect(await from({ ...elsewhere, authorization })).toBe(401);
    });
  });

  test('lets only public routes be cached', async () => {
    const cached = () => new Response('x', { headers: { 'cache-control': 'public, max-age=60' } });
    const cacheOf = async (handler: Parameters<typeof call>[0]) =>
      (await call(handler, { role: 'admin' })).response.headers.get('cache-control');
    expect(await cacheOf(route({ id: 'branding.image' }, cached))).toBe('public, max-age=60');
    expect(await cacheOf(route({ id: 'branding.read' }, cached))).toBe('no-store');
  });

  test('ignores Authorization on public routes', async () => {
    expect((await call(health)).body).toEqual({ status: 'ok' });
    expect((await call(health, { headers: { authorization: 'Basic x' } })).body).toEqual({ status: 'ok' });
  });
});

describe('before anything else', () => {
  const isRouteId = (id: string): id is RouteId => id in routeMatrix;
  const sessionRoutes = Object.keys(routeMatrix)
    .filter(isRouteId)
    .map((id): [RouteId, RouteRow] => [id, routeMatrix[id]])
    .filter(([, row]) => row.auth === 'session');
  const reached = async (id: RouteId, row: RouteRow, cookie: string) => {
    const handler = route({ id }, () => new Response('done'));
    const { response, problem } = await call(handler, { method: row.method, headers: { ...same, cookie } });
    return response.status === 200 ? 'reached' : problem?.type.replace(/^.*:/, '');
  };

  test.each(sessionRoutes)('%s checks how long ago the person proved who they are', async (id, row) => {
    const justBefore = 10 * 60_000 - 1;
    expect(await reached(id, row, `role=admin proven=${justBefore}`)).toBe('reached');
    const late = await reached(id, row, `role=admin proven=${justBefore + 1}`);
    expect(late).toBe(row.recentAuth ? 'reauthentication_required' : 'reached');
  });

  test.each(sessionRoutes)('%s checks whether the session lacks its passkey', async (id, row) => {
    for (const step of ['add', 'use'] as const) {
      const open = row.passkeyStep === 'any' || row.passkeyStep === step;
      expect(await reached(id, row, `role=admin step=${step}`)).toBe(open ? 'reached' : 'passkey_required');
    }
  });

  test('changes to staff, policy and connection need a recent proof; only account routes are open without the passkey', () => {
    const recent = sessionRoutes.filter(([, row]) => row.recentAuth).map(([id]) => id);
    for (const id of sessionRoutes.map(([name]) => name)) {
      const isSensitive = /^(staff|policy)\.|^connection\.(save|examine|go-live)$/.test(id);
      if (isSensitive && routeMatrix[id].method !== 'GET') expect(recent).toContain(id);
    }
    const open = sessionRoutes.filter(([, row]) => row.passkeyStep !== undefined).map(([id]) => id);
    expect(open.sort()).toEqual([
      'account.add-passkey',
      'account.confirm',
      'account.confirm-options',
      'account.confirm-ways',
      'account.passkey-options',
    ]);
  });
});
