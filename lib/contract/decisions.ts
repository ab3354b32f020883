import * as z from 'zod/mini';
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

export const personSchema = z.object({ id: text(100), name: text(300) });

export const decisionSchema = z.object({
  id: text(100),
  kind: decisionKindSchema,
  state: decisionStateSchema,
  proposedBy: z.nullable(personSchema),
  proposedAt: dateTime,
  approvedBy: z.nullable(personSchema),
  approvedAt: z.nullable(dateTime),
  reason: text(4000),
  note: text(4000),
  sentAt: z.nullable(dateTime),
  answeredAt: z.nullable(dateTime),
  outcome: text(4000),
  sends: count,
  notBefore: z.nullable(dateTime),
  resolvedBy: z.nullable(personSchema),
  resolvedAt: z.nullable(dateTime),
  resolution: z.nullable(resolutionSchema),
  resolutionReason: text(4000),
  needsSecond: z.boolean(),
  /** Proposed by an admin although the budget is used up. */
  overBudget: z.boolean(),
});
export type Decision = z.infer<typeof decisionSchema>;

export const decideBodySchema = z.object({
  reason: z._default(text(4000), ''),
  note: z._default(text(4000), ''),
  /** For admins, with a reason. A second person has to approve. */
  overrideBudget: z._default(z.boolean(), false),
  /** The latest decision the caller was shown, open or closed; null or absent if none. Anything else returns 409. */
  decisionId: z.optional(z.nullable(z.uuid())),
  /** The state in which it was shown. If given, it must not have changed. */
  decisionState: z.optional(decisionStateSchema),
  /** Accepts although the import has this odd status, such as "Undo in progress". */
  confirmStatus: z.optional(text(100)),
});
export type DecideBody = z.infer<typeof decideBodySchema>;
