import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { startOtlpReceiver } from '@/lib/core/testing/start-otlp-receiver';
import { signAuto } from '@/lib/webhooks/sign-message';
import { startSimulator, type RunningSimulator } from '../simulator/start-simulator';
import { onRequestError } from '../instrumentation';
import { openTestApp } from './testing/open-test-app';
import { serveTestApp } from './testing/serve-test-app';

/** The real HTTP server, route handlers and proxy, with a collector and a service beside them. */
const webhookSecret = 'canary-webhook-secret';
const customer = 'canary-customer@acme.example';
const cleanUps: (() => Promise<unknown>)[] = [];
const lines: Record<string, unknown>[] = [];
let app: Awaited<ReturnType<typeof openTestApp>>;
let server: Awaited<ReturnType<typeof serveTestApp>>;
let collector: Awaited<ReturnType<typeof startOtlpReceiver>>;
let simulator: RunningSimulator;

beforeAll(async () => {
  collector = await startOtlpReceiver();
  cleanUps.push(collector.close);
  simulator = await startSimulator({ port: 0, rate: 100_000, token: 'canary-service-token' });
  cleanUps.push(() => simulator.close());
  vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => {
    for (const line of String(chunk).trim().split('\n')) if (line.startsWith('{')) lines.push(JSON.parse(line));
    return true;
  });
  cleanUps.push(async () => vi.restoreAllMocks());
  app = await openTestApp({
    SERVICE_URL: simulator.url,
    SERVICE_TOKEN: 'canary-service-token',
    WEBHOOK_SECRET: webhookSecret,
    LOG_LEVEL: 'debug',
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=canary-collector-key',
  });
  vi.stubEnv('NEXT_RUNTIME', 'nodejs');
  cleanUps.push(app.close);
  server = await serveTestApp(app, { trustedHops: 1 });
  cleanUps.push(server.close);
});
afterAll(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

const local = { 'x-forwarded-for': '203.0.113.7', 'sec-fetch-site': 'same-origin', origin: 'http://localhost:3000' };
const signedIn = () => ({ ...local, cookie: app.cookie });
const linesOf = (requestId: unknown) => lines.filter((line) => line['requestId'] === requestId);

describe('the request id', () => {
  it('is the same in the response, the problem document and every log line of a request', async () => {
    const path = '/api/imports/no-such-import?fresh=1';
    const { status, headers, text } = await server.request(path, { headers: signedIn() });
    expect(status).toBe(404);
    const requestId = headers['x-request-id'];
    expect(requestId).toMatch(/^[0-9a-f-]{36}$/);
    expect(JSON.parse(text)).toMatchObject({ requestId });
    expect(headers['server-timing']).toBe(`request;desc="${String(requestId)}"`);
    // The route, its service call, and the trace they belong to.
    expect(linesOf(requestId).map(({ msg, route }) => [msg, route])).toEqual([
      ['the service call failed', 'imports.read'],
      ['request failed', 'imports.read'],
      ['request completed', 'imports.read'],
    ]);
    expect(new Set(linesOf(requestId).map(({ traceId }) => traceId)).size).toBe(1);
  });

  it('is that of a trusted proxy if it is an id', async () => {
    const given = '0123456789abcdef0123456789abcdef';
    for (const [id, expected] of [
      [given, given],
      ['Call 0800 canary', expect.stringMatching(/^[0-9a-f-]{36}$/)],
    ] as const) {
      const { headers } = await server.request('/api/health', { headers: { ...local, 'x-request-id': id } });
      expect(headers['x-request-id']).toEqual(expected);
    }
    const untrusted = await serveTestApp(app);
    const { headers } = await untrusted.request('/api/health', { headers: { ...local, 'x-request-id': given } });
    expect(headers['x-request-id']).not.toBe(given);
    await untrusted.close();
  });

  it('is on refusals of the HTTP server itself', async () => {
    const { status, headers, text } = await server.request('/api/imports%00', { headers: local });
    expect(status).toBe(400);
    expect(JSON.parse(text)).toMatchObject({ requestId: headers['x-request-id'] });
  });

  it('is in the line of an error of a page', async () => {
    const request = { path: '/m/canary', method: 'GET', headers: { 'x-request-id': 'the-request' } };
    const context = { routerKind: 'App Router', routePath: '/m/[link]', routeType: 'render' } as const;
    const rest = { revalidateReason: undefined, renderSource: 'react-server-components' } as const;
    await onRequestError(new Error('broken'), request, { ...context, ...rest });
    expect(linesOf('the-request')).toMatchObject([{ msg: 'request failed', route: '/m/[link]' }]);
  });
});

const attributeSchema = z.object({ key: z.string(), value: z.object({ stringValue: z.string().optional() }) });
const spanSchema = z.object({
  name: z.string(),
  spanId: z.string(),
  traceId: z.string(),
  parentSpanId: z.string().optional(),
  attributes: z.array(attributeSchema),
});
const tracesSchema = z.object({
  resourceSpans: z.array(z.object({ scopeSpans: z.array(z.object({ spans: z.array(spanSchema) })) })),
});

describe('telemetry', () => {
  it('nests database and service call below the route, without anything that a person or the service sent', async () => {
    await server.request(`/api/imports?destination_username=${encodeURIComponent(customer)}`, { headers: signedIn() });
    const body = JSON.stringify({ import_id: 'canary-import', status: 'canary status' });
    const signature = Object.fromEntries(signAuto(body, webhookSecret).headers);
    await server.request('/api/webhooks/migration', {
      method: 'POST',
      headers: { ...local, ...signature, 'content-type': 'application/json' },
      body,
    });
    await server.request('/m/canary-link-token?canary=query', { headers: local });
    await server.request('/api/auth/callback/credentials', {
      method: 'POST',
      headers: { ...local, 'content-type': 'application/x-www-form-urlencoded' },
      body: 'email=canary%40acme.example&password=canary-password',
    });
    await app.landfall.close();

    const exported = collector.received.map(({ body: bytes }) => bytes.toString()).join('\n');
    const spans = collector.received
      .filter(({ path }) => path === '/v1/traces')
      .flatMap((sent) => tracesSchema.parse(JSON.parse(sent.body.toString())).resourceSpans)
      .flatMap(({ scopeSpans }) => scopeSpans)
      .flatMap((scope) => scope.spans);
    const lookup = spans.findLast(({ name }) => name === 'GET imports.list');
    const below = spans.filter(({ parentSpanId }) => parentSpanId === lookup?.spanId).map(({ name }) => name);
    expect(below).toContain('service listImports');
    expect(below).toContain('select sessions');
    expect(spans.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['POST webhooks.receive', 'GET page migration', 'POST auth.post']),
    );
    expect(exported).toContain('landfall_http_request_seconds');
    expect(exported).not.toMatch(/canary/i);
    expect(exported).not.toContain(encodeURIComponent(customer));
  });
});

describe('while the database is unavailable', () => {
  it('pages and routes show the id', async () => {
    const page = await server.request('/start', { headers: local });
    expect(page.status).toBe(503);
    expect(page.text).toContain(String(page.headers['x-request-id']));
    expect(linesOf(page.headers['x-request-id'])).toMatchObject([
      { msg: 'the database does not answer', route: 'page start' },
    ]);
    const route = await server.request('/api/imports', { headers: signedIn() });
    expect(route.status).toBe(503);
    expect(JSON.parse(route.text)).toMatchObject({ requestId: route.headers['x-request-id'] });
  });
});
