import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';
import { systemClock, type Clock } from './clock';
import { version } from './version';
import { withDeadline } from './with-deadline';

/** Node fires longer timers at once. */
const maxTimerMs = 2 ** 31 - 1;

export type Metrics = ReturnType<typeof createMetrics>;

/** Each app has its own registry, because tests run two apps in one process. */
export function createMetrics(options: { processMetrics?: boolean; clock?: Clock } = {}) {
  const { clock = systemClock } = options;
  const registry = new Registry();
  const registers = [registry];
  if (options.processMetrics ?? false) collectProcessMetrics(registry);

  const build = { name: 'landfall_build_info', help: 'Always 1, with the version of this instance', registers };
  new Gauge({ ...build, labelNames: ['version'] }).set({ version }, 1);
  const counter = <T extends string>(name: string, help: string, labelNames: T[]) =>
    new Counter({ name, help, labelNames, registers });
  const calls = counter(
    'landfall_service_calls_total',
    'Requests to the migration service by lane, operation and outcome',
    ['lane', 'operation', 'outcome'],
  );
  const deliveries = counter(
    'landfall_webhook_deliveries_total',
    'Webhook deliveries received by this instance, by verdict',
    ['verdict'],
  );
  const notFound = counter('landfall_fields_not_found_total', 'Fields missing in responses of the migration service', [
    'fact',
  ]);
  const messages = counter('landfall_messages_total', 'Attempts to send a message, by channel and outcome', [
    'channel',
    'outcome',
  ]);
  const polls = counter('landfall_poller_polls_total', 'Polls by kind and outcome', ['kind', 'outcome']);
  const histogram = (name: string, help: string, buckets: number[]) =>
    new Histogram({ name, help, buckets, labelNames: ['lane'] as const, registers });
  const callSeconds = histogram(
    'landfall_service_call_seconds',
    'Response time of the migration service',
    [0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 20, 60],
  );
  const waits = histogram(
    'landfall_budget_wait_seconds',
    'Time that requests waited for the request budget',
    [0.005, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 30],
  );
  const jobRuns = new Gauge({
    name: 'landfall_background_job_last_run_timestamp_seconds',
    help: 'When a background job last ended on this instance, by job and outcome',
    labelNames: ['job', 'outcome'] as const,
    registers,
  });
  const streams = new Gauge({ name: 'landfall_live_streams', help: 'Live streams open on this instance', registers });

  return {
    serviceCall: (attempt: {
      lane: string;
      operation: string;
      outcome: string;
      waitMs: number;
      tookMs: number;
      missing: readonly string[];
    }) => {
      const { lane, operation, outcome, waitMs, tookMs, missing } = attempt;
      calls.inc({ lane, operation, outcome });
      callSeconds.observe({ lane }, tookMs / 1000);
      waits.observe({ lane }, waitMs / 1000);
      for (const fact of missing) notFound.inc({ fact });
    },
    /** `duplicate` and `too_large` are counted besides the stored verdicts. */
    delivery: (verdict: string) => deliveries.inc({ verdict }),
    fieldNotFound: (fact: string) => notFound.inc({ fact }),
    fieldsNotFound: async () =>
      (await notFound.get()).values
        .map(({ labels, value }) => ({ fact: String(labels.fact), count: value }))
        .sort((a, b) => b.count - a.count),
    /** Outcomes: `sent`, `retry`, `failed`, `skipped`. */
    message: (labels: { channel: string; outcome: string }) => messages.inc(labels),
    /** Outcomes: `same`, `changed`, `gone`, `failed`. */
    poll: (labels: { kind: string; outcome: string }) => polls.inc(labels),
    jobRun: ({ job, outcome, at }: { job: string; outcome: 'ok' | 'failed'; at: Date }) =>
      jobRuns.set({ job, outcome }, at.getTime() / 1000),
    streams: (open: number) => streams.set(open),
    /** Read on each scrape. A gauge that is unknown or cannot be read in time is left out. */
    gauge: (name: string, help: string, read: () => Promise<number | undefined> | number | undefined) => {
      new Gauge({
        name,
        help,
        registers,
        async collect() {
          const reading = Promise.resolve().then(read);
          const value = await withDeadline(clock, 5000, reading).catch(() => undefined);
          this.reset();
          if (value === undefined || !Number.isFinite(value)) this.remove();
          else this.set(value);
        },
      });
    },
    render: async () => ({ contentType: registry.contentType, text: await registry.metrics() }),
  };
}

/** prom-client measures the delay of the event loop with a timer every 10 ms, which takes 0.3 % of a core. */
function collectProcessMetrics(register: Registry): void {
  collectDefaultMetrics({ register, eventLoopMonitoringPrecision: maxTimerMs });
  for (const part of ['min', 'max', 'mean', 'stddev', 'p50', 'p90', 'p99'])
    register.removeSingleMetric(`nodejs_eventloop_lag_${part}_seconds`);
}
