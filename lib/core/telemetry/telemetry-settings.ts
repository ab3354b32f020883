import { z } from 'zod';

const samplers = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

const endpoint = z
  .string()
  .refine((text) => URL.canParse(text), 'must be a full address, such as http://collector.example:4318')
  .refine(
    (text) => !URL.canParse(text) || /^https?:$/.test(new URL(text).protocol),
    'must start with https:// or http://',
  );

/** `name=value,name=value` with percent-encoded values. */
const pairs = z.string().transform((text, ctx): Record<string, string> => {
  const entries = text
    .split(',')
    .map((pair) => pair.trim())
    .filter((pair) => pair !== '');
  try {
    return Object.fromEntries(
      entries.map((pair) => {
        const [, name = '', value = ''] = /^([^=\s]{1,200})\s*=(.*)$/s.exec(pair) ?? [];
        if (name === '') throw new Error('no name');
        return [name, decodeURIComponent(value.trim())];
      }),
    );
  } catch {
    ctx.addIssue('must be pairs such as name=value,other=value, with % written as %25');
    return z.NEVER;
  }
});

const exporter = z.enum(['otlp', 'none'], { error: 'must be otlp or none' }).default('otlp');
const milliseconds = (min: number) =>
  z
    .string()
    .regex(/^\d{1,8}$/, 'must be a whole number of milliseconds')
    .transform(Number)
    .refine((ms) => ms >= min, `must be at least ${min}`);

/** The usual settings of OpenTelemetry. */
export const telemetryShape = {
  OTEL_SDK_DISABLED: z.enum(['true', 'false'], { error: 'must be true or false' }).default('false'),
  OTEL_EXPORTER_OTLP_ENDPOINT: endpoint.optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: endpoint.optional(),
  OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: endpoint.optional(),
  OTEL_EXPORTER_OTLP_PROTOCOL: z
    .enum(['http/protobuf', 'http/json'], { error: 'must be http/protobuf or http/json; grpc is not supported' })
    .default('http/protobuf'),
  OTEL_EXPORTER_OTLP_HEADERS: pairs.default({}),
  OTEL_EXPORTER_OTLP_TIMEOUT: milliseconds(1).default(10_000),
  OTEL_TRACES_EXPORTER: exporter,
  OTEL_METRICS_EXPORTER: exporter,
  OTEL_METRIC_EXPORT_INTERVAL: milliseconds(1000).default(60_000),
  OTEL_SERVICE_NAME: z.string().max(200, 'is too long').optional(),
  OTEL_RESOURCE_ATTRIBUTES: pairs.default({}),
  OTEL_TRACES_SAMPLER: z
    .enum(samplers, { error: `must be one of ${samplers.join(', ')}` })
    .default('parentbased_always_on'),
  OTEL_TRACES_SAMPLER_ARG: z
    .string()
    .regex(/^(0(\.\d{1,9})?|1(\.0{1,9})?|\.\d{1,9})$/, 'must be a number from 0 to 1')
    .transform(Number)
    .default(1),
};

type RawTelemetry = z.infer<z.ZodObject<typeof telemetryShape>>;

export type TelemetrySettings = NonNullable<ReturnType<typeof toTelemetry>>;

/** Undefined unless an address is set: telemetry is off by default. */
export function toTelemetry(raw: RawTelemetry) {
  const tracesUrl = urlOf(raw.OTEL_TRACES_EXPORTER, raw.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT, raw, 'v1/traces');
  const metricsUrl = urlOf(raw.OTEL_METRICS_EXPORTER, raw.OTEL_EXPORTER_OTLP_METRICS_ENDPOINT, raw, 'v1/metrics');
  if (raw.OTEL_SDK_DISABLED === 'true' || (tracesUrl === undefined && metricsUrl === undefined)) return undefined;
  const { 'service.name': serviceName = 'landfall', ...attributes } = raw.OTEL_RESOURCE_ATTRIBUTES;
  return {
    tracesUrl,
    metricsUrl,
    protocol: raw.OTEL_EXPORTER_OTLP_PROTOCOL,
    headers: raw.OTEL_EXPORTER_OTLP_HEADERS,
    timeoutMs: raw.OTEL_EXPORTER_OTLP_TIMEOUT,
    metricsEveryMs: raw.OTEL_METRIC_EXPORT_INTERVAL,
    sampler: { name: raw.OTEL_TRACES_SAMPLER, ratio: raw.OTEL_TRACES_SAMPLER_ARG },
    resource: { ...attributes, 'service.name': raw.OTEL_SERVICE_NAME ?? serviceName },
  };
}

/** The address of one signal is used as it is; the common one gets the path of the signal. */
function urlOf(
  exporterName: 'otlp' | 'none',
  own: string | undefined,
  { OTEL_EXPORTER_OTLP_ENDPOINT: common }: RawTelemetry,
  path: string,
): string | undefined {
  if (exporterName === 'none') return undefined;
  return own ?? (common === undefined ? undefined : new URL(path, common.endsWith('/') ? common : `${common}/`).href);
}
