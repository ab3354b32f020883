import { setTimeout as delay } from 'node:timers/promises';
import { cutConnections, startTestPostgres, type TestPostgres } from '../../lib/store/testing/start-test-postgres';
import { countLost, createSender, runSteadily, waitUntilApplied } from '../apps/acknowledged';
import { startInstances } from '../apps/start-instances';
import { describeStatuses, visitOnce, waitUntilReady, watchPages } from '../apps/watch-pages';
import { withBench, type Bench } from '../apps/with-bench';
import type { MeasurementResult, RunOptions } from '../measurement';

export const name = 'database-outage';
export const description =
  'two instances at 20 webhooks a second while PostgreSQL is stopped, crashed and loses its connections: nothing acknowledged is lost';
export const quick = true;

const perS = 20;
const maxRecoveryS = 10;

interface Fault {
  fault: string;
  /** Ends once the server can be reached again. */
  inject: (postgres: TestPostgres, databaseUrl: string) => Promise<void>;
}

const faults = (downMs: number): Fault[] => [
  { fault: 'connections cut', inject: (_, databaseUrl) => cutConnections(databaseUrl) },
  {
    fault: `stopped for ${downMs / 1000} s`,
    inject: async (postgres) => {
      await postgres.halt();
      await delay(downMs);
      await postgres.resume();
    },
  },
  {
    fault: 'crashed and started at once',
    inject: async (postgres) => {
      await postgres.halt('crash');
      await postgres.resume();
    },
  },
  { fault: 'connections cut again', inject: (_, databaseUrl) => cutConnections(databaseUrl) },
];

export const run = ({ quick: isShort }: RunOptions): Promise<MeasurementResult> =>
  withBench(async (bench) => {
    const postgres = await startTestPostgres({ durable: true });
    try {
      return await measure(
        bench,
        postgres,
        isShort ? { downMs: 2000, calmMs: 2000 } : { downMs: 20_000, calmMs: 10_000 },
      );
    } finally {
      await postgres.stop();
    }
  });

async function measure(
  bench: Bench,
  postgres: TestPostgres,
  { downMs, calmMs }: { downMs: number; calmMs: number },
): Promise<MeasurementResult> {
  const databaseUrl = await postgres.createDatabase();
  const app = await startInstances(bench, { databaseUrl, count: 2 });
  const origins = app.instances.map(({ origin }) => origin);
  await visitOnce(origins, app.cookie);
  let turn = 0;
  const nextOrigin = () => origins[(turn += 1) % origins.length] ?? '';
  const { sent, send } = createSender(app.webhookSecret);
  const outcomes: {
    fault: string;
    recoveryS: number | undefined;
    statuses: string;
    wrong: string[];
    slowestMs: number;
  }[] = [];
  const injectAll = async () => {
    for (const { fault, inject } of faults(downMs)) {
      await delay(calmMs);
      const { visits, stop } = watchPages(nextOrigin, app.cookie);
      await inject(postgres, databaseUrl);
      const recoveryS = await waitUntilReady(origins);
      await stop();
      outcomes.push({ fault, recoveryS, ...visits, statuses: describeStatuses(visits.statuses) });
    }
    await delay(calmMs);
  };
  try {
    await runSteadily(perS, injectAll(), () => send(nextOrigin()));
    const appliedS = await waitUntilApplied(origins[0] ?? '', app.cookie);
    const database = await app.openDatabase();
    const lost = await countLost(database, sent).finally(() => database.close());
    return {
      rows: [
        ...outcomes.map(({ fault, recoveryS, statuses, slowestMs }) => ({
          fault,
          'ready again after (s)': recoveryS?.toFixed(1) ?? 'never',
          pages: statuses,
          'slowest page (s)': (slowestMs / 1000).toFixed(1),
        })),
        {
          fault: 'webhooks',
          sent: sent.attempts,
          acknowledged: sent.acknowledged.size,
          'not acknowledged': describeStatuses(sent.others),
          lost,
          'all applied after (s)': appliedS?.toFixed(1) ?? 'never',
        },
      ],
      checks: [
        { guarantee: 'no acknowledged message is lost', passed: lost === 0 && sent.acknowledged.size > 0 },
        { guarantee: 'all of them are applied in the end', passed: appliedS !== undefined },
        {
          guarantee: 'pages answer 200, or 503 with our page',
          passed: outcomes.every(({ wrong }) => wrong.length === 0),
        },
        {
          guarantee: `both instances are ready within ${maxRecoveryS} s, without a restart`,
          passed: outcomes.every(({ recoveryS }) => recoveryS !== undefined && recoveryS <= maxRecoveryS),
        },
      ],
    };
  } finally {
    await app.stop();
  }
}
