import { defaultRetention } from '../../lib/contract/data-protection';
import type { Db } from '../../lib/store/database/database';
import { insertAppSetting } from '../../lib/store/staff/app-settings';
import { fillImports, fillPollsAndPeriods, fillRequests } from '../../lib/store/testing/fill-imports';
import { startLandfall, type RunningLandfall } from '../apps/start-landfall';
import { startBareNext } from '../apps/start-peer';
import { withBench, type Bench } from '../apps/with-bench';
import type { Comparison, MeasurementResult } from '../measurement';
import { alternate, compare, quantile, summarize } from '../statistics';

export const name = 'growth';
export const description = 'lists, filters, searches, counts and screens at a million imports against 100,000';

const sizes = { smaller: 100_000, larger: 1_000_000 } as const;
const rounds = 80;
/** Until the compiler has optimised a page. */
const warmUps = 40;
const starts = 7;
const maxRatio = 1.3;
/** Where a bare page of 50 rows takes `bareMs`; longer on a slower machine. */
const limits = { p95Ms: 50, firstOverviewMs: 200, bareMs: 12 };

const paths: Readonly<Record<string, string>> = {
  'first page': '/api/imports?limit=50',
  'sorted by customer': '/api/imports?limit=50&sort=username&direction=asc',
  'one status': '/api/imports?limit=50&status=In%20preparation',
  'one tool': '/api/imports?limit=50&tool=Tool%207',
  'a tool and a status': '/api/imports?limit=50&tool=Tool%2042&status=Held',
  'a tool, sorted by time in status': '/api/imports?limit=50&tool=Tool%207&sort=since',
  'a status, sorted by customer': '/api/imports?limit=50&status=Held&sort=username&direction=asc',
  stuck: '/api/imports?limit=50&stuck=1',
  'stuck in one status': '/api/imports?limit=50&stuck=1&status=Held',
  'gone, sorted by creation': '/api/imports?limit=50&gone=only&sort=created',
  'waiting for a decision': '/api/imports?limit=50&decision=asked',
  'search for a customer': '/api/imports?limit=50&q=user711',
  'search for a company': '/api/imports?limit=50&q=company12',
  'search that matches everything': '/api/imports?limit=50&q=exam',
  'one import': '/api/imports/711',
  counts: '/api/import-counts',
  '/imports': '/imports',
  '/': '/',
  '/?period=1y': '/?period=1y',
  '/sponsorship': '/sponsorship',
};

export const run = (): Promise<MeasurementResult> => withBench(measure);

async function measure(bench: Bench): Promise<MeasurementResult> {
  const start = (count: number) =>
    startLandfall(bench, {
      engine: 'PostgreSQL',
      fill: async (db) => {
        await fillImports(db, count);
        await fillPollsAndPeriods(db);
        await fillRequests(db);
        await keepForever(db);
      },
    });
  const larger = await start(sizes.larger);
  const smaller = await start(sizes.smaller);
  const bare = await startBareNext(bench, smaller);
  const { page } = await alternate({ page: () => bare.client.time('/rows') }, { rounds, warmUps });
  const bareMs = quantile(page, 0.5);
  const slowness = Math.max(1, bareMs / limits.bareMs);
  const row = (what: string, measured: number, limitMs: number): Comparison => ({
    what,
    unit: 'ms',
    measured,
    counterpart: { what: 'bare page', value: bareMs },
    target: { of: 'measured', atMost: limitMs * slowness },
  });
  const comparisons: Comparison[] = [];
  for (const [what, path] of Object.entries(paths)) {
    const samples = await alternate(
      { smaller: () => smaller.client.time(path), larger: () => larger.client.time(path) },
      { rounds, warmUps },
    );
    const p95 = quantile(samples.larger, 0.95);
    comparisons.push(
      compare({ what, unit: 'ms', target: { of: 'ratio', atMost: maxRatio } }, samples.larger, {
        what: '100,000 imports',
        samples: samples.smaller,
      }),
      row(`${what}, p95`, p95, limits.p95Ms),
    );
  }
  const first = summarize(await readOverviewFirst(larger));
  comparisons.push({ ...row('/ read for the first time', first.p50, limits.firstOverviewMs), spread: first.mad });
  return { comparisons };
}

async function readOverviewFirst({ client, restart }: RunningLandfall): Promise<number[]> {
  const samples: number[] = [];
  for (let start = 0; start < starts; start += 1) {
    await restart();
    // Another screen first, so that loading the code of all screens is not measured.
    await client.get('/imports');
    samples.push((await client.get('/')).ms);
  }
  return samples;
}

/** Most of a million are older than imports are kept by default, and would be deleted during the measurements. */
async function keepForever(db: Db): Promise<void> {
  const value = Object.fromEntries(Object.keys(defaultRetention).map((name) => [name, null]));
  await insertAppSetting(db, { key: 'retention', version: 1, value, by: 'bench', at: new Date() });
}
