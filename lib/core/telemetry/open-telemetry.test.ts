import { trace } from '@opentelemetry/api';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { systemClock } from '../clock';
import { runInContext } from '../context.mjs';
import { LandfallError } from '../errors';
import { createLog } from '../log';
import { createMetrics } from '../metrics';
import { parseSettings } from '../settings';
import { inSpan, runAsJob } from '../span';
import { startOtlpReceiver } from '../testing/start-otlp-receiver';
import { openTelemetry } from './open-telemetry';

const cleanUps: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

async function open(env: Record<string, string> = {}, answer?: () => number | Promise<number>) {
  const receiver = await startOtlpReceiver(answer);
  cleanUps.push(receiver.close);
  const { telemetry: settings } = parseSettings({
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    ...env,
  });
  if (!settings) throw new Error('telemetry is off');
  const lines: string[] = [];
  const log = createLog({ level: 'info', secrets: [], write: (line) => lines.push(line) });
  const metrics = createMetrics();
  const telemetry = openTelemetry(settings, { metrics, clock: systemClock, log });
  const startTrace = telemetry.startTrace ?? (() => expect.unreachable('tracing is off'));
  return { telemetry, startTrace, metrics, log, lines, receiver };
}

const attributeSchema = z.object({ key: z.string(), value: z.record(z.string(), z.unknown()) });
const spanSchema = z.object({
  name: z.string(),
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  kind: z.number(),
  attributes: z.array(attributeSchema),
  status: z.object({ code: z.number(), message: z.string().optional() }),
});
const tracesSchema = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: z.array(attributeSchema) }),
      scopeSpans: z.array(z.object({ spans: z.array(spanSchema) })),
    }),
  ),
});
const parse = (body: Buffer | undefined): unknown => JSON.parse(String(body));
const spansOf = (bodies: { path: string; body: Buffer }[]) =>
  bodies
    .filter(({ path }) => path === '/v1/traces')
    .flatMap(({ body }) => tracesSchema.parse(parse(body)).resourceSpans)
    .flatMap(({ scopeSpans }) => scopeSpans)
    .flatMap(({ spans }) => spans);

describe('traces', () => {
  it('nest spans below the job or request, with the kind of an error and never its message', async () => {
    const { telemetry, startTrace, receiver, log, lines } = await open();
    const failing = runAsJob(startTrace, 'test', () =>
      inSpan('service readImport', { kind: 'client' }, async (set) => {
        set({ 'landfall.outcome': 'service_failed' });
        log.info({}, 'inside');
        throw new LandfallError('service_failed', 'canary in a message');
      }),
    );
    await expect(failing).rejects.toThrow('canary');
    await telemetry.close();
    const [child, job] = spansOf(receiver.received);
    expect(job).toMatchObject({ name: 'job test', status: { code: 2 } });
    expect(child).toMatchObject({ name: 'service readImport', parentSpanId: job?.spanId, traceId: job?.traceId });
    expect(child?.attributes).toContainEqual({ key: 'error.type', value: { stringValue: 'service_failed' } });
    expect(Buffer.concat(receiver.received.map(({ body }) => body)).toString()).not.toContain('canary');
    // Log lines lead to the trace.
    expect(parse(Buffer.from(lines[0] ?? ''))).toMatchObject({ job: 'test', traceId: job?.traceId });
  });

  it('continue the trace of a proxy, and follow its decision not to sample', async () => {
    const { telemetry, startTrace, receiver } = await open();
    const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
    startTrace('GET', { kind: 'server', traceparent: `00-${traceId}-00f067aa0ba902b7-01` }).end();
    const unsampled = startTrace('POST', { kind: 'server', traceparent: `00-${traceId}-00f067aa0ba902b7-00` });
    expect(unsampled.traceId).toBeUndefined();
    unsampled.end();
    startTrace('PUT', { kind: 'server', traceparent: 'no traceparent' }).end();
    await telemetry.close();
    const [continued, own] = spansOf(receiver.received);
    expect(continued).toMatchObject({ name: 'GET', traceId, parentSpanId: '00f067aa0ba902b7', kind: 2 });
    expect(own?.name).toBe('PUT');
    expect(own?.parentSpanId).toBeUndefined();
  });

  it('use the sampler, the name, the attributes and the headers of the settings', async () => {
    const { telemetry, startTrace, receiver } = await open({
      OTEL_TRACES_SAMPLER: 'always_on',
      OTEL_SERVICE_NAME: 'our landfall',
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test,service.name=other',
      OTEL_EXPORTER_OTLP_HEADERS: 'x-api-key=a%20key',
      OTEL_METRICS_EXPORTER: 'none',
    });
    startTrace('GET', { kind: 'server' }).end();
    await telemetry.close();
    expect(receiver.received.map(({ path }) => path)).toEqual(['/v1/traces']);
    expect(receiver.received[0]?.headers).toMatchObject({ 'x-api-key': 'a key', 'content-type': 'application/json' });
    const [sent] = tracesSchema.parse(parse(receiver.received[0]?.body)).resourceSpans;
    expect(sent?.resource.attributes).toEqual([
      { key: 'deployment.environment.name', value: { stringValue: 'test' } },
      { key: 'service.name', value: { stringValue: 'our landfall' } },
    ]);
    const off = await open({ OTEL_TRACES_SAMPLER: 'always_off' });
    off.startTrace('GET', { kind: 'server' }).end();
    await off.telemetry.close();
    expect(spansOf(off.receiver.received)).toEqual([]);
  });

  it('are not registered globally, so that Next sends none of its own, which contain paths', async () => {
    await open();
    expect(trace.getTracer('next.js').startSpan('GET /m/token').isRecording()).toBe(false);
  });

  it('are protobuf by default', async () => {
    const { telemetry, startTrace, receiver } = await open({ OTEL_EXPORTER_OTLP_PROTOCOL: '' });
    startTrace('protobuf span', { kind: 'server' }).end();
    await telemetry.close();
    const sent = receiver.received.find(({ path }) => path === '/v1/traces');
    expect(sent?.headers['content-type']).toBe('application/x-protobuf');
    expect(String(sent?.body)).toContain('protobuf span');
  });
});

describe('a collector that is unavailable', () => {
  it('leaves one line in the log, and another one when it is back', async () => {
    let status = 503;
    const { telemetry, lines } = await open({}, () => status);
    for (let sent = 0; sent < 5; sent += 1) await telemetry.sendMetrics?.();
    status = 200;
    for (let sent = 0; sent < 5; sent += 1) await telemetry.sendMetrics?.();
    expect(
      lines.map((line) => z.object({ level: z.string(), why: z.string().optional() }).parse(JSON.parse(line))),
    ).toEqual([{ level: 'warn', why: 'status 503' }, { level: 'info' }]);
  });

  it('delays neither the work nor the shutdown, and keeps a bounded number of spans', async () => {
    const { telemetry, startTrace, receiver, lines } = await open(
      { OTEL_EXPORTER_OTLP_TIMEOUT: '200' },
      () => new Promise<number>(() => undefined),
    );
    const startedMs = performance.now();
    for (let count = 0; count < 20_000; count += 1) startTrace('GET', { kind: 'server' }).end();
    await runInContext({ request: { id: 'r' } }, () => inSpan('work', { kind: 'internal' }, async () => undefined));
    expect(performance.now() - startedMs).toBeLessThan(10_000);
    await telemetry.close();
    // At most the 2048 that are kept, 512 at a time; the others were dropped.
    expect(spansOf(receiver.received).length).toBeLessThanOrEqual(512 + 2048);
    expect(lines.length).toBeLessThanOrEqual(2);
  });
});

describe('metrics', () => {
  it('are those of the Prometheus registry', async () => {
    const { telemetry, metrics, receiver } = await open();
    metrics.delivery('verified');
    metrics.streams(3);
    for (const tookMs of [20, 200, 20_000]) metrics.request({ route: 'imports.read', status: '2xx', tookMs });
    await telemetry.sendMetrics?.();
    const sent = z
      .object({
        resourceMetrics: z.array(
          z.object({ scopeMetrics: z.array(z.object({ metrics: z.array(z.looseObject({ name: z.string() })) })) }),
        ),
      })
      .parse(parse(receiver.received.find(({ path }) => path === '/v1/metrics')?.body));
    const all = sent.resourceMetrics.flatMap(({ scopeMetrics }) => scopeMetrics).flatMap((scope) => scope.metrics);
    const find = (name: string) => all.find((metric) => metric.name === name);
    expect(find('landfall_webhook_deliveries_total')).toMatchObject({
      description: 'Webhook deliveries received by this instance, by verdict',
      sum: {
        isMonotonic: true,
        aggregationTemporality: 2,
        dataPoints: [{ asDouble: 1, attributes: [{ key: 'verdict', value: { stringValue: 'verified' } }] }],
      },
    });
    expect(find('landfall_live_streams')).toMatchObject({ gauge: { dataPoints: [{ asDouble: 3 }] } });
    expect(find('landfall_http_request_seconds')).toMatchObject({
      histogram: {
        dataPoints: [
          {
            count: 3,
            sum: 20.22,
            explicitBounds: [0.05, 0.1, 0.3, 1, 3, 10],
            bucketCounts: [1, 0, 1, 0, 0, 0, 1],
          },
        ],
      },
    });
    await telemetry.close();
  });
});

describe('settings', () => {
  it('are off without an address or with OTEL_SDK_DISABLED', () => {
    const OTEL_EXPORTER_OTLP_ENDPOINT = 'http://collector.example:4318';
    expect(parseSettings({}).telemetry).toBeUndefined();
    expect(parseSettings({ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_SDK_DISABLED: 'true' }).telemetry).toBeUndefined();
    expect(
      parseSettings({ OTEL_EXPORTER_OTLP_ENDPOINT: `${OTEL_EXPORTER_OTLP_ENDPOINT}/otlp` }).telemetry,
    ).toMatchObject({
      tracesUrl: 'http://collector.example:4318/otlp/v1/traces',
      metricsUrl: 'http://collector.example:4318/otlp/v1/metrics',
    });
    expect(
      parseSettings({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://collector.example/custom' }).telemetry,
    ).toMatchObject({ tracesUrl: 'http://collector.example/custom', metricsUrl: undefined });
  });

  it.each([
    ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc', 'must be http/protobuf or http/json; grpc is not supported'],
    ['OTEL_TRACES_SAMPLER', 'some', 'must be one of always_on'],
    ['OTEL_TRACES_SAMPLER_ARG', '2', 'must be a number from 0 to 1'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'a key', 'must be pairs such as'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318', 'must start with https:// or http://'],
  ])('rejects %s=%s', (name, value, problem) => {
    expect(() => parseSettings({ [name]: value })).toThrow(`${name} ${problem}`);
  });
});
