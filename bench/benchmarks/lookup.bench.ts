import { listRows, startLandfall } from '../apps/start-landfall';
import { startBareNext, startUndiciProxy } from '../apps/start-peer';
import { withBench } from '../apps/with-bench';
import type { Comparison, MeasurementResult } from '../measurement';
import { alternate, summarize, type Summary } from '../statistics';

export const name = 'lookup';
export const description =
  'lookup by username against a bare undici proxy to the same service, and against the least a Next route must do';

const rounds = 200;
const warmUps = 30;

export async function run(): Promise<MeasurementResult> {
  const comparisons: Comparison[] = [];
  for (const engine of ['PGlite', 'PostgreSQL'] as const) {
    const samples = await withBench(async (bench) => {
      // Otherwise the rate limit of the service would be measured, and with many imports the poller that uses it.
      const landfall = await startLandfall(bench, {
        engine,
        worldSize: 30,
        settings: { SERVICE_RATE_PER_S: '200' },
      });
      const proxy = await startUndiciProxy(bench, landfall);
      const bare = await startBareNext(bench, landfall);
      const usernames = (await listRows(landfall)).flatMap(({ username }) => username ?? []);
      const query = (round: number) =>
        `/imports?destination_username=${encodeURIComponent(usernames[round % usernames.length] ?? '')}`;
      return alternate(
        {
          proxy: (round) => proxy.client.time(query(round)),
          bare: (round) =>
            bare.client.time(query(round).replace('/imports', '/api/lookup'), { cookie: 'session=bench' }),
          lookup: (round) => landfall.client.time(`/api${query(round)}`),
        },
        { rounds, warmUps },
      );
    });
    const [ours, floor, proxy] = [summarize(samples.lookup), summarize(samples.bare), summarize(samples.proxy)];
    const against = (what: string, { p50: value, mad: spread }: Summary) => ({
      unit: 'ms',
      measured: ours.p50,
      spread: ours.mad,
      counterpart: { what, value, spread },
    });
    // A target below the floor of framework and engine becomes the floor plus a fifth.
    const limitMs = floor.p50 * 1.2;
    comparisons.push(
      {
        what: `lookup, ${engine}`,
        ...against('undici proxy', proxy),
        target: { of: 'ratio', atMost: Math.max(2, limitMs / proxy.p50) },
      },
      {
        what: `lookup, added time, ${engine}`,
        ...against('undici proxy', proxy),
        target: { of: 'difference', atMost: Math.max(5, limitMs - proxy.p50) },
      },
      {
        what: `lookup, against its floor, ${engine}`,
        ...against('bare Next route', floor),
        target: { of: 'ratio', atMost: 1.2 },
      },
    );
  }
  return { comparisons };
}
