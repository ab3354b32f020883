import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { startLandfall } from '../apps/start-landfall';
import { startBareNext } from '../apps/start-peer';
import { withBench, type Bench } from '../apps/with-bench';
import type { MeasurementResult } from '../measurement';

export const name = 'idle';
export const description = 'memory and CPU of an idle app on the embedded database (needs /proc)';

const settleMs = 30_000;
const watchMs = 60_000;
/** Clock ticks a second in /proc, the same on every Linux that Node runs on. */
const ticksPerS = 100;

export const run = (): Promise<MeasurementResult> => withBench(measure);

async function measure(bench: Bench): Promise<MeasurementResult> {
  const landfall = await startLandfall(bench, { engine: 'PGlite' });
  const bare = await startBareNext(bench, landfall);
  await delay(settleMs);
  const [ours, theirs] = await Promise.all([watch(landfall.pid), watch(bare.pid)]);
  return {
    comparisons: [
      {
        what: 'memory, idle',
        unit: 'MB',
        measured: ours.megabytes,
        counterpart: { what: 'bare Next with PGlite', value: theirs.megabytes },
        target: { of: 'measured', atMost: 250 },
      },
      {
        what: 'CPU, idle',
        unit: '% of a core',
        measured: ours.cpuPercent,
        counterpart: { what: 'bare Next with PGlite', value: theirs.cpuPercent },
        target: { of: 'measured', atMost: 1 },
      },
    ],
  };
}

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
