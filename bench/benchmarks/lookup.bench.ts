import { listRows, startLandfall } from '../apps/start-landfall';
import { startBareNext, startUndiciProxy } from '../apps/start-peer';
import { withBench } from '../apps/with-bench';
import type { Comparison, MeasurementResult } from '../measurement';
import { alternate, summarize } from '../statistics';

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
      const settings = { SERVICE_RATE_PER_S: '200' };
      const landfall = await startLandfall(bench, { engine, worldSize: 30, settings });
      const proxy = await startUndiciProxy(bench, landfall);
      const bare = await startBareNext(bench, landfall, settings);
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
    const ours = summarize(samples.lookup);
    const row = { unit: 'ms', measured: ours.p50, spread: ours.mad };
    const against = (what: string, times: readonly number[]) => {
      const { p50: value, mad: spread } = summarize(times);
      return { ...row, counterpart: { what, value, spread } };
    };
    const proxied = against('undici proxy', samples.proxy);
    comparisons.push(
      { what: `lookup, ${engine}`, ...proxied, target: { of: 'ratio', atMost: 2 } },
      { what: `lookup, added time, ${engine}`, ...proxied, target: { of: 'difference', atMost: 5 } },
      // The floor of framework and engine: a session by one statement, a slot by another, the request to the service.
      {
        what: `lookup against the floor, ${engine}`,
        ...against('bare Next route', samples.bare),
        target: { of: 'ratio', atMost: 1.2 },
      },
    );
  }
  return { comparisons };
}
