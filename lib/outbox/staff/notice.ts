import type { Environment } from '../../contract/environment';
import type { OutboxDeps } from '../outbox-deps';
import type { NoticeKind } from './staff-messages';

export type RenderDeps = Pick<OutboxDeps, 'publicOrigin' | 'clock'>;

/** An event as a message shows it. */
export interface Notice {
  kind: NoticeKind;
  environment: Environment;
  importId: string | null;
  /** The import's customer, looked up when the message is written. */
  username: string | null;
  text: string;
  at: Date;
}

/** What one message reports: how many events of each kind, and the first of them. */
export interface NoticeBatch {
  counts: readonly { kind: NoticeKind; count: number }[];
  notices: readonly Notice[];
}

const pages: Record<NoticeKind, string> = {
  request_waiting: '/sponsorship',
  outcome_unknown: '/sponsorship',
  taking_too_long: '/imports',
  many_warnings: '/imports',
  budget_used: '/sponsorship',
  connection_failing: '/settings/connection',
  webhooks_failing: '/webhooks',
  tool_requested: '/tool-requests',
  test: '/',
};

export function linkTo(
  { publicOrigin }: RenderDeps,
  { kind, environment, importId }: Pick<Notice, 'kind' | 'environment' | 'importId'>,
): string {
  const path = importId === null ? pages[kind] : `/imports/${encodeURIComponent(importId)}`;
  return `${publicOrigin}${path}${environment === 'sandbox' ? '?env=sandbox' : ''}`;
}

export function totalOf({ counts }: NoticeBatch): number {
  return counts.reduce((sum, { count }) => sum + count, 0);
}
