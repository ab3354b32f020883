import { z } from 'zod';
import { count, dateTime, environmentSchema, text, timeCursor } from './base-schemas';
import { channels, messageStates } from './outbox';

const audienceSchema = z.enum(['customer', 'staff']);

/** The filters of the list: `waiting` is pending or being sent, `not-sent` was skipped. */
export const messageTabs = ['failed', 'waiting', 'sent', 'not-sent'] as const;
export type MessageTab = (typeof messageTabs)[number];

const messageSchema = z.object({
  id: text(100),
  audience: audienceSchema,
  channel: z.enum(channels),
  event: text(100),
  environment: environmentSchema.nullable(),
  importId: text(1000).nullable(),
  /** The import's customer. */
  username: text(1000).nullable(),
  rule: z.object({ id: text(100), name: text(300).nullable() }).nullable(),
  recipient: text(1000),
  subject: text(2000),
  state: z.enum(messageStates),
  reason: text(4000),
  attempts: count,
  /** When the next attempt is due. Each resend changes it. */
  nextAt: dateTime,
  createdAt: dateTime,
  sentAt: dateTime.nullable(),
  mayResend: z.boolean(),
});
export type Message = z.infer<typeof messageSchema>;

const filters = {
  audience: audienceSchema.optional(),
  channel: z.enum(channels).optional(),
  rule: z.uuid().optional(),
  /** A whole recipient or import id. */
  q: text(1000).default(''),
};

const listFilters = {
  ...filters,
  tab: z.enum(messageTabs).optional(),
  cursor: timeCursor.optional(),
};

export const messageListQuerySchema = z.object({
  ...listFilters,
  limit: z.number().int().min(1).max(200).default(50),
});
export type MessageListQuery = z.infer<typeof messageListQuerySchema>;

export const messagesPageQuerySchema = z.object({ ...listFilters, message: z.uuid().optional() });
export type MessagesPageQuery = z.infer<typeof messagesPageQuerySchema>;

export const messageListSchema = z.object({
  messages: z.array(messageSchema),
  nextCursor: text(80).nullable(),
  /** Up to one more than `maxMessageCount`. */
  counts: z.object({ failed: count, waiting: count }),
});
export type MessageList = z.infer<typeof messageListSchema>;

export const maxMessageCount = 999;

const attemptSchema = z.object({
  at: dateTime,
  outcome: z.enum(['sent', 'retry', 'failed']),
  /** That a webhook was sent to. */
  host: text(1000).nullable(),
  status: z.number().nullable(),
  response: text(10_000),
  durationMs: count,
});
export type MessageAttempt = z.infer<typeof attemptSchema>;

const contentSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('email'),
    subject: text(2000),
    text: text(500_000),
    /** For a sandboxed frame. */
    html: text(2_000_000),
    headers: z.array(z.tuple([text(200), text(4000)])),
  }),
  z.object({ kind: z.literal('post'), type: text(200), body: text(2_000_000) }),
]);
export type ShownContent = z.infer<typeof contentSchema>;

export const messageDetailSchema = z.object({
  message: messageSchema,
  /** Newest first. */
  log: z.array(attemptSchema),
  /** Null for other roles than admin, and if it was deleted or cannot be decrypted. */
  content: contentSchema.nullable(),
  /** When the status of the import changed after the message was written. */
  statusChangedAt: dateTime.nullable(),
});
export type MessageDetail = z.infer<typeof messageDetailSchema>;

/** `nextAt` as shown, so that of two admins who resend the same message only one succeeds. */
export const resendBodySchema = z.object({ nextAt: dateTime });

export const resentSchema = z.object({ message: messageSchema });

export const resendFailedBodySchema = z.object(filters);
export type ResendFailedBody = z.infer<typeof resendFailedBodySchema>;

export const resentFailedSchema = z.object({
  resent: count,
  /** That are outdated, or must not be sent to the customer any more. They stay failed. */
  refused: count,
  /** There were too many for one call. */
  more: z.boolean(),
});
export type ResentFailed = z.infer<typeof resentFailedSchema>;

export const mailboxPageQuerySchema = z.object({
  to: text(320).default(''),
  cursor: timeCursor.optional(),
  mail: z.uuid().optional(),
});

export interface Mail {
  id: string;
  recipient: string;
  audience: 'customer' | 'staff';
  subject: string;
  sentAt: string;
  importId: string | null;
  environment: 'live' | 'sandbox' | null;
}

export interface Mailbox {
  mails: Mail[];
  recipients: string[];
  nextCursor: string | null;
}

export interface OpenMail {
  mail: Mail;
  content: Extract<ShownContent, { kind: 'email' }> | null;
}
