import { z } from 'zod';

const rowSchema = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]));

/** What a drill guarantees and whether it held. */
const checkSchema = z.object({ guarantee: z.string(), passed: z.boolean() });

const bounds = { atMost: z.number().optional(), atLeast: z.number().optional() };

/** `ratio` is measured divided by counterpart, `difference` is measured minus counterpart. */
const targetSchema = z.object({ of: z.enum(['measured', 'ratio', 'difference']), ...bounds });

/** One row of the table of issue 16: what we measured, against what, and what we want. */
const comparisonSchema = z.object({
  what: z.string(),
  unit: z.string(),
  measured: z.number(),
  spread: z.number().optional(),
  counterpart: z.object({ what: z.string(), value: z.number(), spread: z.number().optional() }).optional(),
  /** Without one, the row is only information. */
  target: targetSchema.optional(),
});

const resultSchema = z.object({
  rows: z.array(rowSchema).default([]),
  checks: z.array(checkSchema).default([]),
  comparisons: z.array(comparisonSchema).default([]),
  /** Why nothing was measured. */
  skipped: z.string().optional(),
});

export type Row = z.infer<typeof rowSchema>;
export type Target = z.infer<typeof targetSchema>;
export type Comparison = z.infer<typeof comparisonSchema>;
export type MeasurementResult = z.input<typeof resultSchema>;
export type ParsedResult = z.output<typeof resultSchema>;

/** `quick`: small sizes, only to find out whether everything can still be measured. */
export interface RunOptions {
  quick: boolean;
}

/** What each file in benchmarks/ and drills/ exports. */
export interface Measurement {
  name: string;
  description: string;
  /** Whether `--quick` has it: benchmarks that need no build, and drills that also have a short form. */
  quick: boolean;
  run: (options: RunOptions) => Promise<ParsedResult>;
}

const moduleSchema = z.object({
  name: z.string().min(1),
  description: z.string().min(1),
  quick: z.boolean().default(false),
  run: z.custom<(options: RunOptions) => unknown>((value) => typeof value === 'function', 'must be a function'),
});

export function parseMeasurement(module: unknown, path: string): Measurement {
  const parsed = moduleSchema.safeParse(module);
  if (!parsed.success) {
    const problems = parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`);
    throw new Error(`${path} is not a measurement: ${problems.join(', ')}`);
  }
  const { run, ...rest } = parsed.data;
  return { ...rest, run: async (options) => resultSchema.parse(await run(options)) };
}

/** The figure that the target is about; NaN if there is no counterpart to compare with. */
export function figureOf({ measured, counterpart }: Comparison, of: Target['of']): number {
  if (of === 'measured') return measured;
  const other = counterpart?.value ?? Number.NaN;
  return of === 'ratio' ? measured / other : measured - other;
}

/** Undefined without a target. A figure that could not be computed fails. */
export function meetsTarget(comparison: Comparison): boolean | undefined {
  const { target } = comparison;
  if (target === undefined) return undefined;
  const figure = figureOf(comparison, target.of);
  return figure <= (target.atMost ?? Number.MAX_VALUE) && figure >= (target.atLeast ?? -Number.MAX_VALUE);
}
