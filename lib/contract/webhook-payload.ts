import { z } from 'zod';
import { count, environmentSchema } from './base-schemas';

/** What the signed webhooks to a partner's server contain, as documented in docs/notifications.md. */

/** @internal */
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
  importId: z.string().nullable(),
  username: z.string().nullable(),
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
  counts: z.partialRecord(eventTypeSchema, z.int().positive()),
  events: z.array(webhookEventSchema).min(1).max(20),
  more: count,
});
export const webhookDigestSchema = z.strictObject({
  type: z.literal('digest'),
  timestamp: timestampSchema,
  data: webhookDigestDataSchema,
});

export const webhookPayloadSchema = z.discriminatedUnion('type', [webhookEventSchema, webhookDigestSchema]);
export type WebhookPayload = z.infer<typeof webhookPayloadSchema>;
