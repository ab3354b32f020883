import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { arch, availableParallelism, cpus, loadavg, platform, totalmem } from 'node:os';
import { z } from 'zod';
import { figureOf, meetsTarget } from './measurement';
import type { Finished } from './run-measurements';

const resultsSchema = z.object({ benchmarks: z.record(z.string(), z.unknown()) });

/** Replaces the results of this benchmark and keeps the others, so that one can be repeated. */
export function saveResults(path: string, { name, seconds, comparisons, rows }: Finished): void {
  const [cpu] = cpus();
  const entry = {
    at: new Date().toISOString(),
    commit: execFileSync('git', ['describe', '--always', '--dirty'], { encoding: 'utf8' }).trim(),
    seconds,
    machine: {
      node: process.version,
      platform: `${platform()} ${arch()}`,
      cores: availableParallelism(),
      cpu: cpu?.model ?? 'unknown',
      memoryGb: Math.round(totalmem() / 1e9),
      /** Other work delays both sides alike, so that ratios come out too close to 1. */
      loadAverage: loadavg()[1],
    },
    rows: comparisons.map((comparison) => ({
      ...comparison,
      ...(comparison.counterpart && { ratio: round(figureOf(comparison, 'ratio')) }),
      passed: meetsTarget(comparison) ?? null,
    })),
    ...(rows.length > 0 && { information: rows }),
  };
  const benchmarks = { ...readBenchmarks(path), [name]: entry };
  const sorted = Object.fromEntries(Object.entries(benchmarks).sort(([a], [b]) => (a < b ? -1 : 1)));
  writeFileSync(path, `${JSON.stringify({ benchmarks: sorted }, roundNumbers, 2)}\n`);
}

function readBenchmarks(path: string): Record<string, unknown> {
  try {
    return resultsSchema.parse(JSON.parse(readFileSync(path, 'utf8'))).benchmarks;
  } catch {
    // The first run, or a file in an older form.
    return {};
  }
}

const round = (value: number) => Number(value.toPrecision(4));
const roundNumbers = (_: string, value: unknown) =>
  typeof value === 'number' && !Number.isInteger(value) ? round(value) : value;
