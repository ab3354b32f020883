import { z } from 'zod';

export const faultEffectSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('latency'), ms: z.number().min(0), jitterMs: z.number().min(0).default(0) }),
  /** Never responds, does not do the work. */
  z.strictObject({ kind: z.literal('hang') }),
  /** Does the work, then never responds. */
  z.strictObject({ kind: z.literal('hang-after') }),
  z.strictObject({ kind: z.literal('reset-before') }),
  z.strictObject({ kind: z.literal('reset-after') }),
  z.strictObject({ kind: z.literal('error-500') }),
  z.strictObject({ kind: z.literal('html-503') }),
  /** Half of the response, then the connection is closed; with `clean` its length matches. */
  z.strictObject({ kind: z.literal('truncated'), clean: z.boolean().default(false) }),
  z.strictObject({ kind: z.literal('wrong-types') }),
  z.strictObject({ kind: z.literal('huge'), bytes: z.number().int().min(1).max(200_000_000).default(10_000_000) }),
  z.strictObject({ kind: z.literal('rate-limited'), retryAfter: z.union([z.number(), z.string()]).optional() }),
  /** Any response, without doing the work. */
  z.strictObject({
    kind: z.literal('answer'),
    status: z.number().int().min(200).max(599),
    body: z.string().default(''),
    headers: z.record(z.string(), z.string()).default({}),
  }),
]);

export const faultRuleSchema = z.strictObject({
  match: z
    .strictObject({
      method: z.string().optional(),
      /** Below the base address. `*` matches one segment, `**` anything. */
      path: z.string().optional(),
      base: z.enum(['live', 'sandbox']).optional(),
      /** Matches requests with this text in the address or body, such as a username. */
      text: z.string().min(1).optional(),
      /** The rule applies to this many requests. */
      times: z.number().int().positive().optional(),
      probability: z.number().min(0).max(1).optional(),
    })
    .default({}),
  effect: faultEffectSchema,
});

export type FaultEffect = z.infer<typeof faultEffectSchema>;
export type FaultRule = z.infer<typeof faultRuleSchema>;
export type FaultRuleInput = z.input<typeof faultRuleSchema>;
