import { z } from 'zod';

/** One row of a printed table: the column's name and what stands there. */
const rowSchema = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]));

/** What a drill promises, and whether it held. A benchmark measures and promises nothing, so it has none. */
const checkSchema = z.object({ guarantee: z.string(), passed: z.boolean() });

const resultSchema = z.object({ rows: z.array(rowSchema), checks: z.array(checkSchema).default([]) });

export type Row = z.infer<typeof rowSchema>;
export type MeasurementResult = z.input<typeof resultSchema>;

/** What each file in benchmarks/ and drills/ exports: `name`, `description` and `run`. */
export interface Measurement {
  name: string;
  description: string;
  run: () => Promise<z.output<typeof resultSchema>>;
}

const moduleSchema = z.object({
  name: z.string().min(1),
  description: z.string().min(1),
  run: z.custom<() => unknown>((value) => typeof value === 'function', 'must be a function'),
});

/** Files are loaded by name, so what they export is checked like anything else from outside. */
export function parseMeasurement(module: unknown, path: string): Measurement {
  const parsed = moduleSchema.safeParse(module);
  if (!parsed.success) {
    const problems = parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`);
    throw new Error(`${path} is no measurement: ${problems.join(', ')}`);
  }
  const { name, description, run } = parsed.data;
  return { name, description, run: async () => resultSchema.parse(await run()) };
}
