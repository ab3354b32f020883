import { z } from 'zod';
import { invalidMailAddress, isMailAddress, normaliseMailAddress } from './mail-address';
import { decisionSchema, decisionSummarySchema } from './decisions';
import {
  dayRangePattern,
  goneFilters,
  importSorts,
  isDayRange,
  reachedSteps,
  sortDirections,
  warningFilters,
} from './import-filters';
import { isImportId } from './import-id';
import { usernameSchema } from './data-protection';
import { claimsSchema } from './situation';
import { languageSchema } from './start';
import { staffRuleSchema } from './staff-rule';
import { statusSchema } from './status-schema';
import { maxTagLength, maxTags, tagProblem } from './tag-rules';
import { timelineEntrySchema } from './timeline';
import { count, dateTime, environmentSchema, text } from './base-schemas';

const observationSources = ['created', 'lookup', 'watcher', 'webhook', 'decision', 'customer', 'demo'] as const;
export const observationSourceSchema = z.enum(observationSources);
export type ObservationSource = z.infer<typeof observationSourceSchema>;

export const warningSchema = z.object({
  text: text(10_000),
  kind: text(500).nullable(),
  item: text(1000).nullable(),
});
export type Warning = z.infer<typeof warningSchema>;

export const recordCountSchema = z.object({ type: text(200), count });
export type RecordCount = z.infer<typeof recordCountSchema>;

export const usersSchema = z.object({
  matched: count.nullable(),
  total: count.nullable(),
  unmatched: z.array(text(500)).max(1000),
});
export type Users = z.infer<typeof usersSchema>;

const tagSchema = text(2 * maxTagLength);

export const importRowSchema = z.object({
  environment: environmentSchema,
  id: text(1000),
  username: text(1000).nullable(),
  tool: text(500).nullable(),
  family: text(200).nullable(),
  instanceUrl: text(2000).nullable(),
  status: statusSchema.nullable(),
  /** The status began between these two; equal if exact, null if unknown. */
  sinceFrom: dateTime.nullable(),
  sinceTo: dateTime.nullable(),
  seenAt: dateTime,
  seenBy: observationSourceSchema,
  gone: z.boolean(),
  warnings: count,
  records: count.nullable(),
  usersMatched: count.nullable(),
  usersTotal: count.nullable(),
  decision: decisionSummarySchema,
  createdAt: dateTime.nullable(),
  createdBy: text(300).nullable(),
  stuck: z.boolean(),
  demo: z.boolean(),
  /** Set by our own staff and API keys. Customers never see them. */
  tags: z.array(tagSchema).max(maxTags),
});
export type ImportRow = z.infer<typeof importRowSchema>;

export const noteSchema = z.object({ id: text(100), at: dateTime, by: text(300), text: text(4000) });
export type Note = z.infer<typeof noteSchema>;

export const importRequestSchema = z.object({
  id: text(100),
  requestedAt: dateTime,
  by: text(300),
  source: z.enum(['agent', 'customer', 'operator_page', 'sample_complete']),
  verified: z.boolean(),
  message: text(4000),
});

/** `reply` is for the customer, `internal` for staff only and may be empty. */
export const nextStepSchema = z.object({ reply: text(1000), internal: text(1500), claims: claimsSchema });

export const refreshProblemSchema = z.object({ title: text(500), detail: text(4000) });

export const importDetailSchema = z.object({
  row: importRowSchema,
  timeline: z.array(timelineEntrySchema),
  warnings: z.array(warningSchema),
  /** Explain the warnings: the first that matches. Empty without warnings. */
  warningRules: z.array(staffRuleSchema),
  records: z.array(recordCountSchema),
  users: usersSchema.nullable(),
  decision: decisionSchema.nullable(),
  decisions: z.array(decisionSchema),
  request: importRequestSchema.nullable(),
  nextStep: nextStepSchema,
  hasRedirectUrl: z.boolean(),
  notes: z.array(noteSchema),
  /** Set if `?fresh=1` was requested and the service could not be reached. */
  problem: refreshProblemSchema.nullable(),
});
export type ImportDetail = z.infer<typeof importDetailSchema>;

export { importSorts };

const dayRange = text(22).regex(dayRangePattern).refine(isDayRange, 'Must be days such as 2026-11-01..2026-11-12');

/** @internal Routes use it with more fields. */
export const importListQuerySchema = z.object({
  status: z.array(text(500)).max(50).default([]),
  tool: z.array(text(500)).max(50).default([]),
  family: z.array(text(200)).max(50).default([]),
  decision: z.array(decisionSummarySchema).max(20).default([]),
  createdBy: z.array(text(300)).max(50).default([]),
  /** All of these. */
  tag: z.array(text(200)).max(maxTags).default([]),
  warnings: z.enum(warningFilters).default('any'),
  gone: z.enum(goneFilters).default('hide'),
  stuck: z.boolean().default(false),
  /** `created` is when it was first seen, if that is unknown. `completed` is about its full migration. */
  created: dayRange.optional(),
  completed: dayRange.optional(),
  /** How far an import ever came, as in the funnel of the overview. */
  reached: z.enum(reachedSteps).optional(),
  q: text(1000).default(''),
  sort: z.enum(importSorts).default('seen'),
  direction: z.enum(sortDirections).default('desc'),
  cursor: text(4000).optional(),
  limit: z.number().int().min(1).max(200).default(100),
});
export type ImportListQuery = z.infer<typeof importListQuerySchema>;

/** Without `destination_username` the stored list; with it, a lookup at the service. */
export const importsQuerySchema = z.object({
  ...importListQuerySchema.shape,
  username: usernameSchema.optional(),
  destination_username: text(1000).optional(),
});

export const importExportQuerySchema = importListQuerySchema.omit({ cursor: true, limit: true });

/** Next has already decoded it. */
export const importParamsSchema = z.object({ id: z.string().refine(isImportId) });
export const importQuerySchema = z.object({ fresh: z.boolean().default(false) });

/** Counting stops here where it would take long; the interface then says "10,000+". */
export const countCap = 10_000;

export const importListSchema = z.object({
  imports: z.array(importRowSchema),
  nextCursor: text(4000).nullable(),
  /** Only on the first page. */
  total: count.nullable(),
  /** True if there may be more than `total`: counting stopped. */
  totalIsMinimum: z.boolean(),
});
export type ImportList = z.infer<typeof importListSchema>;

export const statusCountSchema = z.object({ status: statusSchema, count });
export const decisionCountSchema = z.object({ decision: decisionSummarySchema, count });

export const importCountsSchema = z.object({
  total: count,
  gone: count,
  /** Without gone imports. The nine known statuses are always present, unknown ones follow. */
  byStatus: z.array(statusCountSchema),
  /** Only those that wait for a person: asked, proposed, sending, unknown. */
  byDecision: z.array(decisionCountSchema),
  /** At most `countCap`; `stuckIsMinimum` if there are more. */
  stuck: count,
  stuckIsMinimum: z.boolean(),
  manyWarnings: count,
  /** The oldest last poll of all active imports. Null if none is active, and in the sandbox. */
  oldestPollAt: dateTime.nullable(),
  tools: z.array(text(500)),
  families: z.array(text(200)),
  creators: z.array(text(300)),
  tags: z.array(tagSchema),
});
export type ImportCounts = z.infer<typeof importCountsSchema>;

export const selectedImportsSchema = z.object({
  ids: z.array(text(1000).refine(isImportId)).min(1, 'Choose at least one').max(1000),
});
export const refreshResponseSchema = z.object({ requested: count, unknown: count });

export const lookupResponseSchema = z.object({
  username: text(1000),
  lookedUpAt: dateTime,
  imports: z.array(importRowSchema),
  /** Similar stored usernames, if the service does not know this one. */
  similarUsernames: z.array(text(1000)).max(10),
  /** Set if the customer was erased. The service is not asked then. */
  erasedAt: dateTime.nullable(),
});
export type LookupResponse = z.infer<typeof lookupResponseSchema>;

/** A list has `nextCursor`, a lookup has `username`. Lists come first, because a union tries its options in order. */
export const importsResponseSchema = z.union([importListSchema, lookupResponseSchema]);

export const createImportBodySchema = z.object({
  source_tool: text(500).min(1, 'Choose a source tool'),
  destination_username: text(1000).optional(),
  destination_instance_url: text(2000).optional(),
  destination_token: text(4000).optional(),
  family: text(200).optional(),
  start_full: z.boolean().default(false),
  /** Where the customer is written to, if not at the username. */
  contact_email: text(1000)
    .refine((email) => isMailAddress(normaliseMailAddress(email)), invalidMailAddress)
    .optional(),
  /** The language of the e-mails to the customer. Absent: English, until the customer chooses one. */
  language: languageSchema.optional(),
  /** Generated by the page: sending it twice creates one import. An Idempotency-Key does the same. */
  attempt: z.uuid().optional(),
  reason: text(4000).default(''),
  /** An attempt without a response, which this one replaces. */
  replaces: z.uuid().optional(),
});
export const createImportResponseSchema = z.object({
  attempt: text(100),
  outcome: z.enum(['created', 'sandbox', 'unknown', 'not_created', 'proposed']),
  id: text(1000).nullable(),
  username: text(1000).nullable(),
  tool: text(500),
  redirectUrl: text(4000).nullable(),
  message: text(4000),
  /** True if the response was lost, and with it the redirect URL. */
  canStartAgain: z.boolean(),
});
export type CreateImportResponse = z.infer<typeof createImportResponseSchema>;

/** Values that the service does not report. Absent: unchanged. Empty: removed. */
export const fillInBodySchema = z.object({
  username: text(1000).optional(),
  tool: text(500).optional(),
  family: text(200).optional(),
  instanceUrl: text(2000).optional(),
});
export type FillInBody = z.infer<typeof fillInBodySchema>;

export const noteBodySchema = z.object({
  text: text(4000).refine((note) => note.trim() !== '', 'Enter a note'),
});
export type NoteBody = z.infer<typeof noteBodySchema>;

const enteredTag = text(1000).superRefine((tag, context) => {
  const message = tagProblem(tag);
  if (message !== undefined) context.addIssue({ code: 'custom', message });
});
const enteredTags = z.array(enteredTag).max(100).default([]);
export const tagsBodySchema = z
  .object({ add: enteredTags, remove: enteredTags })
  .refine(({ add, remove }) => add.length + remove.length > 0, { path: ['add'], message: 'Enter a tag' });
export type TagsBody = z.input<typeof tagsBodySchema>;
export const tagsSchema = z.object({ tags: z.array(tagSchema) });

export const redirectUrlResponseSchema = z.object({ url: text(4000) });

/** The service's responses, newest first, with secrets masked. */
export const rawResponsesSchema = z.object({
  answers: z.array(z.object({ source: observationSourceSchema, seenAt: dateTime, bytes: count, text: z.string() })),
  /** Null if there are answers. `days` is the retention period, of `expired`. */
  whyNone: z
    .object({
      reason: z.enum(['not_read', 'demo', 'expired', 'not_kept', 'unreadable']),
      days: count.nullable(),
    })
    .nullable(),
});
export type RawResponses = z.infer<typeof rawResponsesSchema>;
