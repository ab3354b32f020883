import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';
import { maxTimerMs, systemClock, type Clock } from './clock';
import { lanes } from './request-budget';
import { version } from './version';
import { withDeadline } from './with-deadline';

const gaugeDeadlineMs = 5000;

export type Metrics = ReturnType<typeof createMetrics>;

export interface MetricFamily {
  name: string;
  help: string;
  type: string;
  values: { metricName?: string; labels: Readonly<Partial<Record<string, string | number>>>; value: number }[];
}

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
  const deniedCalls = counter(
    'landfall_denied_calls_total',
    'Denied calls by kind: sign-in, set-password, page or route',
    ['kind'],
  );
  const failedStatements = counter(
    'landfall_database_failures_total',
    'Statements that failed, by operation and table',
    ['operation', 'table'],
  );
  const histogram = <T extends string>(name: string, help: string, labelNames: T[], buckets: number[]) =>
    new Histogram({ name, help, buckets, labelNames, registers });
  const requestSeconds = histogram(
    'landfall_http_request_seconds',
    'Duration of requests by route and class of the status; live streams are not among them',
    ['route', 'status'],
    [0.05, 0.1, 0.3, 1, 3, 10],
  );
  const statementSeconds = histogram(
    'landfall_database_statement_seconds',
    'Duration of database statements, with the wait for a connection',
    ['operation'],
    [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10],
  );
  const callSeconds = histogram(
    'landfall_service_call_seconds',
    'Response time of the migration service by lane and operation',
    ['lane', 'operation'],
    [0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 20, 60],
  );
  const waits = histogram(
    'landfall_budget_wait_seconds',
    'Time that requests waited for the request budget',
    ['lane'],
    [0.005, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 30],
  );
  const jobRuns = new Gauge({
    name: 'landfall_background_job_last_run_timestamp_seconds',
    help: 'When a background job last ended on this instance, by name and outcome',
    labelNames: ['name', 'outcome'] as const,
    registers,
  });
  const streams = new Gauge({ name: 'landfall_live_streams', help: 'Live streams open on this instance', registers });

  return {
    /** For alerts: Prometheus does not count the first value of a series that was not there before. */
    startAtZero: (known: Record<'operations' | 'facts' | 'verdicts' | 'channels', readonly string[]>) => {
      failedStatements.inc({ operation: 'insert', table: 'audit' }, 0);
      deniedCalls.inc({ kind: 'sign-in' }, 0);
      for (const lane of lanes) {
        for (const operation of known.operations) calls.inc({ lane, operation, outcome: 'service_unauthorized' }, 0);
      }
      for (const fact of known.facts) notFound.inc({ fact }, 0);
      for (const verdict of known.verdicts) deliveries.inc({ verdict }, 0);
      for (const channel of known.channels) messages.inc({ channel, outcome: 'failed' }, 0);
    },
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
      callSeconds.observe({ lane, operation }, tookMs / 1000);
      waits.observe({ lane }, waitMs / 1000);
      for (const fact of missing) notFound.inc({ fact });
    },
    request: ({ route, status, tookMs }: { route: string; status: string; tookMs: number }) =>
      requestSeconds.observe({ route, status }, tookMs / 1000),
    statement: (event: { operation: string; table: string | undefined; outcome: 'ok' | 'failed'; tookMs: number }) => {
      const { operation, table = 'none', outcome, tookMs } = event;
      statementSeconds.observe({ operation }, tookMs / 1000);
      if (outcome === 'failed') failedStatements.inc({ operation, table });
    },
    /** `route` is the id of a route, or one of the kinds. */
    denied: (route: string) => {
      const kind = /^(sign-in$|set-password$|page )/.exec(route)?.[1]?.trim() ?? 'route';
      deniedCalls.inc({ kind });
    },
    /** `duplicate` and `too_large` are counted besides the stored verdicts. */
    delivery: (verdict: string) => deliveries.inc({ verdict }),
    fieldNotFound: (fact: string) => notFound.inc({ fact }),
    fieldsNotFound: async () =>
      (await notFound.get()).values
        .filter(({ value }) => value > 0)
        .map(({ labels, value }) => ({ fact: String(labels.fact), count: value }))
        .sort((a, b) => b.count - a.count),
    /** Outcomes: `sent`, `retry`, `failed`, `skipped`. */
    message: (labels: { channel: string; outcome: string }) => messages.inc(labels),
    /** Outcomes: `same`, `changed`, `gone`, `failed`. */
    poll: (labels: { kind: string; outcome: string }) => polls.inc(labels),
    jobRun: ({ job, outcome, at }: { job: string; outcome: 'ok' | 'failed'; at: Date }) =>
      jobRuns.set({ name: job, outcome }, at.getTime() / 1000),
    streams: (open: number) => streams.set(open),
    /** Read on each scrape. A gauge that is unknown or cannot be read in time is left out. */
    gauge: (name: string, help: string, read: () => Promise<number | undefined> | number | undefined) => {
      new Gauge({
        name,
        help,
        registers,
        async collect() {
          const reading = Promise.resolve().then(read);
          const value = await withDeadline(clock, gaugeDeadlineMs, reading).catch(() => undefined);
          this.reset();
          if (value === undefined || !Number.isFinite(value)) this.remove();
          else this.set(value);
        },
      });
    },
    /** Like `gauge`, with one value per label. Labels in `known` are 0 unless they are read. */
    gaugeBy: <T extends string>(
      { name, help, label, known }: { name: string; help: string; label: string; known: readonly T[] },
      read: () => Promise<Partial<Record<T, number>>>,
    ) => {
      new Gauge({
        name,
        help,
        labelNames: [label],
        registers,
        async collect() {
          const values = await withDeadline(clock, gaugeDeadlineMs, read()).catch(() => undefined);
          this.reset();
          for (const each of values ? known : []) this.set({ [label]: each }, values?.[each] ?? 0);
        },
      });
    },
    read: async (): Promise<MetricFamily[]> =>
      (await registry.getMetricsAsJSON()).map(({ name, help, type, values }) => ({
        name,
        help,
        type: String(type),
        values,
      })),
    render: async () => ({ contentType: registry.contentType, text: await registry.metrics() }),
  };
}

/** prom-client measures the delay of the event loop with a timer every 10 ms, which takes 0.3 % of a core. */
function collectProcessMetrics(register: Registry): void {
  collectDefaultMetrics({ register, eventLoopMonitoringPrecision: maxTimerMs });
  for (const part of ['min', 'max', 'mean', 'stddev', 'p50', 'p90', 'p99'])
    register.removeSingleMetric(`nodejs_eventloop_lag_${part}_seconds`);
}
