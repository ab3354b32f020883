import { setTimeout as delay } from 'node:timers/promises';
import { createStatementCounter } from '../apps/count-statements';
import { measureRate } from '../apps/measure-rate';
import { listRows, startLandfall, type RunningLandfall } from '../apps/start-landfall';
import { startBareNext } from '../apps/start-peer';
import { withBench, type Bench, type Engine } from '../apps/with-bench';
import type { Comparison, MeasurementResult, Target } from '../measurement';
import { alternate, quantile, summarize } from '../statistics';

export const name = 'pages';
export const description = 'staff pages: server time and rate against a bare page of 50 rows, statements, size';

const rounds = 100;
const warmUps = 20;
const rateRounds = 3;
const rateSeconds = 5;
const statementRounds = 11;

const timeTarget: Target = { of: 'ratio', atMost: 2.5 };
const statementTarget: Target = { of: 'measured', atMost: 6 };
const htmlTarget: Target = { of: 'measured', atMost: 90 };
/**
 * Three times the rate of issue 16, as a share of the bare page's rate. Pages took 72, 56, 96 and 158 ms of one busy
 * process then, where the bare page took 12.
 */
const rateTargets: Readonly<Record<string, Target>> = {
  '/imports': { of: 'ratio', atLeast: (3 * 12) / 72 },
  '/imports/:id': { of: 'ratio', atLeast: (3 * 12) / 56 },
  '/': { of: 'ratio', atLeast: (3 * 12) / 96 },
  '/sponsorship': { of: 'ratio', atLeast: (3 * 12) / 158 },
};

export async function run(): Promise<MeasurementResult> {
  const comparisons: Comparison[] = [];
  for (const engine of ['PGlite', 'PostgreSQL'] as const) {
    comparisons.push(...(await withBench((bench) => measureEngine(bench, engine))));
  }
  comparisons.push(...(await withBench(measureStatements)));
  return { comparisons };
}

async function pathsOf(landfall: RunningLandfall): Promise<string[]> {
  const [first] = await listRows(landfall, 1);
  return ['/imports', `/imports/${first?.id}`, '/', '/sponsorship'];
}

const labelOf = (path: string) => path.replace(/^\/imports\/.+/, '/imports/:id');

async function measureEngine(bench: Bench, engine: Engine): Promise<Comparison[]> {
  const landfall = await startLandfall(bench, { engine });
  const bare = await startBareNext(bench, landfall);
  const paths = await pathsOf(landfall);

  const { bare: bareTimes = [], ...times } = await alternate<string>(
    {
      bare: () => bare.client.time('/rows'),
      ...Object.fromEntries(paths.map((path) => [path, () => landfall.client.time(path)])),
    },
    { rounds, warmUps },
  );
  const { bare: bareRates = [], ...rates } = await alternate<string>(
    {
      bare: () => measureRate({ origin: bare.origin, path: '/rows', seconds: rateSeconds }),
      ...Object.fromEntries(
        paths.map((path) => [
          path,
          () => measureRate({ ...landfall, path, headers: { cookie: landfall.cookie }, seconds: rateSeconds }),
        ]),
      ),
    },
    { rounds: rateRounds },
  );
  const html = engine === 'PGlite' ? [await measureHtml(landfall)] : [];
  return [
    ...Object.entries(times).map(([path, samples]) =>
      compare({ what: `${labelOf(path)}, ${engine}`, unit: 'ms', target: timeTarget }, samples, bareTimes),
    ),
    ...Object.entries(rates).map(([path, samples]) => {
      const what = `${labelOf(path)} at 10 concurrent, ${engine}`;
      const target = rateTargets[labelOf(path)];
      return compare({ what, unit: 'per s', ...(target && { target }) }, samples, bareRates);
    }),
    ...html,
  ];
}

function compare(
  row: Pick<Comparison, 'what' | 'unit' | 'target'>,
  samples: readonly number[],
  bareSamples: readonly number[],
): Comparison {
  const ours = summarize(samples);
  const bare = summarize(bareSamples);
  return {
    ...row,
    measured: ours.p50,
    spread: ours.mad,
    counterpart: { what: 'bare page', value: bare.p50, spread: bare.mad },
  };
}

async function measureHtml({ client }: RunningLandfall): Promise<Comparison> {
  const { body } = await client.get('/imports');
  return { what: 'HTML of /imports', unit: 'kB', measured: body.length / 1000, target: htmlTarget };
}

/** Only on PostgreSQL, where they can be counted from outside; both engines run the same ones. */
async function measureStatements(bench: Bench): Promise<Comparison[]> {
  let counter: Awaited<ReturnType<typeof createStatementCounter>> | undefined;
  const landfall = await startLandfall(bench, {
    engine: 'PostgreSQL',
    connectThrough: async (url) => (counter = await createStatementCounter(url)).url,
  });
  if (counter === undefined) throw new Error('the app did not connect');
  const paths = await pathsOf(landfall);
  await counter.during(async () => {
    for (const path of paths) await landfall.client.get(path);
  });
  // Longer than the most frequent background jobs take turns.
  await delay(20_000);
  counter.learnBackground();
  const comparisons: Comparison[] = [];
  for (const path of paths) {
    const counts: number[] = [];
    for (let round = 0; round < statementRounds; round += 1) {
      counts.push((await counter.during(() => landfall.client.get(path))).length);
    }
    const what = `${labelOf(path)}, statements`;
    comparisons.push({ what, unit: '', measured: quantile(counts, 0.5), target: statementTarget });
  }
  counter.close();
  return comparisons;
}
