import { gunzipSync } from 'node:zlib';
import { listRows, startLandfall, type RunningLandfall } from '../apps/start-landfall';
import { startBareNext } from '../apps/start-peer';
import { withEachEngine, type Bench, type Engine } from '../apps/with-bench';
import type { Comparison, MeasurementResult, Target } from '../measurement';
import { alternate, compare } from '../statistics';

export const name = 'api';
export const description = 'answers of the API against a bare route that reads 50 rows with one query';

const rounds = 300;
const warmUps = 50;

/** Issue 16 states 8, 4 and 4 ms where the bare route takes 2.2 ms. */
const targets = {
  'list of 50': { of: 'ratio', atMost: 2.5 },
  'import detail': { of: 'ratio', atMost: 8 / 2.2 },
  counts: { of: 'ratio', atMost: 4 / 2.2 },
  tools: { of: 'ratio', atMost: 4 / 2.2 },
} as const satisfies Record<string, Target>;

export async function run(): Promise<MeasurementResult> {
  return { comparisons: await withEachEngine(measureEngine) };
}

async function measureEngine(bench: Bench, engine: Engine): Promise<Comparison[]> {
  const landfall = await startLandfall(bench, { engine });
  const bare = await startBareNext(bench, landfall);
  const [first] = await listRows(landfall, 1);
  const samples = await alternate(
    {
      'bare route': () => bare.client.time('/api/imports'),
      'list of 50': () => landfall.client.time('/api/imports?limit=50'),
      'import detail': () => landfall.client.time(`/api/imports/${first?.id}`),
      counts: () => landfall.client.time('/api/import-counts'),
      tools: () => landfall.client.time('/api/tools'),
    },
    { rounds, warmUps },
  );
  const { 'bare route': bareRoute, ...ours } = samples;
  const timed = Object.entries(ours).map(([what, times]) => {
    const target = targets[what as keyof typeof targets];
    const row = { what: `${what}, ${engine}`, unit: 'ms', target };
    return compare(row, times, { what: 'bare route', samples: bareRoute });
  });
  return engine === 'PGlite' ? [...timed, await measureCompression(landfall)] : timed;
}

async function measureCompression({ client }: RunningLandfall): Promise<Comparison> {
  const path = '/api/imports?limit=50';
  const { body, headers } = await client.get(path, { 'accept-encoding': 'gzip, br' });
  const isGzip = headers['content-encoding'] === 'gzip';
  const plain = isGzip ? gunzipSync(body) : (await client.get(path)).body;
  return {
    what: 'list of 50, transferred',
    unit: 'kB',
    measured: body.length / 1000,
    counterpart: { what: 'not compressed', value: plain.length / 1000 },
    target: { of: 'ratio', atMost: 0.25 },
  };
}
