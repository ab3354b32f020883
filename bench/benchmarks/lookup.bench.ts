import { listRows, startLandfall } from '../apps/start-landfall';
import { startUndiciProxy } from '../apps/start-peer';
import { withBench } from '../apps/with-bench';
import type { Comparison, MeasurementResult } from '../measurement';
import { alternate, summarize } from '../statistics';

export const name = 'lookup';
export const description = 'lookup by username against a bare undici proxy to the same service';

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
      const usernames = (await listRows(landfall)).flatMap(({ username }) => username ?? []);
      const query = (round: number) =>
        `/imports?destination_username=${encodeURIComponent(usernames[round % usernames.length] ?? '')}`;
      return alternate(
        {
          proxy: (round) => proxy.client.time(query(round)),
          lookup: (round) => landfall.client.time(`/api${query(round)}`),
        },
        { rounds, warmUps },
      );
    });
    const ours = summarize(samples.lookup);
    const theirs = summarize(samples.proxy);
    const row = {
      unit: 'ms',
      measured: ours.p50,
      spread: ours.mad,
      counterpart: { what: 'undici proxy', value: theirs.p50, spread: theirs.mad },
    };
    comparisons.push(
      { what: `lookup, ${engine}`, ...row, target: { of: 'ratio', atMost: 2 } },
      { what: `lookup, added time, ${engine}`, ...row, target: { of: 'difference', atMost: 5 } },
    );
  }
  return { comparisons };
}
