import * as z from 'zod/mini';
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
      state: z.enum(['working', 'refused', 'trouble', 'unreachable', 'not_asked']),
      since: z.nullable(dateTime),
      lastOkAt: z.nullable(dateTime),
      lastError: z.nullable(z.object({ at: dateTime, says: text(4000) })),
    }),
  ),
  fieldsNotFound: z.array(z.object({ fact: text(200), count })),
  redirect: z.object({
    hosts: z.array(text(300)),
    /** The host of the newest redirect URL, and whether customers may be sent there. */
    last: z.nullable(z.object({ host: text(300), allowed: z.boolean(), says: text(1000), at: dateTime })),
  }),
  webhooks: z.object({
    setup: webhookSetupSchema,
    lastVerifiedAt: z.nullable(dateTime),
    lastRefusedAt: z.nullable(dateTime),
  }),
  watcher: z.object({
    cycleS: count,
    sharePerS: z.number(),
    /** Requests planned and sent, per second over the last 15 minutes; null if the app just started. */
    spendsPerS: z.number(),
    sentPerS: z.nullable(z.number()),
    movingUnits: count,
    restingUnits: count,
    overdue: count,
    overdueS: count,
    oldestLookS: z.nullable(z.number()),
  }),
  operator: text(8000),
});
export type Connection = z.infer<typeof connectionSchema>;

export const connectionCheckSchema = z.object({
  results: z.array(
    z.object({
      environment: environmentSchema,
      outcome: z.enum(['accepted', 'refused', 'failed']),
      says: text(4000),
      tookMs: count,
      missing: z.array(text(1000)),
    }),
  ),
  connection: connectionSchema,
});
export type ConnectionCheck = z.infer<typeof connectionCheckSchema>;
