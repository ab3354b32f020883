import * as z from 'zod/mini';
import { invalidMailAddress, isMailAddress, normaliseMailAddress } from './mail-address';
import { decisionSchema, decisionSummarySchema } from './decisions';
import {
  dayRangePattern,
  goneFilters,
  importSorts,
  reachedSteps,
  sortDirections,
  warningFilters,
} from './import-filters';
import { isImportId } from './import-id';
import { claimsSchema } from './situation';
import { languageSchema } from './start';
import { staffRuleSchema } from './staff-rule';
import { statusSchema } from './status-schema';
import { maxTagLength, maxTags, normaliseTags, tagProblem } from './tag-rules';
import { timelineEntrySchema } from './timeline';
import { count, dateTime, environmentSchema, text } from './base-schemas';

const observationSources = ['created', 'lookup', 'watcher', 'webhook', 'decision', 'customer', 'demo'] as const;
export const observationSourceSchema = z.enum(observationSources);
export type ObservationSource = z.infer<typeof observationSourceSchema>;

export const warningSchema = z.object({
  text: text(10_000),
  kind: z.nullable(text(500)),
  item: z.nullable(text(1000)),
});
export type Warning = z.infer<typeof warningSchema>;

export const recordCountSchema = z.object({ type: text(200), count });
export type RecordCount = z.infer<typeof recordCountSchema>;

export const usersSchema = z.object({
  matched: z.nullable(count),
  total: z.nullable(count),
  unmatched: z.array(text(500)).check(z.maxLength(1000)),
});
export type Users = z.infer<typeof usersSchema>;

const tagSchema = text(2 * maxTagLength);

export const importRowSchema = z.object({
  environment: environmentSchema,
  id: text(1000),
  username: z.nullable(text(1000)),
  tool: z.nullable(text(500)),
  family: z.nullable(text(200)),
  instanceUrl: z.nullable(text(2000)),
  status: z.nullable(statusSchema),
  /** The status began between these two; equal if exact, null if unknown. */
  sinceFrom: z.nullable(dateTime),
  sinceTo: z.nullable(dateTime),
  seenAt: dateTime,
  seenBy: observationSourceSchema,
  gone: z.boolean(),
  warnings: count,
  records: z.nullable(count),
  usersMatched: z.nullable(count),
  usersTotal: z.nullable(count),
  decision: decisionSummarySchema,
  createdAt: z.nullable(dateTime),
  createdBy: z.nullable(text(300)),
  stuck: z.boolean(),
  demo: z.boolean(),
  /** Of our own staff and API keys. Customers never see them. */
  tags: z.array(tagSchema).check(z.maxLength(maxTags)),
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
  users: z.nullable(usersSchema),
  decision: z.nullable(decisionSchema),
  decisions: z.array(decisionSchema),
  request: z.nullable(importRequestSchema),
  nextStep: nextStepSchema,
  hasRedirectUrl: z.boolean(),
  notes: z.array(noteSchema),
  /** Set if `?fresh=1` was requested and the service could not be reached. */
  problem: z.nullable(refreshProblemSchema),
});
export type ImportDetail = z.infer<typeof importDetailSchema>;

export { importSorts };

const dayRange = text(22).check(z.regex(dayRangePattern));

/** @internal Routes use it with more fields. */
export const importListQuerySchema = z.object({
  status: z._default(z.array(text(500)).check(z.maxLength(50)), []),
  tool: z._default(z.array(text(500)).check(z.maxLength(50)), []),
  family: z._default(z.array(text(200)).check(z.maxLength(50)), []),
  decision: z._default(z.array(decisionSummarySchema).check(z.maxLength(20)), []),
  createdBy: z._default(z.array(text(300)).check(z.maxLength(50)), []),
  /** All of these. */
  tag: z._default(z.array(text(200)).check(z.maxLength(maxTags)), []),
  warnings: z._default(z.enum(warningFilters), 'any'),
  gone: z._default(z.enum(goneFilters), 'hide'),
  stuck: z._default(z.boolean(), false),
  /** `created` is when it was first seen, if that is unknown. `completed` is about its full migration. */
  created: z.optional(dayRange),
  completed: z.optional(dayRange),
  /** How far an import ever came, as in the funnel of the overview. */
  reached: z.optional(z.enum(reachedSteps)),
  q: z._default(text(1000), ''),
  sort: z._default(z.enum(importSorts), 'seen'),
  direction: z._default(z.enum(sortDirections), 'desc'),
  cursor: z.optional(text(4000)),
  limit: z._default(z.number().check(z.int(), z.minimum(1), z.maximum(200)), 100),
});
export type ImportListQuery = z.infer<typeof importListQuerySchema>;

/** Without `destination_username` the stored list; with it, a lookup at the service. */
export const importsQuerySchema = z.object({
  ...importListQuerySchema.shape,
  destination_username: z.optional(text(1000)),
});

export const importExportQuerySchema = z.omit(importListQuerySchema, { cursor: true, limit: true });

/** Next has already decoded it. */
export const importParamsSchema = z.object({ id: z.string().check(z.refine(isImportId)) });
export const importQuerySchema = z.object({ fresh: z._default(z.boolean(), false) });

/** Counting stops here where it would take long; the interface then says "10,000+". */
export const countCap = 10_000;

export const importListSchema = z.object({
  imports: z.array(importRowSchema),
  nextCursor: z.nullable(text(4000)),
  /** Of the first page only. */
  total: z.nullable(count),
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
  oldestPollAt: z.nullable(dateTime),
  tools: z.array(text(500)),
  families: z.array(text(200)),
  creators: z.array(text(300)),
  tags: z.array(tagSchema),
});
export type ImportCounts = z.infer<typeof importCountsSchema>;

export const selectedImportsSchema = z.object({
  ids: z.array(text(1000).check(z.refine(isImportId))).check(z.minLength(1, 'Choose at least one'), z.maxLength(1000)),
});
export const refreshResponseSchema = z.object({ requested: count, unknown: count });

export const lookupResponseSchema = z.object({
  username: text(1000),
  lookedUpAt: dateTime,
  imports: z.array(importRowSchema),
  /** Similar stored usernames, if the service does not know this one. */
  similarUsernames: z.array(text(1000)).check(z.maxLength(10)),
  /** Set if the customer was erased. The service is not asked then. */
  erasedAt: z.nullable(dateTime),
});
export type LookupResponse = z.infer<typeof lookupResponseSchema>;

/** A list has `nextCursor`, a lookup has `username`. Lists come first, because a union tries its options in order. */
export const importsResponseSchema = z.union([importListSchema, lookupResponseSchema]);

export const createImportBodySchema = z.object({
  source_tool: text(500).check(z.minLength(1, 'Choose a source tool')),
  destination_username: z.optional(text(1000)),
  destination_instance_url: z.optional(text(2000)),
  destination_token: z.optional(text(4000)),
  family: z.optional(text(200)),
  start_full: z._default(z.boolean(), false),
  /** Where the customer is written to, if not at the username. */
  contact_email: z.optional(
    text(1000).check(z.refine((email) => isMailAddress(normaliseMailAddress(email)), invalidMailAddress)),
  ),
  /** Of the e-mails to the customer. Absent: English, until the customer chooses one. */
  language: z.optional(languageSchema),
  /** Generated by the page: sending it twice creates one import. An Idempotency-Key does the same. */
  attempt: z.optional(z.uuid()),
  reason: z._default(text(4000), ''),
  /** An attempt without a response, which this one replaces. */
  replaces: z.optional(z.uuid()),
});
export const createImportResponseSchema = z.object({
  attempt: text(100),
  outcome: z.enum(['created', 'sandbox', 'unknown', 'not_created', 'proposed']),
  id: z.nullable(text(1000)),
  username: z.nullable(text(1000)),
  tool: text(500),
  redirectUrl: z.nullable(text(4000)),
  message: text(4000),
  /** True if the response was lost, and with it the redirect URL. */
  canStartAgain: z.boolean(),
});
export type CreateImportResponse = z.infer<typeof createImportResponseSchema>;

/** Values that the service does not report. Absent: unchanged. Empty: removed. */
export const fillInBodySchema = z.object({
  username: z.optional(text(1000)),
  tool: z.optional(text(500)),
  family: z.optional(text(200)),
  instanceUrl: z.optional(text(2000)),
});
export type FillInBody = z.infer<typeof fillInBodySchema>;

export const noteBodySchema = z.object({
  text: text(4000).check(z.refine((note) => note.trim() !== '', 'Enter a note')),
});
export type NoteBody = z.infer<typeof noteBodySchema>;

const enteredTag = text(1000).check(
  z.superRefine((tag, context) => {
    const message = tagProblem(tag);
    if (message !== undefined) context.addIssue({ code: 'custom', message });
  }),
);
export const tagsBodySchema = z.object({
  tags: z.array(enteredTag).check(
    z.maxLength(100),
    z.refine((tags) => normaliseTags(tags).length <= maxTags, `At most ${maxTags} tags`),
  ),
});
export const tagsSchema = z.object({ tags: z.array(tagSchema) });

export const redirectUrlResponseSchema = z.object({ url: text(4000) });

/** The service's responses, newest first, with secrets masked. */
export const rawResponsesSchema = z.object({
  answers: z.array(z.object({ source: observationSourceSchema, seenAt: dateTime, bytes: count, text: z.string() })),
  /** Null if there are answers. `days` is the retention period, of `expired`. */
  whyNone: z.nullable(
    z.object({
      reason: z.enum(['not_read', 'demo', 'expired', 'not_kept', 'unreadable']),
      days: z.nullable(count),
    }),
  ),
});
export type RawResponses = z.infer<typeof rawResponsesSchema>;
