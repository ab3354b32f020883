import { z } from 'zod';
import { count, dateTime, text, timeCursor } from './base-schemas';

export const verdicts = ['verified', 'bad_signature', 'stale', 'unreadable', 'hint'] as const;
const verdictSchema = z.enum(verdicts);
export type Verdict = z.infer<typeof verdictSchema>;

const deliverySchema = z.object({
  id: text(100),
  receivedAt: dateTime,
  verdict: verdictSchema,
  /** Contains nothing from the message. */
  reason: text(2000),
  scheme: text(40).nullable(),
  importId: text(1000).nullable(),
  status: text(500).nullable(),
  /** When it happened or was sent, according to the message. */
  happenedAt: dateTime.nullable(),
  times: count,
  lastReceivedAt: dateTime,
  appliedAt: dateTime.nullable(),
  appliedBy: text(300).nullable(),
  failure: text(1000).nullable(),
  address: text(200),
  bodyBytes: count,
});
export type Delivery = z.infer<typeof deliverySchema>;

export const deliveryListQuerySchema = z.object({
  verdict: z.array(verdictSchema).max(5).default([]),
  cursor: timeCursor.optional(),
  limit: z.number().int().min(1).max(200).default(50),
});
export type DeliveryListQuery = z.infer<typeof deliveryListQuerySchema>;

export const deliveryListSchema = z.object({
  deliveries: z.array(deliverySchema),
  nextCursor: text(200).nullable(),
  /**
   * All ever received, by verdict. `duplicate` counts repeats of verified ones, `rate_limited` and `too_large` what was
   * refused without being stored.
   */
  counts: z.array(z.object({ verdict: text(40), count, lastAt: dateTime })),
});
export type DeliveryList = z.infer<typeof deliveryListSchema>;

export const deliveryDetailSchema = z.object({
  delivery: deliverySchema,
  headers: z.array(z.tuple([text(200), text(1000)])),
  /** Null if the body cannot be decrypted with the current keys. */
  body: z.object({ text: text(2_000_000), kind: z.enum(['json', 'text', 'bytes']), truncated: z.boolean() }).nullable(),
});
export type DeliveryDetail = z.infer<typeof deliveryDetailSchema>;

export const reprocessResponseSchema = z.object({
  outcome: z.enum(['applied', 'will_poll']),
  message: text(1000),
});
export type ReprocessResponse = z.infer<typeof reprocessResponseSchema>;
export const webhookSetupSchema = z.object({
  address: text(2000),
  scheme: z.enum(['auto', 'standard', 'timestamped']),
  header: text(100).nullable(),
  toleranceS: count,
  secrets: count,
  message: text(4000),
  /** False if only this machine can reach the address. */
  reachable: z.boolean(),
});
export type WebhookSetup = z.infer<typeof webhookSetupSchema>;

export const receiptSchema = z.object({ id: text(100), verdict: z.enum([...verdicts, 'duplicate']) });

export const webhooksPageQuerySchema = z.object({
  verdict: verdictSchema.optional(),
  cursor: timeCursor.optional(),
  delivery: z.uuid().optional(),
});
