import { setTimeout as delay } from 'node:timers/promises';
import { createStatementCounter } from '../apps/count-statements';
import { measureRate } from '../apps/measure-rate';
import { recordPage, type RecordedPage } from '../apps/record-page';
import { listRows, startLandfall, type RunningLandfall } from '../apps/start-landfall';
import { startBareNext } from '../apps/start-peer';
import { withBench, withEachEngine, type Bench, type Engine } from '../apps/with-bench';
import type { Comparison, MeasurementResult, Target } from '../measurement';
import { alternate, compare, quantile } from '../statistics';

export const name = 'pages';
export const description = 'staff pages: server time and rate against a bare page of 50 rows, statements, size';

const rounds = 100;
const warmUps = 20;
const rateRounds = 3;
/** Until V8 has optimised both sides: one round is a hundred requests or two. */
const rateWarmUps = 3;
const rateSeconds = 5;
const statementRounds = 11;

const timeTarget: Target = { of: 'ratio', atMost: 2.5 };
const statementTarget: Target = { of: 'measured', atMost: 6 };
const htmlTarget: Target = { of: 'measured', atMost: 90 };
/**
 * Three times the rate of issue 16, as a share of the bare page's rate. Pages took 72, 56, 96 and 158 ms of one busy
 * process then, where the bare page took 12. That was with PGlite; with PostgreSQL they were faster,
 * so there the target says less about the first version.
 */
const rateTargets: Readonly<Record<string, Target>> = {
  '/imports': { of: 'ratio', atLeast: (3 * 12) / 72 },
  '/imports/:id': { of: 'ratio', atLeast: (3 * 12) / 56 },
  '/': { of: 'ratio', atLeast: (3 * 12) / 96 },
  '/sponsorship': { of: 'ratio', atLeast: (3 * 12) / 158 },
};

export async function run(): Promise<MeasurementResult> {
  return { comparisons: [...(await withEachEngine(measureEngine)), ...(await withBench(measureStatements))] };
}

async function pathsOf(landfall: RunningLandfall): Promise<string[]> {
  const [first] = await listRows(landfall, 1);
  return ['/imports', `/imports/${first?.id}`, '/', '/sponsorship'];
}

/** The same elements and data as a page, in the bare app. */
const floorOf = (path: string) => `/same/${nameOf(path)}`;
const nameOf = (path: string) => path.split('/').filter(Boolean).join('-') || 'overview';
const bareCookie = { cookie: 'session=bench' };

const labelOf = (path: string) => path.replace(/^\/imports\/.+/, '/imports/:id');

async function measureEngine(bench: Bench, engine: Engine): Promise<Comparison[]> {
  const landfall = await startLandfall(bench, { engine });
  const paths = await pathsOf(landfall);
  const pages: Record<string, RecordedPage> = {};
  for (const path of paths) pages[nameOf(path)] = recordPage((await landfall.client.get(path)).body.toString());
  const bare = await startBareNext(bench, landfall, { pages });

  const times = await alternate<string>(
    {
      '/rows': () => bare.client.time('/rows'),
      ...Object.fromEntries(paths.map((path) => [path, () => landfall.client.time(path)])),
    },
    { rounds, warmUps },
  );
  const rates = await alternate<string>(
    {
      '/rows': () => measureRate({ origin: bare.origin, path: '/rows', seconds: rateSeconds }),
      ...Object.fromEntries(
        paths.flatMap((path) => [
          [path, () => measureRate({ ...landfall, path, headers: { cookie: landfall.cookie }, seconds: rateSeconds })],
          [
            floorOf(path),
            () => measureRate({ ...bare, path: floorOf(path), headers: bareCookie, seconds: rateSeconds }),
          ],
        ]),
      ),
    },
    { rounds: rateRounds, warmUps: rateWarmUps },
  );
  const comparisons = paths.flatMap((path) => {
    const label = labelOf(path);
    const row = (what: string, unit: string, target: Target | undefined, samples: Record<string, number[]>) =>
      compare({ what: `${what}, ${engine}`, unit, target }, samples[path] ?? [], {
        what: 'bare page',
        samples: samples['/rows'] ?? [],
      });
    const floor = { what: 'its elements and data alone', samples: rates[floorOf(path)] ?? [] };
    return [
      row(label, 'ms', timeTarget, times),
      row(`${label} at 10 concurrent`, 'per s', rateTargets[label], rates),
      compare({ what: `${label} against its floor, ${engine}`, unit: 'per s' }, rates[path] ?? [], floor),
    ];
  });
  return [...comparisons, ...(engine === 'PGlite' ? [await measureHtml(landfall)] : [])];
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
  await delay(35_000);
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
