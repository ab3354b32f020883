import { z } from 'zod';

/** The weather: what may happen to a request between the client and a healthy service. */
export const faultEffectSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('latency'), ms: z.number().min(0), jitterMs: z.number().min(0).default(0) }),
  /** Never answers; the connection stays open. Nothing is done. */
  z.strictObject({ kind: z.literal('hang') }),
  /** Does the work, then never answers. */
  z.strictObject({ kind: z.literal('hang-after') }),
  z.strictObject({ kind: z.literal('reset-before') }),
  z.strictObject({ kind: z.literal('reset-after') }),
  z.strictObject({ kind: z.literal('error-500') }),
  z.strictObject({ kind: z.literal('html-503') }),
  /** Half of the answer, then the connection is cut; with `clean` the half is sent as if it were whole. */
  z.strictObject({ kind: z.literal('truncated'), clean: z.boolean().default(false) }),
  z.strictObject({ kind: z.literal('wrong-types') }),
  z.strictObject({ kind: z.literal('huge'), bytes: z.number().int().min(1).max(200_000_000).default(10_000_000) }),
  z.strictObject({ kind: z.literal('rate-limited'), retryAfter: z.union([z.number(), z.string()]).optional() }),
  /** Any answer at all, in place of the service's; nothing is done. */
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
      /** Below the base address, such as `/imports/*` + `/payment/accept`; `*` stands for one segment, `**` for any. */
      path: z.string().optional(),
      base: z.enum(['live', 'sandbox']).optional(),
      /** Only requests that hold this text in their address or body, such as one customer's name. */
      text: z.string().min(1).optional(),
      /** The rule spends itself after so many requests. */
      times: z.number().int().positive().optional(),
      probability: z.number().min(0).max(1).optional(),
    })
    .default({}),
  effect: faultEffectSchema,
});

export type FaultEffect = z.infer<typeof faultEffectSchema>;
export type FaultRule = z.infer<typeof faultRuleSchema>;
export type FaultRuleInput = z.input<typeof faultRuleSchema>;
