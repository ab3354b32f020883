import { z } from 'zod';
import { environments } from '../../contract/environment';
import { linkTo, totalOf, type Notice, type NoticeBatch, type RenderDeps } from './notice';
import type { NoticeKind } from './staff-messages';

const eventTypes = {
  request_waiting: 'request.waiting',
  outcome_unknown: 'outcome.unknown',
  taking_too_long: 'import.taking_too_long',
  many_warnings: 'import.many_warnings',
  budget_used: 'budget.used',
  connection_failing: 'connection.failing',
  webhooks_failing: 'webhooks.failing',
  tool_requested: 'tool.requested',
  test: 'test',
} as const satisfies Record<NoticeKind, string>;
const eventTypeSchema = z.enum(Object.values(eventTypes));
const timestampSchema = z.iso.datetime();

const eventDataSchema = z.strictObject({
  environment: z.enum(environments),
  importId: z.string().nullable(),
  username: z.string().nullable(),
  text: z.string(),
  link: z.url(),
});
const eventSchema = z.strictObject({ type: eventTypeSchema, timestamp: timestampSchema, data: eventDataSchema });
const digestSchema = z.strictObject({
  type: z.literal('digest'),
  timestamp: timestampSchema,
  data: z.strictObject({
    counts: z.partialRecord(eventTypeSchema, z.int().positive()),
    events: z.array(eventSchema).min(1).max(20),
    more: z.int().nonnegative(),
  }),
});

/** @internal What signed webhooks contain, as documented in docs/notifications.md. */
export const webhookPayloadSchema = z.discriminatedUnion('type', [eventSchema, digestSchema]);
type WebhookPayload = z.infer<typeof webhookPayloadSchema>;

/** A single event, or a digest of several, written at `at`. */
export function toWebhookPayload(deps: RenderDeps, batch: NoticeBatch, at: Date): WebhookPayload {
  const events = batch.notices.map((notice) => toEvent(deps, notice));
  const total = totalOf(batch);
  const [single] = events;
  if (single && total === 1) return single;
  const counts = batch.counts.map(({ kind, count }) => [eventTypes[kind], count] as const);
  return {
    type: 'digest',
    timestamp: at.toISOString(),
    data: { counts: Object.fromEntries(counts), events, more: total - events.length },
  };
}

function toEvent(deps: RenderDeps, notice: Notice): z.infer<typeof eventSchema> {
  const { kind, environment, importId, username, text, at } = notice;
  return {
    type: eventTypes[kind],
    timestamp: at.toISOString(),
    data: { environment, importId, username, text, link: linkTo(deps, notice) },
  };
}
