import type { WebhookEvent, WebhookPayload } from '../../contract/webhook-payload';
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
} as const satisfies Record<NoticeKind, WebhookEvent['type']>;

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

function toEvent(deps: RenderDeps, notice: Notice): WebhookEvent {
  const { kind, environment, importId, username, text, at } = notice;
  return {
    type: eventTypes[kind],
    timestamp: at.toISOString(),
    data: { environment, importId, username, text, link: linkTo(deps, notice) },
  };
}
