import { z } from 'zod';

const rowSchema = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]));

/** What a drill guarantees and whether it held. Benchmarks have none. */
const checkSchema = z.object({ guarantee: z.string(), passed: z.boolean() });

const resultSchema = z.object({ rows: z.array(rowSchema), checks: z.array(checkSchema).default([]) });

export type Row = z.infer<typeof rowSchema>;
export type MeasurementResult = z.input<typeof resultSchema>;

/** What each file in benchmarks/ and drills/ exports. */
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

export function parseMeasurement(module: unknown, path: string): Measurement {
  const parsed = moduleSchema.safeParse(module);
  if (!parsed.success) {
    const problems = parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`);
    throw new Error(`${path} is no measurement: ${problems.join(', ')}`);
  }
  const { name, description, run } = parsed.data;
  return { name, description, run: async () => resultSchema.parse(await run()) };
}
