import {
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
  type Span as OtelSpan,
  type Tracer,
} from '@opentelemetry/api';
import {
  JsonMetricsSerializer,
  JsonTraceSerializer,
  ProtobufMetricsSerializer,
  ProtobufTraceSerializer,
} from '@opentelemetry/otlp-transformer';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { Clock } from '../clock';
import type { Log } from '../log';
import type { Metrics } from '../metrics';
import { withDeadline } from '../with-deadline';
import { errorType, type Span, type SpanOptions, type StartTrace } from '../span';
import { createOtlpSender } from './create-otlp-sender';
import type { TelemetrySettings } from './telemetry-settings';
import { toOtlpMetrics } from './to-otlp-metrics';

export interface Telemetry {
  /** Undefined if only metrics are sent. */
  startTrace: StartTrace | undefined;
  metricsEveryMs: number;
  /** Undefined if only traces are sent. */
  sendMetrics: (() => Promise<void>) | undefined;
  /** Sends what is left, unless the collector is slow. */
  close(): Promise<void>;
}

const closeDeadlineMs = 1000;
const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL };

/**
 * Only imported if telemetry is on. The provider is not registered globally: Next would then send spans of its own, whose
 * names and attributes contain paths, and the paths of customers contain their tokens.
 */
export function openTelemetry(
  settings: TelemetrySettings,
  { metrics, clock, log }: { metrics: Pick<Metrics, 'read'>; clock: Clock; log: Log },
): Telemetry {
  const resource = resourceFromAttributes(settings.resource);
  const isJson = settings.protocol === 'http/json';
  const startedAt = clock.now();
  const provider = openTraces();
  const sendMetrics = openMetrics();

  function openTraces(): TracerProvider | undefined {
    if (settings.tracesUrl === undefined) return undefined;
    const send = createOtlpSender(settings, { url: settings.tracesUrl, signal: 'traces', log });
    const { serializeRequest } = isJson ? JsonTraceSerializer : ProtobufTraceSerializer;
    const exporter = {
      export: (...[spans, done]: Parameters<SpanExporter['export']>) =>
        void send(serializeRequest(spans)).then((ok) => done({ code: ok ? 0 : 1 })),
      shutdown: async () => undefined,
    };
    // Keeps at most 2048 spans and drops further ones.
    const spanProcessors = [new BatchSpanProcessor({ exporter, exportTimeoutMillis: settings.timeoutMs + 1000 })];
    return new TracerProvider({ resource, sampler: createSampler(settings.sampler), spanProcessors });
  }

  function openMetrics(): (() => Promise<void>) | undefined {
    if (settings.metricsUrl === undefined) return undefined;
    const send = createOtlpSender(settings, { url: settings.metricsUrl, signal: 'metrics', log });
    const { serializeRequest } = isJson ? JsonMetricsSerializer : ProtobufMetricsSerializer;
    return async () => {
      const families = await metrics.read();
      await send(serializeRequest(toOtlpMetrics(families, { resource, startedAt, now: clock.now() })));
    };
  }

  const tracer = provider?.getTracer('landfall');
  return {
    startTrace:
      tracer &&
      ((name, { traceparent, ...options }) => {
        const parent = readTraceparent(traceparent);
        const context = parent ? trace.setSpanContext(ROOT_CONTEXT, parent) : ROOT_CONTEXT;
        return toSpan(tracer, tracer.startSpan(name, toOtelOptions(options), context));
      }),
    metricsEveryMs: settings.metricsEveryMs,
    sendMetrics,
    close: async () => {
      const sent = Promise.all([provider?.shutdown(), sendMetrics?.()]);
      await withDeadline(clock, closeDeadlineMs, sent).catch(() => undefined);
    },
  };
}

function toSpan(tracer: Tracer, span: OtelSpan): Span {
  const { traceId, traceFlags } = span.spanContext();
  return {
    traceId: (traceFlags & TraceFlags.SAMPLED) === 0 ? undefined : traceId,
    startChild: (name, options) =>
      toSpan(tracer, tracer.startSpan(name, toOtelOptions(options), trace.setSpan(ROOT_CONTEXT, span))),
    rename: (name) => void span.updateName(name),
    set: (attributes) => void span.setAttributes(attributes),
    fail: (error) => {
      span.setAttributes({ 'error.type': errorType(error) });
      span.setStatus({ code: SpanStatusCode.ERROR });
    },
    end: () => span.end(),
  };
}

type SpanExporter = ConstructorParameters<typeof BatchSpanProcessor>[0]['exporter'];

function toOtelOptions({ kind, attributes = {} }: SpanOptions) {
  return { kind: kinds[kind], attributes };
}

function createSampler({ name, ratio }: TelemetrySettings['sampler']): Sampler {
  const root = name.endsWith('always_off')
    ? new AlwaysOffSampler()
    : name.endsWith('always_on')
      ? new AlwaysOnSampler()
      : new TraceIdRatioBasedSampler(ratio);
  return name.startsWith('parentbased_') ? new ParentBasedSampler({ root }) : root;
}

/** https://www.w3.org/TR/trace-context/#traceparent-header */
function readTraceparent(header: string | undefined) {
  const [, traceId = '', spanId = '', flags = ''] =
    /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})$/.exec(header ?? '') ?? [];
  return traceId === '' ? undefined : { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true };
}
