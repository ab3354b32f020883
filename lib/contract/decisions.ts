import * as z from 'zod/mini';
import { count, dateTime, text } from './base-schemas';

const decisionKinds = ['accept', 'reject', 'start_full'] as const;
export const decisionKindSchema = z.enum(decisionKinds);
export type DecisionKind = z.infer<typeof decisionKindSchema>;

const decisionStates = [
  'proposed',
  'approved',
  'sending',
  'confirmed',
  'refused',
  'unknown',
  'resolved',
  'withdrawn',
] as const;
export const decisionStateSchema = z.enum(decisionStates);
export type DecisionState = z.infer<typeof decisionStateSchema>;

/** While a decision is in one of these, no other may be made for the same import. */
export const openDecisionStates = ['proposed', 'approved', 'sending', 'unknown'] as const;

export const resolutionSchema = z.enum(['send_again', 'settled_done', 'settled_not_done']);
export type Resolution = z.infer<typeof resolutionSchema>;

/** What a list row or a filter needs to know of sponsorship, in one word. */
export const decisionSummarySchema = z.enum([
  'none',
  'asked',
  'proposed',
  'sending',
  'unknown',
  'accepted',
  'rejected',
  'refused',
]);
export type DecisionSummary = z.infer<typeof decisionSummarySchema>;

const personSchema = z.object({ id: text(100), name: text(300) });

export const decisionSchema = z.object({
  id: text(100),
  kind: decisionKindSchema,
  state: decisionStateSchema,
  proposedBy: z.nullable(personSchema),
  proposedAt: dateTime,
  approvedBy: z.nullable(personSchema),
  approvedAt: z.nullable(dateTime),
  reason: text(4000),
  /** Shown to the customer on their page. */
  note: text(4000),
  sentAt: z.nullable(dateTime),
  answeredAt: z.nullable(dateTime),
  /** The outcome in words, such as "the service answered 200 at 14:02:11 UTC". */
  outcome: text(4000),
  sends: count,
  notBefore: z.nullable(dateTime),
  resolvedBy: z.nullable(personSchema),
  resolvedAt: z.nullable(dateTime),
  resolution: z.nullable(resolutionSchema),
  resolutionReason: text(4000),
  needsSecond: z.boolean(),
});
export type Decision = z.infer<typeof decisionSchema>;

/** The body of accept and reject. The second person posts to the same path. */
export const decideBodySchema = z.object({
  reason: z._default(text(4000), ''),
  note: z._default(text(4000), ''),
  /** An admin may go over the budget, with a reason. */
  overrideBudget: z._default(z.boolean(), false),
  /** The latest decision the caller was shown, open or settled; null or absent where none was. Otherwise: 409. */
  decisionId: z.optional(z.nullable(text(100))),
  /** The state it was shown in. Where given, it must still be in that state. */
  decisionState: z.optional(decisionStateSchema),
});
export type DecideBody = z.infer<typeof decideBodySchema>;
