import { listRows, startLandfall } from '../apps/start-landfall';
import { startBareNext, startUndiciProxy } from '../apps/start-peer';
import { withEachEngine, type Bench, type Engine } from '../apps/with-bench';
import type { Comparison, MeasurementResult, Target } from '../measurement';
import { alternate, compare, quantile } from '../statistics';

export const name = 'lookup';
export const description =
  'lookup by username against a bare undici proxy to the same service, and against the least a Next route must do';

const rounds = 200;
const warmUps = 30;

export async function run(): Promise<MeasurementResult> {
  return { comparisons: await withEachEngine(measureEngine) };
}

async function measureEngine(bench: Bench, engine: Engine): Promise<Comparison[]> {
  // Otherwise the rate limit of the service would be measured, and with many imports the poller that uses it.
  const landfall = await startLandfall(bench, { engine, worldSize: 30, settings: { SERVICE_RATE_PER_S: '200' } });
  const undiciProxy = await startUndiciProxy(bench, landfall);
  const bareNext = await startBareNext(bench, landfall);
  const usernames = (await listRows(landfall)).flatMap(({ username }) => username ?? []);
  const query = (round: number) =>
    `/imports?destination_username=${encodeURIComponent(usernames[round % usernames.length] ?? '')}`;
  const { proxy, bare, lookup } = await alternate(
    {
      proxy: (round) => undiciProxy.client.time(query(round)),
      bare: (round) =>
        bareNext.client.time(query(round).replace('/imports', '/api/lookup'), { cookie: 'session=bench' }),
      lookup: (round) => landfall.client.time(`/api${query(round)}`),
    },
    { rounds, warmUps },
  );
  const proxyMs = quantile(proxy, 0.5);
  // A target below the floor of framework and engine becomes the floor plus a fifth.
  const limitMs = quantile(bare, 0.5) * 1.2;
  const against = { proxy: { what: 'undici proxy', samples: proxy }, bare: { what: 'bare Next route', samples: bare } };
  const row = (what: string, target: Target, other: keyof typeof against) =>
    compare({ what: `${what}, ${engine}`, unit: 'ms', target }, lookup, against[other]);
  return [
    row('lookup', { of: 'ratio', atMost: Math.max(2, limitMs / proxyMs) }, 'proxy'),
    row('lookup, added time', { of: 'difference', atMost: Math.max(5, limitMs - proxyMs) }, 'proxy'),
    row('lookup, against its floor', { of: 'ratio', atMost: 1.2 }, 'bare'),
  ];
}
