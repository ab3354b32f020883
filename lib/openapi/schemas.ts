import { uuidParamsSchema } from '../contract/base-schemas';
import {
  attentionSchema,
  customerEntrySchema,
  customerQuerySchema,
  customerSchema,
  customerStatusSchema,
  importReferenceSchema,
} from '../contract/customers';
import { decisionSchema, personSchema } from '../contract/decisions';
import {
  createImportBodySchema,
  createImportResponseSchema,
  decisionCountSchema,
  importCountsSchema,
  importDetailSchema,
  importListSchema,
  importParamsSchema,
  importQuerySchema,
  importRequestSchema,
  importRowSchema,
  importsQuerySchema,
  lookupResponseSchema,
  nextStepSchema,
  noteSchema,
  recordCountSchema,
  redirectUrlResponseSchema,
  refreshProblemSchema,
  statusCountSchema,
  tagsBodySchema,
  tagsSchema,
  usersSchema,
  warningSchema,
} from '../contract/imports';
import { fieldErrorSchema, problemSchema } from '../contract/problem';
import { claimsSchema } from '../contract/situation';
import { requestBodySchema, requestResponseSchema } from '../contract/sponsorship';
import { staffRuleSchema } from '../contract/staff-rule';
import { startLinkBodySchema, startLinkResponseSchema } from '../contract/start';
import { statusSchema } from '../contract/status-schema';
import { exactTimeSchema, statusDurationSchema, timeRangeSchema, timelineEntrySchema } from '../contract/timeline';
import { toolSchema, toolsQuerySchema, toolsResponseSchema } from '../contract/tools';
import {
  webhookDigestDataSchema,
  webhookDigestSchema,
  webhookEventDataSchema,
  webhookEventSchema,
} from '../contract/webhook-payload';

/** Every object in a response, by its name in the document. */
export const responseSchemas = {
  Attention: attentionSchema,
  Claims: claimsSchema,
  CreatedImport: createImportResponseSchema,
  Customer: customerSchema,
  CustomerLink: redirectUrlResponseSchema,
  CustomerStatus: customerStatusSchema,
  CustomerTimelineEntry: customerEntrySchema,
  Decision: decisionSchema,
  DecisionCount: decisionCountSchema,
  ExactTime: exactTimeSchema,
  FieldError: fieldErrorSchema,
  FullMigrationRequest: importRequestSchema,
  Import: importRowSchema,
  ImportCounts: importCountsSchema,
  ImportDetail: importDetailSchema,
  ImportList: importListSchema,
  ImportReference: importReferenceSchema,
  Lookup: lookupResponseSchema,
  NextStep: nextStepSchema,
  Note: noteSchema,
  Person: personSchema,
  Problem: problemSchema,
  RecordCount: recordCountSchema,
  RefreshProblem: refreshProblemSchema,
  RequestResult: requestResponseSchema,
  StartLink: startLinkResponseSchema,
  Status: statusSchema,
  StatusCount: statusCountSchema,
  StatusDuration: statusDurationSchema,
  Tags: tagsSchema,
  TimeRange: timeRangeSchema,
  TimelineEntry: timelineEntrySchema,
  Tool: toolSchema,
  ToolList: toolsResponseSchema,
  Users: usersSchema,
  Warning: warningSchema,
  WarningRule: staffRuleSchema,
  WebhookDigest: webhookDigestSchema,
  WebhookDigestData: webhookDigestDataSchema,
  WebhookEvent: webhookEventSchema,
  WebhookEventData: webhookEventDataSchema,
};

export const bodySchemas = {
  ChangeTags: tagsBodySchema,
  CreateImport: createImportBodySchema,
  CreateStartLink: startLinkBodySchema,
  RequestFullMigration: requestBodySchema,
};

export const parameterSchemas = {
  AttemptParams: uuidParamsSchema,
  CustomerQuery: customerQuerySchema,
  ImportParams: importParamsSchema,
  ImportQuery: importQuerySchema,
  ImportsQuery: importsQuerySchema,
  ToolsQuery: toolsQuerySchema,
};

export const allSchemas = { ...responseSchemas, ...bodySchemas, ...parameterSchemas };
export type SchemaName = keyof typeof allSchemas;
