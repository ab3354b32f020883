import { z } from 'zod';
import { webhookSetupSchema } from './webhooks';
import { count, dateTime, environmentSchema, text } from './base-schemas';

const connectionSchema = z.object({
  simulated: z.boolean(),
  ratePerS: z.number(),
  dialect: z.boolean(),
  environments: z.array(
    z.object({
      environment: environmentSchema,
      address: text(2000),
      state: z.enum(['working', 'refused', 'trouble', 'unreachable', 'not_used']),
      since: dateTime.nullable(),
      lastOkAt: dateTime.nullable(),
      lastError: z.object({ at: dateTime, explanation: text(4000) }).nullable(),
    }),
  ),
  fieldsNotFound: z.array(z.object({ fact: text(200), count })),
  redirect: z.object({
    hosts: z.array(text(300)),
    /** The host of the newest redirect URL, and whether customers may be sent there. */
    last: z.object({ host: text(300), allowed: z.boolean(), explanation: text(1000), at: dateTime }).nullable(),
  }),
  webhooks: z.object({
    setup: webhookSetupSchema,
    lastVerifiedAt: dateTime.nullable(),
    lastRefusedAt: dateTime.nullable(),
  }),
  poller: z.object({
    cycleS: count,
    sharePerS: z.number(),
    /** Requests planned and sent, per second over the last 15 minutes; null if the app just started. */
    spendsPerS: z.number(),
    sentPerS: z.number().nullable(),
    movingUnits: count,
    restingUnits: count,
    overdue: count,
    overdueS: count,
    oldestPollS: z.number().nullable(),
  }),
  operator: text(8000),
});
export type Connection = z.infer<typeof connectionSchema>;

export const connectionCheckSchema = z.object({
  results: z.array(
    z.object({
      environment: environmentSchema,
      outcome: z.enum(['accepted', 'refused', 'failed']),
      explanation: text(4000),
      tookMs: count,
      missing: z.array(text(1000)),
    }),
  ),
  connection: connectionSchema,
});
export type ConnectionCheck = z.infer<typeof connectionCheckSchema>;

const sourceSchema = z.enum(['simulator', 'environment', 'stored', 'none']);

/** What an admin entered, without the secrets. */
const connectionFormSchema = z.object({
  version: count,
  savedBy: text(300).nullable(),
  savedAt: dateTime.nullable(),
  checkedAt: dateTime.nullable(),
  /** No key decrypts what was saved, so it has to be entered again. */
  unreadable: z.boolean(),
  /** Where the values in use come from. `environment` wins over `stored`. */
  sources: z.object({
    service: sourceSchema,
    webhookSecret: sourceSchema,
    dialect: sourceSchema,
    redirectHosts: sourceSchema,
  }),
  url: text(2000),
  sandboxUrl: text(2000),
  hasToken: z.boolean(),
  hasWebhookSecret: z.boolean(),
  /** Until when the replaced webhook secret is accepted. */
  oldSecretUntil: dateTime.nullable(),
  redirectHosts: z.array(text(300)),
  hasDialect: z.boolean(),
});
export type ConnectionForm = z.infer<typeof connectionFormSchema>;

/** In this order. */
export const checklistIds = ['connection', 'webhook', 'demo', 'second_admin', 'branding', 'mail', 'backup'] as const;
export type ChecklistId = (typeof checklistIds)[number];

export const connectionSetupSchema = z.object({
  form: connectionFormSchema,
  /** What is left before customers can be served. */
  checklist: z.array(z.object({ id: z.enum(checklistIds), done: z.boolean() })),
  /** In the demo, once the entered connection was found to work. */
  mayGoLive: z.boolean(),
});
export type ConnectionSetup = z.infer<typeof connectionSetupSchema>;

const serviceFieldsSchema = z.object({
  url: text(2000),
  /** Empty: derived from the address. */
  sandboxUrl: text(2000).optional(),
  /** Not given: the stored one, if the addresses are the same. */
  token: text(1000).optional(),
  /** Not given: as for the token, otherwise the default. */
  password: text(1000).optional(),
});

export const saveConnectionBodySchema = z.object({
  /** The version that was shown. */
  basedOn: count,
  service: serviceFieldsSchema.optional(),
  webhookSecret: text(1000).optional(),
  redirectHosts: z.array(text(253)).max(50).optional(),
  /** The text of a dialect file; null removes it. */
  dialect: text(20_000).nullable().optional(),
});
export type SaveConnectionBody = z.infer<typeof saveConnectionBodySchema>;

/** Without `service`, what is saved or set in the environment is examined. */
export const examineConnectionBodySchema = z.object({ service: serviceFieldsSchema.optional() });
export type ExamineConnectionBody = z.infer<typeof examineConnectionBodySchema>;

/** What the doctor found. Messages contain no secrets. */
export const connectionFindingsSchema = z.object({
  url: text(2000),
  findings: z.array(
    z.object({
      area: z.enum(['live', 'sandbox', 'source_tool', 'redirect', 'shape']),
      grade: z.enum(['good', 'note', 'bad']),
      message: text(4000),
    }),
  ),
  /** Hosts that customers are sent to and that are not allowed yet. */
  hostsToAllow: z.array(text(300)),
  /** A dialect file to apply. Null if the answers are found without one. */
  dialect: text(20_000).nullable(),
  questions: z.array(text(4000)),
  /** The live service answered and accepted the token. */
  works: z.boolean(),
});
export type ConnectionFindings = z.infer<typeof connectionFindingsSchema>;

export const webhookTestSchema = z.object({
  outcome: z.enum(['received', 'failed']),
  message: text(1000),
  tookMs: count,
});
export type WebhookTest = z.infer<typeof webhookTestSchema>;

/** The version of the connection that was shown. */
export const goLiveBodySchema = z.object({ version: count });
export const wentLiveSchema = z.object({ restarting: z.boolean() });
