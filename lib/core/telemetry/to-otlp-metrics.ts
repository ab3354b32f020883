import { ValueType } from '@opentelemetry/api';
import type { Resource } from '@opentelemetry/resources';
import {
  AggregationTemporality,
  DataPointType,
  type MetricData,
  type ResourceMetrics,
} from '@opentelemetry/sdk-metrics';
import type { MetricFamily } from '../metrics';

type Time = [seconds: number, nanoseconds: number];
type Sample = MetricFamily['values'][number];

/** The metrics of the Prometheus registry, so that each is defined once. Summaries are left out; we have none. */
export function toOtlpMetrics(
  families: readonly MetricFamily[],
  { resource, startedAt, now }: { resource: Resource; startedAt: Date; now: Date },
): ResourceMetrics {
  const times = { startTime: toTime(startedAt), endTime: toTime(now) };
  const metrics = families.flatMap((family): MetricData[] => {
    const base = {
      descriptor: { name: family.name, description: family.help, unit: '', valueType: ValueType.DOUBLE },
      aggregationTemporality: AggregationTemporality.CUMULATIVE,
    };
    const points = family.values.map(({ labels, value }) => ({ ...times, attributes: { ...labels }, value }));
    if (points.length === 0) return [];
    if (family.type === 'counter') {
      return [{ ...base, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints: points }];
    }
    if (family.type === 'gauge') return [{ ...base, dataPointType: DataPointType.GAUGE, dataPoints: points }];
    if (family.type !== 'histogram') return [];
    return [
      {
        ...base,
        dataPointType: DataPointType.HISTOGRAM,
        dataPoints: histogramsOf(family).map((point) => ({ ...times, ...point })),
      },
    ];
  });
  return { resource, scopeMetrics: [{ scope: { name: 'landfall' }, metrics }] };
}

/** Prometheus counts each bucket with all smaller ones, OTLP without. */
function histogramsOf({ name, values }: MetricFamily) {
  const series = new Map<string, { attributes: Partial<Record<string, string | number>>; samples: Sample[] }>();
  for (const sample of values) {
    const { le: _, ...attributes } = sample.labels;
    const key = JSON.stringify(Object.entries(attributes).toSorted());
    const known = series.get(key) ?? { attributes, samples: [] };
    known.samples.push(sample);
    series.set(key, known);
  }
  return [...series.values()].map(({ attributes, samples }) => {
    const valueOf = (suffix: string) =>
      samples.find(({ metricName }) => metricName === `${name}_${suffix}`)?.value ?? 0;
    const buckets = samples
      .filter(({ metricName, labels }) => metricName === `${name}_bucket` && labels['le'] !== '+Inf')
      .map(({ labels, value }) => ({ upTo: Number(labels['le']), value }))
      .toSorted((a, b) => a.upTo - b.upTo);
    const cumulative = [...buckets.map(({ value }) => value), valueOf('count')];
    const counts = cumulative.map((value, index) => value - (cumulative[index - 1] ?? 0));
    return {
      attributes,
      value: {
        buckets: { boundaries: buckets.map(({ upTo }) => upTo), counts },
        sum: valueOf('sum'),
        count: valueOf('count'),
      },
    };
  });
}

function toTime(at: Date): Time {
  const ms = at.getTime();
  return [Math.floor(ms / 1000), (ms % 1000) * 1_000_000];
}
