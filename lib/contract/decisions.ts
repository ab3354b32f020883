import { z } from 'zod';
import { count, dateTime, text } from './base-schemas';
import { decisionSummaries } from './import-filters';

export const decisionKindSchema = z.enum(['accept', 'reject', 'start_full']);
export type DecisionKind = z.infer<typeof decisionKindSchema>;

export const decisionStateSchema = z.enum([
  'proposed',
  'approved',
  'sending',
  'confirmed',
  'refused',
  'unknown',
  'resolved',
  'withdrawn',
]);
export type DecisionState = z.infer<typeof decisionStateSchema>;

export const resolutionSchema = z.enum(['send_again', 'settled_done', 'settled_not_done']);
export type Resolution = z.infer<typeof resolutionSchema>;

export const decisionSummarySchema = z.enum(decisionSummaries);
export type DecisionSummary = z.infer<typeof decisionSummarySchema>;

/** The decision that the service has confirmed, also if a later one was not carried out. */
export const inEffectSchema = z.enum(['accept', 'reject']).nullable();

export const personSchema = z.object({ id: text(100), name: text(300) });

export const decisionSchema = z.object({
  id: text(100),
  kind: decisionKindSchema,
  state: decisionStateSchema,
  proposedBy: personSchema.nullable(),
  proposedAt: dateTime,
  approvedBy: personSchema.nullable(),
  approvedAt: dateTime.nullable(),
  reason: text(4000),
  note: text(4000),
  sentAt: dateTime.nullable(),
  answeredAt: dateTime.nullable(),
  outcome: text(4000),
  /** A reply that arrived after the outcome was recorded as unknown. It changes nothing by itself. */
  lateAnswer: text(4000).nullable(),
  sends: count,
  notBefore: dateTime.nullable(),
  resolvedBy: personSchema.nullable(),
  resolvedAt: dateTime.nullable(),
  resolution: resolutionSchema.nullable(),
  resolutionReason: text(4000),
  needsSecond: z.boolean(),
  /** Proposed by an admin although the budget is used up. */
  overBudget: z.boolean(),
});
export type Decision = z.infer<typeof decisionSchema>;

export const decideBodySchema = z.object({
  reason: text(4000).default(''),
  note: text(4000).default(''),
  /** For admins, with a reason. A second person has to approve. */
  overrideBudget: z.boolean().default(false),
  /** Shown as a proposal: a second person has to approve, also if the policy no longer requires it. */
  needsSecond: z.boolean().optional(),
  /** The latest decision the caller was shown, open or closed; null or absent if none. Anything else returns 409. */
  decisionId: z.uuid().nullable().optional(),
  /** The state in which it was shown. If given, it must not have changed. */
  decisionState: decisionStateSchema.optional(),
  /** What the caller was shown as in effect. If given, it must not have changed. */
  inEffect: inEffectSchema.optional(),
  /** Accepts although the import has this odd status, such as "Undo in progress". */
  confirmStatus: text(100).optional(),
});
export type DecideBody = z.infer<typeof decideBodySchema>;
