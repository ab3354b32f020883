import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { serverSettings } from '../../lib/store/database/open-pglite';
import { processSettings } from '../../scripts/steps/start-app';
import { startLandfall } from '../apps/start-landfall';
import { startBareNext } from '../apps/start-peer';
import { withBench, type Bench } from '../apps/with-bench';
import type { MeasurementResult } from '../measurement';

export const name = 'idle';
export const description = 'memory and CPU of an idle app on the embedded database (needs /proc)';

/**
 * For a minute and a half after the start, polls catch up and the compiler works: the app takes twice as much. For some
 * minutes more it polls less than later, because the demo data were planned for a longer interval.
 */
const settleMs = 420_000;
/** Polls come in waves of minutes. */
const watchMs = 300_000;
/** Clock ticks a second in /proc, the same on every Linux that Node runs on. */
const ticksPerS = 100;

export const run = (): Promise<MeasurementResult> => withBench(measure);

async function measure(bench: Bench): Promise<MeasurementResult> {
  const landfall = await startLandfall(bench, { engine: 'PGlite' });
  const bare = await startBareNext(bench, landfall);
  const polling = await startBareNext(bench, landfall, {
    environment: { ...processSettings, BENCH_SETTINGS: serverSettings.join(' '), BENCH_POLL: '1' },
  });
  await delay(settleMs);
  const [ours, theirs, floor] = await Promise.all([watch(landfall.pid), watch(bare.pid), watch(polling.pid)]);
  const floorName = 'bare Next with PGlite, same settings, polling once a second';
  return {
    comparisons: [
      {
        what: 'memory, idle',
        unit: 'MB',
        measured: ours.megabytes,
        counterpart: { what: floorName, value: floor.megabytes },
        target: { of: 'measured', atMost: orFloor(250, floor.megabytes) },
      },
      {
        what: 'CPU, idle',
        unit: '% of a core',
        measured: ours.cpuPercent,
        counterpart: { what: floorName, value: floor.cpuPercent },
        target: { of: 'measured', atMost: orFloor(1, floor.cpuPercent) },
      },
      { what: 'memory, idle, bare Next with PGlite as it is by default', unit: 'MB', measured: theirs.megabytes },
      { what: 'CPU, idle, bare Next that does nothing', unit: '% of a core', measured: theirs.cpuPercent },
    ],
  };
}

/** The floor plus a fifth, where that is above the limit. */
const orFloor = (limit: number, floor: number) => Math.max(limit, 1.2 * floor);

async function watch(pid: number): Promise<{ megabytes: number; cpuPercent: number }> {
  const before = readTicks(pid);
  await delay(watchMs);
  const usedS = (readTicks(pid) - before) / ticksPerS;
  const [, kilobytes = Number.NaN] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return { megabytes: Number(kilobytes) / 1024, cpuPercent: (100 * usedS) / (watchMs / 1000) };
}

/** User and system time: the 12th and 13th field after the name, which may contain spaces. */
function readTicks(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  return Number(fields[11]) + Number(fields[12]);
}
