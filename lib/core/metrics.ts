import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';

/** What is counted, in the words of the rooms that count it. None of them knows how it is told to the outside. */
export interface Metrics {
  /** One attempt at the service: who, what, how it ended, how long it waited for the budget and what it lacked. */
  serviceCall(attempt: {
    lane: string;
    operation: string;
    outcome: string;
    waitMs: number;
    tookMs: number;
    missing: readonly string[];
  }): void;
  /** Verdict of a webhook delivery; `duplicate` and `too_large` are counted beside those that are stored. */
  delivery(verdict: string): void;
  /** A fact that a reader looked for and did not find, such as `listed.status`. */
  fieldNotFound(fact: string): void;
  /** What was not found until now, most often first. */
  fieldsNotFound(): Promise<{ fact: string; count: number }[]>;
  /** A look of the watcher, and what came of it: `same`, `changed`, `gone`, `failed`. */
  poll(look: { kind: string; outcome: string }): void;
  /** The end of one run of a background job. */
  jobRun(run: { job: string; outcome: 'ok' | 'failed'; at: Date }): void;
  /** Pages that are listening to the live stream on this instance. */
  streams(open: number): void;
  /** A number that is asked for when somebody reads the metrics. Undefined is told as not known. */
  gauge(name: string, help: string, read: () => Promise<number | undefined> | number | undefined): void;
  /** The Prometheus text format. A number that cannot be read now is left out rather than failing the rest. */
  render(): Promise<{ contentType: string; text: string }>;
}

const waitBucketsS = [0.005, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 30];
const callBucketsS = [0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 20, 60];

/** One registry a composition: two apps in one process (tests) do not count into each other's. */
export function createMetrics(options: { processMetrics?: boolean } = {}): Metrics {
  const registry = new Registry();
  const registers = [registry];
  if (options.processMetrics ?? false) collectDefaultMetrics({ register: registry });

  const calls = new Counter({
    name: 'landfall_service_calls_total',
    help: 'Requests to the migration service by lane, operation and outcome',
    labelNames: ['lane', 'operation', 'outcome'] as const,
    registers,
  });
  const callSeconds = new Histogram({
    name: 'landfall_service_call_seconds',
    help: 'How long the migration service took to answer',
    labelNames: ['lane'] as const,
    buckets: callBucketsS,
    registers,
  });
  const waits = new Histogram({
    name: 'landfall_budget_wait_seconds',
    help: 'How long requests waited for the request budget',
    labelNames: ['lane'] as const,
    buckets: waitBucketsS,
    registers,
  });
  const deliveries = new Counter({
    name: 'landfall_webhook_deliveries_total',
    help: 'Webhook deliveries received by this instance, by verdict',
    labelNames: ['verdict'] as const,
    registers,
  });
  const notFound = new Counter({
    name: 'landfall_fields_not_found_total',
    help: 'Facts that were looked for in what the service sent and not found',
    labelNames: ['fact'] as const,
    registers,
  });
  const looks = new Counter({
    name: 'landfall_poller_polls_total',
    help: 'Looks of the watcher by kind and outcome',
    labelNames: ['kind', 'outcome'] as const,
    registers,
  });
  const jobRuns = new Gauge({
    name: 'landfall_background_job_last_run_timestamp_seconds',
    help: 'When a background job last ended on this instance, by job and outcome',
    labelNames: ['job', 'outcome'] as const,
    registers,
  });
  const streams = new Gauge({
    name: 'landfall_live_streams',
    help: 'Live streams open on this instance',
    registers,
  });

  return {
    serviceCall: ({ lane, operation, outcome, waitMs, tookMs, missing }) => {
      calls.inc({ lane, operation, outcome });
      callSeconds.observe({ lane }, tookMs / 1000);
      waits.observe({ lane }, waitMs / 1000);
      for (const fact of missing) notFound.inc({ fact });
    },
    delivery: (verdict) => deliveries.inc({ verdict }),
    fieldNotFound: (fact) => notFound.inc({ fact }),
    fieldsNotFound: async () =>
      (await notFound.get()).values
        .map(({ labels, value }) => ({ fact: String(labels.fact), count: value }))
        .sort((a, b) => b.count - a.count),
    poll: (look) => looks.inc(look),
    jobRun: ({ job, outcome, at }) => jobRuns.set({ job, outcome }, at.getTime() / 1000),
    streams: (open) => streams.set(open),
    gauge: (name, help, read) => {
      new Gauge({
        name,
        help,
        registers,
        async collect() {
          const value = await Promise.resolve()
            .then(read)
            .catch(() => undefined);
          this.reset();
          if (value === undefined || !Number.isFinite(value)) this.remove();
          else this.set(value);
        },
      });
    },
    render: async () => ({ contentType: registry.contentType, text: await registry.metrics() }),
  };
}
