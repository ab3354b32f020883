import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { startChild } from '../../lib/store/testing/start-child';
import { startTestPostgres } from '../../lib/store/testing/start-test-postgres';
import { startSimulator } from '../../simulator/start-simulator';
import type { MeasurementResult } from '../measurement';
import { quantile } from '../statistics';

export const name = 'budget';
export const description =
  'three processes share the request budget for a minute on one PostgreSQL, one clock 30 s off, 1,000 poller requests queued';

const durationMs = 60_000;
const ratePerS = 10;
const budgetUseSchema = z.object({ waitsMs: z.array(z.number()), forfeited: z.number() });

export async function run(): Promise<MeasurementResult> {
  const postgres = await startTestPostgres();
  const simulator = await startSimulator({ port: 0, rate: ratePerS });
  const databaseUrl = await postgres.createDatabase();
  const authorization = `Basic ${Buffer.from(`${simulator.token}:X`).toString('base64')}`;
  const processes = await Promise.all(
    [0, 30_000, 0].map((clockOffMs) =>
      startChild('lib/store/testing/spend-budget.ts', [
        JSON.stringify({
          databaseUrl,
          target: `${simulator.url}/imports?destination_username=`,
          authorization,
          ratePerS,
          peoplePerS: 1,
          pollerQueue: 334,
          clockOffMs,
        }),
      ]),
    ),
  );
  try {
    await Promise.all(processes.map((child) => child.readLine()));
    for (const child of processes) child.sendLine('go');
    await delay(durationMs);
    for (const child of processes) child.sendLine('stop');
    const spent = (await Promise.all(processes.map((child) => child.readLine()))).map((line) =>
      budgetUseSchema.parse(JSON.parse(line)),
    );
    return evaluate(
      simulator.log(),
      spent.flatMap(({ waitsMs }) => waitsMs),
      spent.reduce((sum, { forfeited }) => sum + forfeited, 0),
    );
  } finally {
    await Promise.all(processes.map((child) => child.kill()));
    await simulator.close();
    await postgres.stop();
  }
}

function evaluate(
  log: readonly { at: number; path: string; status: number | null }[],
  waitsMs: readonly number[],
  forfeited: number,
): MeasurementResult {
  const times = log.map(({ at }) => at).toSorted((a, b) => a - b);
  const most = Math.max(...times.map((from) => times.filter((at) => at >= from && at - from < 1_000).length));
  const rateLimited = log.filter(({ status }) => status === 429).length;
  const perS = log.length / (durationMs / 1_000);
  const poller = log.filter(({ path }) => path.endsWith('poller')).length;
  return {
    rows: [
      { what: 'requests that arrived', value: log.length },
      { what: 'per second', value: perS.toFixed(2) },
      { what: 'most in any 1,000 ms', value: most },
      { what: 'answered 429', value: rateLimited },
      { what: 'from the poller', value: `${((100 * poller) / log.length).toFixed(0)} %` },
      { what: "people's requests", value: waitsMs.length },
      { what: 'wait, median', value: `${Math.round(quantile(waitsMs, 0.5))} ms` },
      { what: 'wait, p95', value: `${Math.round(quantile(waitsMs, 0.95))} ms` },
      { what: 'wait, longest', value: `${Math.round(Math.max(...waitsMs))} ms` },
      { what: 'slots forfeited as too late', value: forfeited },
    ],
    checks: [
      { guarantee: `never more than ${ratePerS} in any 1,000 ms`, passed: most <= ratePerS },
      { guarantee: 'no 429', passed: rateLimited === 0 },
      // A busy machine forfeits slots but does not change the pace.
      { guarantee: 'at least 8 slots per second', passed: perS * (1 + forfeited / log.length) >= 8 },
    ],
  };
}
