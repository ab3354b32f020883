import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { startChild } from '../../lib/store/testing/start-child';
import { startTestPostgres } from '../../lib/store/testing/start-test-postgres';
import { startSimulator } from '../../simulator/start-simulator';
import type { MeasurementResult } from '../measurement';

export const name = 'budget';
export const description =
  'three processes share the request budget for a minute on one PostgreSQL, one clock 30 s off, 1,000 watcher requests queued';

const forMs = 60_000;
const ratePerS = 10;
const spentSchema = z.object({ waitsMs: z.array(z.number()), forfeited: z.number() });

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
          watcherQueue: 334,
          clockOffMs,
        }),
      ]),
    ),
  );
  try {
    await Promise.all(processes.map((each) => each.hear()));
    for (const each of processes) each.say('go');
    await delay(forMs);
    for (const each of processes) each.say('stop');
    const spent = (await Promise.all(processes.map((each) => each.hear()))).map((line) =>
      spentSchema.parse(JSON.parse(line)),
    );
    return judge(
      simulator.requestLog.entries(),
      spent.flatMap(({ waitsMs }) => waitsMs),
      spent.reduce((sum, { forfeited }) => sum + forfeited, 0),
    );
  } finally {
    await Promise.all(processes.map((each) => each.end()));
    await simulator.close();
    await postgres.stop();
  }
}

function judge(
  log: readonly { at: number; path: string; status: number | null }[],
  waitsMs: readonly number[],
  forfeited: number,
): MeasurementResult {
  const times = log.map(({ at }) => at).toSorted((a, b) => a - b);
  const most = Math.max(...times.map((from) => times.filter((at) => at >= from && at - from < 1_000).length));
  const refused = log.filter(({ status }) => status === 429).length;
  const perS = log.length / (forMs / 1_000);
  const watcher = log.filter(({ path }) => path.endsWith('watcher')).length;
  const sorted = waitsMs.toSorted((a, b) => a - b);
  const quantile = (q: number) => Math.round(sorted[Math.floor(q * (sorted.length - 1))] ?? Number.NaN);
  return {
    rows: [
      { what: 'requests that arrived', value: log.length },
      { what: 'a second', value: perS.toFixed(2) },
      { what: 'most in any 1,000 ms', value: most },
      { what: 'answered 429', value: refused },
      { what: 'of the watcher', value: `${((100 * watcher) / log.length).toFixed(0)} %` },
      { what: "people's requests", value: sorted.length },
      { what: 'their wait, median', value: `${quantile(0.5)} ms` },
      { what: 'their wait, p95', value: `${quantile(0.95)} ms` },
      { what: 'their wait, longest', value: `${quantile(1)} ms` },
      { what: 'slots forfeited as too late', value: forfeited },
    ],
    checks: [
      { promise: `never more than ${ratePerS} in any 1,000 ms`, held: most <= ratePerS },
      { promise: 'no 429', held: refused === 0 },
      { promise: 'at least 8 a second', held: perS >= 8 },
      { promise: 'p95 of a person’s wait at most 500 ms', held: quantile(0.95) <= 500 },
    ],
  };
}
