import type { Environment } from '../../contract/environment';
import type { StaffEvent } from '../../contract/outbox';

/** What messages to staff say, in plain English. */

export type NoticeKind = StaffEvent | 'test';

interface KindLabels {
  /** For a message about one event. */
  title: string;
  /** For several events. */
  count(n: number): string;
}

export const kindLabels: Record<NoticeKind, KindLabels> = {
  request_waiting: {
    title: 'New request for a full migration',
    count: (n) => `${plural(n, 'new request')} for a full migration`,
  },
  outcome_unknown: {
    title: 'Unconfirmed decision',
    count: (n) => plural(n, 'unconfirmed decision'),
  },
  taking_too_long: {
    title: 'An import is taking too long',
    count: (n) => `${plural(n, 'import')} taking too long`,
  },
  many_warnings: {
    title: 'An import has many warnings',
    count: (n) => `${plural(n, 'import')} with many warnings`,
  },
  budget_used: {
    title: 'The monthly sponsorship budget has reached 80%',
    count: (n) => `${plural(n, 'sponsorship budget')} at 80%`,
  },
  connection_failing: {
    title: 'The connection to the migration service is failing',
    count: (n) => `${plural(n, 'connection failure')}`,
  },
  webhooks_failing: {
    title: 'Webhooks of the migration service are failing',
    count: (n) => `${plural(n, 'webhook failure')}`,
  },
  tool_requested: {
    title: 'A customer requested a tool that is not in the list',
    count: (n) => plural(n, 'tool request'),
  },
  test: { title: 'Test message', count: (n) => plural(n, 'test message') },
};

export const testText = 'This is a test of a notification rule. Messages about events look like this one.';
export const mailOff = 'E-mail is not set up.';

export const sandboxLabel = (environment: Environment) => (environment === 'sandbox' ? ' (sandbox)' : '');
export const sandboxPrefix = '[Sandbox] ';
export const importLabel = (id: string) => `Import ${id}`;
export const moreLabel = (n: number) => `and ${formatCount(n)} more`;
export const openLabel = 'Open';
export const ruleFooter = (name: string) => `Sent by the notification rule “${name}”.`;
export const personalFooter = 'Sent because of your choices in My account.';
export const changeLabel = 'Change notifications';

export const warningsText = (n: number) => `It has ${plural(n, 'warning')}.`;
/** `isDefault`: there are too few imports to compare with. */
export const stuckText = (status: string, since: Date, isDefault: boolean) =>
  `In “${status}” since ${formatTime(since)}, ${isDefault ? 'for more than a day' : 'longer than 90% of imports'}.`;
export const budgetText = (used: number, limit: number) =>
  `${formatCount(used)} of ${plural(limit, 'sponsored migration')} this month.`;
export const unreachableText = (since: Date) => `The service has not replied since ${formatTime(since)}.`;
export const refusedText = 'The service refuses the token.';
export const notAppliedText = (n: number) => `${plural(n, 'delivery', 'deliveries')} could not be applied.`;
export const badSignatureText =
  'Deliveries have a wrong signature, and none with a valid one arrived in the last 24 hours.';
export const noWebhooksText = (since: Date) =>
  `No webhooks have arrived since ${formatTime(since)}, although imports changed status.`;

/** At most three kinds, so that it fits into a line. */
export function countsLabel(counts: readonly { kind: NoticeKind; count: number }[]): string {
  const [first, ...others] = counts;
  if (!first) return '';
  if (others.length === 0) return first.count === 1 ? kindLabels[first.kind].title : countLabel(first);
  const total = counts.reduce((sum, { count }) => sum + count, 0);
  const listed = counts.slice(0, 3).map(countLabel);
  return `${plural(total, 'event')}: ${listed.join(', ')}${counts.length > 3 ? ' and others' : ''}`;
}

export const countLabel = ({ kind, count }: { kind: NoticeKind; count: number }) => kindLabels[kind].count(count);

/** In UTC unless the rule has a zone. */
export function formatTime(at: Date, zone: string | null = null): string {
  const format = new Intl.DateTimeFormat('en-GB', {
    ...{ day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit' },
    timeZone: zone ?? 'UTC',
    timeZoneName: 'short',
  });
  return format.format(at);
}

function plural(n: number, one: string, many = `${one}s`): string {
  return `${formatCount(n)} ${n === 1 ? one : many}`;
}

function formatCount(n: number): string {
  return new Intl.NumberFormat('en').format(n);
}
