import * as z from 'zod/mini';
import { count, dateTime, text } from './base-schemas';

/** When a second person is required. `n`: sponsored imports per month, or records in the sample. */
const secondPersonSchema = z.discriminatedUnion('when', [
  z.object({ when: z.literal('never') }),
  z.object({ when: z.literal('always') }),
  z.object({ when: z.literal('above_month'), n: count }),
  z.object({ when: z.literal('above_records'), n: count }),
]);

export const policySchema = z.object({
  secondPerson: secondPersonSchema,
  /** Sponsored imports per calendar month (UTC); null for no limit. */
  monthlyBudget: z.nullable(count),
  reasonRequired: z.boolean(),
  /** Whether a completed sample is added to the queue without a request. */
  queueOnSampleComplete: z.boolean(),
});
export type Policy = z.infer<typeof policySchema>;

export const defaultPolicy: Policy = {
  secondPerson: { when: 'never' },
  monthlyBudget: null,
  reasonRequired: false,
  queueOnSampleComplete: false,
};

export const policyVersionSchema = z.object({
  version: count,
  policy: policySchema,
  by: text(300),
  at: z.nullable(dateTime),
});
export type PolicyVersion = z.infer<typeof policyVersionSchema>;

export const savePolicyBodySchema = z.object({
  policy: policySchema,
  basedOn: count,
});

/** Unknown and sending count as spent. */
export const monthBudgetSchema = z.object({
  month: text(10),
  confirmed: count,
  unknown: count,
  sending: count,
  limit: z.nullable(count),
  rejected: count,
  /** 'warn' from 80 %, 'stop' at 100 %. */
  level: z.enum(['ok', 'warn', 'stop']),
});
export type MonthBudget = z.infer<typeof monthBudgetSchema>;
