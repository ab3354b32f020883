import { totalOf, type Notice, type NoticeBatch, type RenderDeps } from './notice';

/** For NOTIFY_URL. Receivers depend on the fields of one event, so they do not change. */
export function toJsonPayload(deps: RenderDeps, batch: NoticeBatch): unknown {
  const events = batch.notices.map((notice) => toEvent(deps, notice));
  const total = totalOf(batch);
  return total === 1 ? events[0] : { kind: 'digest', events, more: total - events.length };
}

function toEvent({ publicOrigin }: RenderDeps, { kind, environment, importId, text, at }: Notice) {
  const path = importId === null ? '/sponsorship' : `/imports/${encodeURIComponent(importId)}`;
  return {
    kind: kind === 'request_waiting' ? 'full_migration_requested' : kind,
    environment,
    importId,
    text,
    at: at.toISOString(),
    link: `${publicOrigin}${path}`,
  };
}
