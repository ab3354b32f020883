// Not loaded by the browser: after a change here or in a schema, `npm run shapes` makes what it checks.
export {
  accountSchema,
  assertionOptionsSchema,
  confirmWaysSchema,
  confirmedSchema,
  csrfTokenSchema,
  passkeyAddedSchema,
  recoveryCodesSchema,
  registrationOptionsSchema,
  sessionsEndedSchema,
} from '../contract/account';
export { apiKeysSchema, savedApiKeySchema } from '../contract/api-keys';
export { lostAttemptsSchema } from '../contract/attempts';
export { brandImageSchema, brandingPreviewSchema, brandingVersionSchema } from '../contract/branding';
export { bulkPreviewSchema, bulkRunSchema } from '../contract/bulk';
export { bulkLookupSchema } from '../contract/bulk-lookups';
export {
  connectionCheckSchema,
  connectionFindingsSchema,
  connectionSetupSchema,
  webhookTestSchema,
  wentLiveSchema,
} from '../contract/connection';
export { contactSchema } from '../contract/contacts';
export { customerSchema } from '../contract/customers';
export { customerLinksSchema } from '../contract/customer-links';
export {
  customerSummarySchema,
  erasureReceiptSchema,
  receiptCheckSchema,
  retentionPreviewSchema,
  retentionVersionSchema,
} from '../contract/data-protection';
export { decisionSchema } from '../contract/decisions';
export {
  createImportResponseSchema,
  importCountsSchema,
  importDetailSchema,
  importListSchema,
  lookupResponseSchema,
  noteSchema,
  rawResponsesSchema,
  redirectUrlResponseSchema,
  refreshResponseSchema,
  tagsSchema,
} from '../contract/imports';
export { mailPreviewSchema, mailSettingsSchema, mailTestSchema } from '../contract/customer-mails';
export {
  accountNotificationsSchema,
  notificationRulesSchema,
  savedNotificationRuleSchema,
} from '../contract/notification-rules';
export { resentFailedSchema, resentSchema } from '../contract/message-log';
export { currentPolicySchema } from '../contract/policy';
export { problemSchema } from '../contract/problem';
export { queueCountSchema } from '../contract/queue-count';
export { savedViewsSchema } from '../contract/saved-views';
export { doneSchema, importSponsorshipSchema, queueSchema, requestResponseSchema } from '../contract/sponsorship';
export { adminNamesSchema, signedOutSchema, staffListSchema, staffWithLinkSchema } from '../contract/staff';
export { startLinkResponseSchema } from '../contract/start';
export { textPreviewSchema, textsOfLanguageSchema } from '../contract/texts';
export { toolsResponseSchema } from '../contract/tools';
export { seenWarningsSchema, warningRulesVersionSchema } from '../contract/warning-rules';
export { reprocessResponseSchema } from '../contract/webhooks';
