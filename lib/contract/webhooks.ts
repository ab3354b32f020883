import * as z from 'zod/mini';
import { count, dateTime, text } from './base-schemas';

export const verdicts = ['verified', 'bad_signature', 'stale', 'unreadable', 'hint'] as const;
const verdictSchema = z.enum(verdicts);
export type Verdict = z.infer<typeof verdictSchema>;

const deliverySchema = z.object({
  id: text(100),
  receivedAt: dateTime,
  verdict: verdictSchema,
  /** Contains nothing from the message. */
  reason: text(2000),
  scheme: z.nullable(text(40)),
  importId: z.nullable(text(1000)),
  status: z.nullable(text(500)),
  /** When it happened or was sent, according to the message. */
  happenedAt: z.nullable(dateTime),
  times: count,
  lastReceivedAt: dateTime,
  appliedAt: z.nullable(dateTime),
  appliedBy: z.nullable(text(300)),
  failure: z.nullable(text(1000)),
  address: text(200),
  bodyBytes: count,
});
export type Delivery = z.infer<typeof deliverySchema>;

export const deliveryListQuerySchema = z.object({
  verdict: z._default(z.array(verdictSchema).check(z.maxLength(5)), []),
  cursor: z.optional(text(200)),
  limit: z._default(z.number().check(z.int(), z.minimum(1), z.maximum(200)), 50),
});
export type DeliveryListQuery = z.infer<typeof deliveryListQuerySchema>;

export const deliveryListSchema = z.object({
  deliveries: z.array(deliverySchema),
  nextCursor: z.nullable(text(200)),
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
  body: z.nullable(
    z.object({ text: text(2_000_000), kind: z.enum(['json', 'text', 'bytes']), truncated: z.boolean() }),
  ),
});
export type DeliveryDetail = z.infer<typeof deliveryDetailSchema>;

export const reprocessResponseSchema = z.object({
  outcome: z.enum(['applied', 'will_ask']),
  message: text(1000),
});
export type ReprocessResponse = z.infer<typeof reprocessResponseSchema>;
export const webhookSetupSchema = z.object({
  address: text(2000),
  scheme: z.enum(['auto', 'standard', 'timestamped']),
  header: z.nullable(text(100)),
  toleranceS: count,
  secrets: count,
  message: text(4000),
  /** False if only this machine can reach the address. */
  reachable: z.boolean(),
});
export type WebhookSetup = z.infer<typeof webhookSetupSchema>;

export const receiptSchema = z.object({ id: text(100), verdict: z.enum([...verdicts, 'duplicate']) });

export const webhooksPageQuerySchema = z.object({
  verdict: z.optional(verdictSchema),
  cursor: z.optional(
    text(80).check(
      z.regex(/^\d{4}-\d\d-\d\dT\S+ [0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
      z.refine((cursor) => !Number.isNaN(Date.parse(cursor.split(' ', 1)[0] ?? ''))),
    ),
  ),
  delivery: z.optional(z.uuid()),
});
