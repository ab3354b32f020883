import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { problemSchema } from '@/lib/contract/problem';
import { type RouteId, type RouteRow, routeMatrix } from '@/lib/http/access-matrix';
import { openTestApp, publicOrigin } from './testing/open-test-app';

/** Routes called with input that PostgreSQL or next-auth cannot process. Paths that Next cannot: scripts/server. */
let app: Awaited<ReturnType<typeof openTestApp>>;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

interface Given {
  id?: string;
  segments?: readonly string[];
  query?: string;
  body?: unknown;
  headers?: Record<string, string>;
}

function callRoute(id: RouteId, given: Given = {}): Promise<Response> {
  const row: RouteRow = routeMatrix[id];
  const isForm = row.auth === 'form' || row.auth === 'nextAuth';
  const path = row.path.replace(/\[[^\]]+\]/g, 'x');
  const body = isForm
    ? new URLSearchParams(given.body as Record<string, string>).toString()
    : JSON.stringify(given.body ?? {});
  const request = new Request(`${publicOrigin}${path}${given.query ?? ''}`, {
    method: row.method,
    headers: {
      host: 'localhost:3000',
      'x-forwarded-for': '127.0.0.1',
      'x-landfall-local': '1',
      ...(row.auth !== 'operator' && { cookie: app.cookie }),
      ...(row.method !== 'GET' && { origin: publicOrigin, 'sec-fetch-site': 'same-origin' }),
      'content-type': isForm ? 'application/x-www-form-urlencoded' : 'application/json',
      ...given.headers,
    },
    ...(row.method !== 'GET' && { body }),
  });
  const handler = app.handlers.get(id);
  if (handler === undefined) throw new Error(`no handler for ${id}`);
  const segment = given.id ?? randomUUID();
  return handler(request, {
    params: Promise.resolve({ id: segment, linkId: segment, nextauth: [...(given.segments ?? ['x'])] }),
  });
}

const uuid = randomUUID();
const fields = { source_tool: 'Zendesk', destination_username: 'ops@acme.example' };

/** Input that is complete except for one field. The service of these tests does not answer. */
const cases: [RouteId, string, Given][] = [
  ['imports.accept', 'decisionId', { id: '1', body: { decisionId: 'no-id' } }],
  ['imports.reject', 'decisionId', { id: '1', body: { decisionId: 'no-id' } }],
  [
    'decision.resolve',
    'decisionId',
    { id: '1', body: { decisionId: 'no-id', resolution: 'settled_done', reason: 'x' } },
  ],
  ['decision.withdraw', 'decisionId', { id: '1', body: { decisionId: 'no-id' } }],
  [
    'bulk.start',
    'decisionIds.1',
    { body: { id: uuid, kind: 'accept', importIds: ['1'], decisionIds: { 1: 'no-id' } } },
  ],
  ['bulk.start', 'id', { body: { id: 'no-id', kind: 'accept', importIds: ['1'] } }],
  ['bulk.start', 'importIds.0', { body: { id: uuid, kind: 'accept', importIds: ['\0'] } }],
  ['bulk.preview', 'importIds.0', { body: { kind: 'accept', importIds: ['\0'] } }],
  ['imports.list', 'destination_username', { query: '?destination_username=a%00b' }],
  [
    'imports.create',
    'fields.destination_username',
    { body: { attempt: uuid, fields: { ...fields, destination_username: '\0' } } },
  ],
  ['imports.note', 'text', { id: '1', body: { text: 'a\0b' } }],
  ['imports.tags', 'add.0', { id: '1', body: { add: ['a\0b'] } }],
  ['imports.note', 'text', { id: '1', body: { text: 'half a face \ud83d' } }],
  ['imports.export-picked', 'ids.0', { body: { ids: ['\0'] } }],
  ['imports.refresh', 'ids.0', { body: { ids: ['\0'] } }],
  ['saved-views.save', 'name', { body: { name: '\0', query: 'status=x' } }],
  ['saved-views.save', 'name', { body: { name: '\udfff', query: 'status=x' } }],
  ['lookups.start', 'usernames.1', { body: { usernames: ['a', '\0'] } }],
  ['attempts.settle', 'importId', { body: { importId: '\0' } }],
  ['requests.match', 'importId', { body: { importId: '\0' } }],
  ['staff.add', 'name', { body: { email: 'b@company.example', role: 'viewer', name: '\0' } }],
  ['start-links.create', 'username', { body: { username: '\0', expiresInS: 3600 } }],
  ['start.create', 'destination_username', { body: { attempt: uuid, ...fields, destination_username: 'a\0' } }],
  ['start.create', 'again', { body: { attempt: uuid, ...fields, again: 'no-id' } }],
  ['start.ask', 'message', { body: { link: 'x', message: '\0' } }],
  ['start.request', 'username', { body: { attempt: uuid, username: '\0', tool: 'Zendesk' } }],
  ['auth.set-password', 'token', { body: { token: '\0', password: 'x'.repeat(20), repeated: 'x'.repeat(20) } }],
  ['audit.list', 'q', { query: '?q=%00' }],
  ['auth.post', 'email', { segments: ['callback', 'credentials'], body: { email: 'a\0', password: 'x' } }],
];

describe('returns 422 and names the field', () => {
  it.each(cases)('%s: %s', async (id, field, given) => {
    const response = await callRoute(id, given);
    const problem = problemSchema.parse(await response.json());
    expect([problem.status, problem.errors.map((error) => error.field)]).toEqual([422, [field]]);
  });
});

describe('returns 4xx for a cursor that was modified', () => {
  const mark = (k: string) => {
    const cursor = Buffer.from(JSON.stringify({ s: 'seen', d: 'desc', k, k2: '', id: '1' })).toString('base64url');
    return `?sort=seen&direction=desc&cursor=${cursor}`;
  };
  it.each<[RouteId, string]>([
    ['imports.list', mark('2026-02-31 00:00:00Z')],
    ['imports.list', mark('0000-01-01 00:00:00Z')],
    ['imports.list', mark('2026-01-01 00:00:00+99')],
    ['webhooks.list', `?cursor=${encodeURIComponent(`2026-01-01T00:00:00Z ${'-'.repeat(36)}`)}`],
    ['webhooks.list', `?cursor=${encodeURIComponent(`-271821-04-20T00:00:00Z ${uuid}`)}`],
    ['audit.list', '?from=2026-99-99'],
    ['audit.export', '?until=2026-02-31'],
  ])('%s%s', async (id, query) => {
    const { status } = await callRoute(id, { query });
    expect([400, 422]).toContain(status);
  });
});

describe('accepts real days of the years 1000 to 2999, and returns 422 for others', () => {
  const twoDigits = (max: number) => fc.integer({ min: 0, max }).map((value) => String(value).padStart(2, '0'));
  const year = fc.constantFrom('0000', '0999', '1000', '1970', '2024', '2026', '2999', '3000', '9999');
  const day = fc.tuple(year, twoDigits(13), twoDigits(32)).map((parts) => parts.join('-'));
  const accepted = (given: string) => {
    const ms = Date.parse(`${given}T00:00:00Z`);
    return /^[12]/.test(given) && !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(given);
  };
  it.each<[RouteId, (day: string) => string]>([
    ['imports.list', (given) => `created=${given}..`],
    ['imports.list', (given) => `completed=2026-01-01..${given}`],
    ['imports.export', (given) => `created=2026-01-01..${given}`],
    ['audit.list', (given) => `from=${given}`],
    ['audit.list', (given) => `until=${given}`],
    ['audit.export', (given) => `until=${given}`],
    ['webhooks.list', (given) => `cursor=${given}T00:00:00.000Z+${uuid}`],
    ['messages.list', (given) => `cursor=${given}T00:00:00.000Z+${uuid}`],
  ])('%s', async (id, query) => {
    const returnsStatus = async (given: string) => {
      const response = await callRoute(id, { query: `?${query(given)}` });
      await response.text();
      expect(response.status).toBe(accepted(given) ? 200 : 422);
    };
    await fc.assert(fc.asyncProperty(day, returnsStatus), {
      numRuns: 20,
      examples: ['0000-01-01', '1000-01-01', '2024-02-29', '2026-02-31', '2026-13-01', '2999-12-31', '9999-12-31'].map(
        (example) => [example],
      ),
    });
  });
});

describe('returns 404 for an id that cannot exist', () => {
  const withId = (Object.keys(routeMatrix) as RouteId[]).filter((id) => routeMatrix[id].path.includes('[id]'));
  it.each(withId)('%s', async (id) => {
    const givenElsewhere = /^\/api\/(imports|account\/passkeys)\//.test(routeMatrix[id].path);
    const hostile = givenElsewhere ? ['a\0b', '\ud800'] : ['a\0b', '\ud800', 'no-id', `${uuid}0`];
    const responses = await Promise.all(hostile.map((text) => callRoute(id, { id: text, body: { disabled: true } })));
    expect(responses.map(({ status }) => status)).toEqual(hostile.map(() => 404));
  });
});

describe('paths of next-auth', () => {
  it.each<[RouteId, readonly string[], number]>([
    ['auth.get', ['callback', 'credentials'], 400],
    ['auth.get', ['callback'], 404],
    ['auth.get', ['callback', 'unknown'], 404],
    ['auth.get', ['callback', '__proto__'], 404],
    // OIDC is not configured here.
    ['auth.get', ['callback', 'oidc'], 404],
    ['auth.get', ['signin', 'unknown'], 404],
    ['auth.get', ['_log'], 404],
    ['auth.get', ['csrf', 'x'], 404],
    ['auth.post', ['_log'], 404],
    ['auth.post', ['signin'], 404],
    ['auth.post', ['signin', 'unknown'], 404],
    ['auth.post', ['callback', 'unknown'], 404],
    ['auth.post', ['session'], 404],
  ])('%s %j returns %d', async (id, segments, status) => {
    const response = await callRoute(id, { segments, body: {} });
    expect(response.status).toBe(status);
  });
});

describe('audits a customer form that is refused as busy', () => {
  const forms: [RouteId, Record<string, string>, string, string][] = [
    ['start.create', { attempt: uuid, ...fields, website: 'filled in by a bot' }, '203.0.113.7', 'busy=1'],
    [
      'start.request',
      { attempt: uuid, username: 'ops', tool: 'Zendesk', website: 'filled in by a bot' },
      '203.0.113.8',
      'busy=1',
    ],
    ['start.send-link', { email: 'ops@acme.example', website: 'filled in by a bot' }, '203.0.113.9', 'sent=busy-'],
  ];
  it.each(forms)('%s', async (id, body, address, param) => {
    const response = await callRoute(id, { body, headers: { 'x-forwarded-for': address } });
    expect(response.headers.get('location')).toContain(param);
    const audit = await (await callRoute('audit.list', { query: `?q=${id}` })).text();
    expect(audit).toContain(address);
  });
});
