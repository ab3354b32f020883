import * as z from 'zod/mini';
import { count, environmentSchema } from './base-schemas';

/** What the signed webhooks to a partner's server contain, as documented in docs/notifications.md. */

export const webhookEventTypes = [
  'request.waiting',
  'outcome.unknown',
  'import.taking_too_long',
  'import.many_warnings',
  'budget.used',
  'connection.failing',
  'webhooks.failing',
  'tool.requested',
  'test',
] as const;
const eventTypeSchema = z.enum(webhookEventTypes);
const timestampSchema = z.iso.datetime();

export const webhookEventDataSchema = z.strictObject({
  environment: environmentSchema,
  importId: z.nullable(z.string()),
  username: z.nullable(z.string()),
  text: z.string(),
  link: z.url(),
});
export const webhookEventSchema = z.strictObject({
  type: eventTypeSchema,
  timestamp: timestampSchema,
  data: webhookEventDataSchema,
});
export type WebhookEvent = z.infer<typeof webhookEventSchema>;

export const webhookDigestDataSchema = z.strictObject({
  counts: z.partialRecord(eventTypeSchema, z.int().check(z.positive())),
  events: z.array(webhookEventSchema).check(z.minLength(1), z.maxLength(20)),
  more: count,
});
export const webhookDigestSchema = z.strictObject({
  type: z.literal('digest'),
  timestamp: timestampSchema,
  data: webhookDigestDataSchema,
});

export const webhookPayloadSchema = z.discriminatedUnion('type', [webhookEventSchema, webhookDigestSchema]);
export type WebhookPayload = z.infer<typeof webhookPayloadSchema>;
