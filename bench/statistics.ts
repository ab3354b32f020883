import type { Comparison } from './measurement';

interface Summary {
  p50: number;
  p95: number;
  /** Median absolute deviation: the spread, without the influence of single outliers. */
  mad: number;
}

export function summarize(samples: readonly number[]): Summary {
  const p50 = quantile(samples, 0.5);
  return {
    p50,
    p95: quantile(samples, 0.95),
    mad: quantile(
      samples.map((sample) => Math.abs(sample - p50)),
      0.5,
    ),
  };
}

/** Medians and spreads of the samples of both sides. */
export function compare(
  row: Pick<Comparison, 'what' | 'unit' | 'target'>,
  samples: readonly number[],
  other: { what: string; samples: readonly number[] },
): Comparison {
  const ours = summarize(samples);
  const theirs = summarize(other.samples);
  return {
    ...row,
    measured: ours.p50,
    spread: ours.mad,
    counterpart: { what: other.what, value: theirs.p50, spread: theirs.mad },
  };
}

/** The nearest sample at or above the rank, so that a p99 is a time that was really measured. */
export function quantile(samples: readonly number[], q: number): number {
  if (samples.length === 0) throw new Error('nothing was measured');
  const sorted = samples.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(q * sorted.length) - 1)] ?? Number.NaN;
}

/** Calls each side in turn, so that other load on the machine affects all of them. The first rounds are not counted. */
export async function alternate<Side extends string>(
  sides: Readonly<Record<Side, (round: number) => Promise<number>>>,
  { rounds, warmUps = 0 }: { rounds: number; warmUps?: number },
): Promise<Record<Side, number[]>> {
  const calls = Object.entries<(round: number) => Promise<number>>(sides);
  const samples = new Map<string, number[]>(calls.map(([side]) => [side, []]));
  for (let round = 0; round < warmUps + rounds; round += 1) {
    for (const [side, measure] of calls) {
      const value = await measure(round);
      if (round >= warmUps) samples.get(side)?.push(value);
    }
  }
  return Object.fromEntries(samples) as Record<Side, number[]>;
}
