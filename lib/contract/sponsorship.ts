import { z } from 'zod';
import { bulkRunSummarySchema } from './bulk';
import { decisionSchema, decisionKindSchema, decisionStateSchema, inEffectSchema, resolutionSchema } from './decisions';
import { currentPolicySchema, monthBudgetSchema } from './policy';
import { statusSchema } from './status-schema';
import { count, dateTime, text } from './base-schemas';

/** Who may approve the proposal, or choose freely about the unknown outcome. Null if no second person is needed. */
const secondPeople = z.array(z.object({ id: text(100), name: text(300) })).nullable();

const queueItemSchema = z.object({
  importId: text(1000),
  username: text(1000).nullable(),
  tool: text(500).nullable(),
  status: statusSchema.nullable(),
  gone: z.boolean(),
  askedAt: dateTime,
  asked: z.object({
    source: z.enum(['agent', 'customer', 'operator_page', 'sample_complete']),
    by: text(300),
    verified: z.boolean(),
    message: text(4000),
  }),
  requestOpen: z.boolean(),
  records: count.nullable(),
  warnings: count,
  usersMatched: count.nullable(),
  usersTotal: count.nullable(),
  seenAt: dateTime,
  /** What makes accepting odd, such as "The migration is being undone." */
  oddity: text(200).nullable(),
  policy: z.object({ needsSecond: z.boolean(), short: text(200), explanation: text(1000) }),
  decision: decisionSchema.nullable(),
  inEffect: inEffectSchema,
  secondPeople,
  /** The time of the backup, while decisions are paused after a restore. */
  restoredFrom: dateTime.nullable(),
  earlier: z.array(
    z.object({
      importId: text(1000).nullable(),
      username: text(1000).nullable(),
      kind: decisionKindSchema,
      state: decisionStateSchema,
      at: dateTime,
      sameCustomer: z.boolean(),
    }),
  ),
  earlierYear: count,
});
export type QueueItem = z.infer<typeof queueItemSchema>;

const unmatchedRequestSchema = z.object({
  id: text(100),
  askedAt: dateTime,
  username: text(1000).nullable(),
  tool: text(500).nullable(),
  message: text(4000),
});

/** A sponsored creation without a response whose import is unknown, so it is only shown in the queue. */
const unidentifiedStartSchema = z.object({
  username: text(1000).nullable(),
  tool: text(500).nullable(),
  decision: decisionSchema,
  secondPeople,
});
export type UnidentifiedStart = z.infer<typeof unidentifiedStartSchema>;

export const queueTabs = ['waiting', 'unknown', 'decided'] as const;
export type QueueTab = (typeof queueTabs)[number];

/** With a tab, the lists of the others are empty. */
export const queueQuerySchema = z.object({ tab: z.enum(queueTabs).optional() });

export const queueSchema = z.object({
  whoPays: z.enum(['partner', 'customer']),
  waiting: z.array(queueItemSchema),
  unknown: z.array(queueItemSchema),
  nameless: z.array(unidentifiedStartSchema),
  decided: z.array(queueItemSchema),
  /** What each tab lists; `undecided` is the part of `waiting` that still needs staff. */
  totals: z.object({ undecided: count, waiting: count, unknown: count, decided: count }),
  runs: z.array(bulkRunSummarySchema),
  unmatched: z.array(unmatchedRequestSchema),
  budget: monthBudgetSchema,
  policy: currentPolicySchema,
});
export type Queue = z.infer<typeof queueSchema>;

/** What the page of one import needs to decide about it. */
export const importSponsorshipSchema = z.object({
  item: queueItemSchema,
  budget: monthBudgetSchema,
  reasonRequired: z.boolean(),
});
export type ImportSponsorship = z.infer<typeof importSponsorshipSchema>;

export const resolveBodySchema = z.object({
  decisionId: z.uuid(),
  resolution: resolutionSchema,
  reason: text(4000),
  /** How often it was sent, as shown. If given, it must not have been sent again. */
  sends: count.optional(),
  /** Whether it was shown with a late reply. If given, none must have arrived since. */
  lateReply: z.boolean().optional(),
  /** What was shown as in effect. If given, it must not have changed. */
  inEffect: inEffectSchema.optional(),
  /** For "send_again" although the import has this odd status. */
  confirmStatus: text(100).optional(),
});
export const withdrawBodySchema = z.object({ decisionId: z.uuid(), reason: text(4000).default('') });
export const matchBodySchema = z.object({ importId: text(1000) });
export const dismissBodySchema = z.object({ reason: text(4000).default('') });
export const doneSchema = z.object({ done: z.literal(true) });
export const requestResponseSchema = z.object({ id: text(100), added: z.boolean() });
export const requestBodySchema = z.object({ message: text(4000).default('') });
