import { z } from 'zod';
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
  monthlyBudget: count.nullable(),
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

const policyVersionSchema = z.object({
  version: count,
  policy: policySchema,
  /** Who saved it; for a pending change also who confirmed it, or that it took effect after 24 hours. */
  by: text(1000),
  at: dateTime.nullable(),
});
export type PolicyVersion = z.infer<typeof policyVersionSchema>;

/** A change that weakens the policy. It takes effect when another admin confirms it, or at `effectiveAt`. */
const pendingPolicySchema = z.object({
  id: text(100),
  policy: policySchema,
  proposedBy: text(300),
  proposedById: text(100),
  proposedAt: dateTime,
  effectiveAt: dateTime,
  /** Whether the caller may confirm it. Absent in the queue. */
  mayConfirm: z.boolean().optional(),
});
export type PendingPolicy = z.infer<typeof pendingPolicySchema>;

export const currentPolicySchema = policyVersionSchema.extend({ pending: pendingPolicySchema.nullable() });
export type CurrentPolicy = z.infer<typeof currentPolicySchema>;

export const savePolicyBodySchema = z.object({
  policy: policySchema,
  basedOn: count,
});
export const pendingPolicyBodySchema = z.object({ id: z.uuid() });

/** Unknown and sending count as spent. */
export const monthBudgetSchema = z.object({
  month: text(10),
  confirmed: count,
  unknown: count,
  sending: count,
  limit: count.nullable(),
  rejected: count,
  /** 'warn' from 80 %, 'stop' at 100 %. */
  level: z.enum(['ok', 'warn', 'stop']),
});
export type MonthBudget = z.infer<typeof monthBudgetSchema>;
