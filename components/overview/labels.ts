import type { FunnelStep, Period, Trends } from '@/lib/contract/overview';

export const numbers = new Intl.NumberFormat('en');

function plural(count: number, word: string, isMinimum = false): string {
  return `${numbers.format(count)}${isMinimum ? '+' : ''} ${word}${count === 1 ? '' : 's'}`;
}

export const overviewLabels = {
  title: 'Overview',
  period: 'Period',
  periods: { '30d': '30 days', '12w': '12 weeks', '1y': 'Year' } satisfies Record<Period, string>,
};

export const emptyLabels = {
  title: 'No imports yet',
  text: 'The service lists imports by username only. Create one here, or look up the customers you already have. The numbers follow automatically.',
  create: 'New import',
  lookUp: 'Look up a customer',
};

export const attentionLabels = {
  title: 'Needs you',
  nothing: 'Nothing needs your attention. New items appear here automatically.',
  oldest: 'oldest',
  for: 'for',
  more: (count: number, isMinimum: boolean) => ` and ${numbers.format(count)}${isMinimum ? '+' : ''} more`,
  import: (id: string) => `import ${id}`,
  newImport: 'a new import',
  unknownCustomer: 'Unknown customer',
  check: 'Check',
  open: 'Open',
  settle: 'Settle',
  decide: 'Decide',
  match: 'Match',
  tokenRejected: 'The migration service refuses our API token',
  tokenRejectedAskAdmin: 'The migration service refuses our API token. Ask an admin to check it.',
  serviceTrouble: 'The migration service does not reply as expected',
  serviceDetail: (explanation: string) => `${explanation} Pages show stored data and how old it is.`,
  unconfirmed: (count: number, accepts: number, rejects: number) =>
    `${plural(count, rejects === 0 ? 'acceptance' : accepts === 0 ? 'rejection' : 'decision')} sent but not confirmed`,
  decisions: (count: number, forMe: number) =>
    `${plural(count, 'customer')} ${count === 1 ? 'waits' : 'wait'} for a sponsorship decision${forMe > 0 ? `, ${numbers.format(forMe)} for your approval` : ''}`,
  unmatched: (count: number) => `${plural(count, 'request')} ${count === 1 ? 'needs' : 'need'} matching to an import`,
  toolRequests: (count: number, isMinimum: boolean) =>
    `${plural(count, 'customer', isMinimum)} requested a tool that is not in the list`,
  visitor: 'a visitor to the start page',
  notApplied: (count: number) => `${plural(count, 'webhook message')} could not be applied`,
  notAppliedDetail: 'Retried automatically.',
  badSignature: 'No webhook message in the last 24 hours had a valid signature',
  badSignatureDetail: 'Check the webhook secret with the operator.',
  failedMessages: (count: number, isMinimum: boolean) =>
    `${plural(count, 'message', isMinimum)} to customers or staff could not be sent`,
  waitingMails: (count: number, isMinimum: boolean) =>
    `${plural(count, 'e-mail', isMinimum)} ${count === 1 ? 'is' : 'are'} waiting to be sent`,
  waitingMailsDetail: 'Due for more than 15 minutes.',
  failedMessagesDetail: 'See why, and resend them.',
  stuck: (count: number, isMinimum: boolean, status: string, threshold: string) =>
    `${plural(count, 'customer', isMinimum)} ${count === 1 ? 'has' : 'have'} been at ${status} for over ${threshold}`,
  aDay: 'a day',
  warnings: (count: number, isMinimum: boolean, moreThan: number) =>
    `${plural(count, 'sample', isMinimum)} finished with more than ${moreThan} warnings`,
};

export const statusCountLabels = {
  title: 'Now, by status',
  known: 'known',
  gone: 'No longer available',
};

export const flowLabels = {
  title: (unit: Trends['unit']) => `Started and completed, each ${unit}`,
  name: (title: string, started: number, completed: number, since: string, unit: Trends['unit']) =>
    `${title}: ${started} started and ${completed} completed since ${since}. The table below lists each ${unit}.`,
  tip: (days: string, started: number, completed: number) => `${days}: ${started} started, ${completed} completed`,
  started: (count: number) => `${numbers.format(count)} started`,
  completed: (count: number) => `${numbers.format(count)} completed`,
  current: { day: 'Pale: today so far', week: 'Pale: this week so far' } satisfies Record<Trends['unit'], string>,
  cut: 'Bars with a gap are cut off. Their numbers are above them.',
  table: 'As a table',
  unit: { day: 'Day, UTC', week: 'Week, UTC' } satisfies Record<Trends['unit'], string>,
  startedColumn: 'Started',
  completedColumn: 'Completed',
  soFar: ', so far',
};

export const durationLabels = {
  title: 'Time in each status, by source tool',
  remark: 'Bar: median. Tick: 90% are faster. Logarithmic scale.',
  none: 'No import in this period has a known source tool. The service does not report it; imports created here have one, and agents can add it.',
  tool: 'From',
  imports: 'Imports',
  tip: (median: string, p90: string, count: number) =>
    `Median ${median}, 90% within ${p90}, of the latest ${numbers.format(count)}`,
  cell: (tool: string, status: string, median: string, p90: string) =>
    `${tool}, ${status}: median ${median}, 90% within ${p90}. Open imports in this status`,
};

export const funnelLabels = {
  title: 'From created to completed',
  remark: 'share of the step before',
  steps: {
    created: { label: 'Created', description: 'Created or first seen in this period' },
    credentials: { label: 'Credentials entered', description: 'Passed Collecting credentials' },
    sample: { label: 'Sample completed', description: 'The sample was completed or skipped' },
    asked: {
      label: 'Full migration requested',
      description: 'The customer requested it, it was decided, or it was paid',
    },
    accepted: { label: 'Accepted or bought', description: 'Sponsorship accepted, or In preparation and later' },
    completed: { label: 'Migration completed', description: 'The full migration was completed' },
  } satisfies Record<FunnelStep, { label: string; description: string }>,
  open: (label: string, count: number) => `${label}: ${count}. Open the list`,
  since: (day: string) => `Since ${day}, UTC.`,
};

export const budgetLabels = {
  title: (month: string) => `Sponsored in ${month}`,
  of: (limit: number) => ` of ${numbers.format(limit)}`,
  set: 'Set a budget',
  accepted: 'Accepted',
  rejected: 'Rejected',
  median: 'Median time to a decision',
  none: 'None',
  usedUp: 'The budget for this month is used up. An admin can exceed it.',
  usedUpOn: (day: string) => `At this pace, used up around ${day}.`,
  nothing: 'Nothing sponsored this month yet.',
  noBudget: (byMonthEnd: number) =>
    `No budget is set. At this pace, about ${numbers.format(byMonthEnd)} by the end of the month.`,
  pace: (byMonthEnd: number, limit: number) =>
    `At this pace, about ${numbers.format(byMonthEnd)} of ${numbers.format(limit)} by the end of the month.`,
};
