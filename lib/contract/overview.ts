import type { KnownStatus } from './status';

export const periods = ['30d', '12w', '1y'] as const;
export type Period = (typeof periods)[number];

/** The steps of the funnel, in order; also filters of the list. */
export const funnelSteps = ['created', 'credentials', 'sample', 'asked', 'accepted', 'completed'] as const;
export type FunnelStep = (typeof funnelSteps)[number];

/** Statuses whose duration is shown: those on the usual path in which an import waits or works. */
export const timedStatuses = [
  'Collecting credentials',
  'Waiting to start sample migration',
  'Sample migration in progress',
  'Sample migration completed',
  'Migration in progress',
] as const satisfies readonly KnownStatus[];

export interface FlowBar {
  /** First and last day of the bar, UTC, as YYYY-MM-DD. */
  from: string;
  to: string;
  started: number;
  completed: number;
  current: boolean;
}

interface StatusDuration {
  count: number;
  medianS: number;
  p90S: number;
}

export interface Trends {
  from: string;
  unit: 'day' | 'week';
  flow: FlowBar[];
  funnel: Record<FunnelStep, number>;
  /** Source tools, most imports first. One time per entry of `timedStatuses`, null if unknown. */
  tools: { tool: string; count: number; times: (StatusDuration | null)[] }[];
  /** From request to approval, in this month. */
  medianDecisionS: number | null;
}

export type AttentionItem =
  | { kind: 'service'; explanation: string; sinceAt: string | null; refused: boolean }
  | ({ kind: 'unknown-outcomes'; accepts: number; rejects: number } & AttentionGroup)
  | ({ kind: 'decisions'; forMe: number } & AttentionGroup)
  | ({ kind: 'unmatched' } & AttentionGroup)
  | ({ kind: 'tool-requests' } & AttentionGroup)
  | ({ kind: 'webhooks'; notApplied: number; badSignature: number } & AttentionGroup)
  | ({ kind: 'messages' } & AttentionGroup)
  | ({ kind: 'waiting-mails'; reason: string } & AttentionGroup)
  | ({ kind: 'stuck'; status: string; afterS: number } & AttentionGroup)
  | ({ kind: 'warnings'; moreThan: number } & AttentionGroup);

export interface AttentionGroup {
  count: number;
  /** True if there are more: counting stopped. */
  countIsMinimum: boolean;
  oldestAt: string | null;
  /** The oldest ones. */
  names: AttentionName[];
}

export interface AttentionName {
  username: string | null;
  importId: string | null;
}

export interface MonthPace {
  /** When the budget will be used up at this pace, if within the month; UTC day. */
  usedUpOn: string | null;
  byMonthEnd: number;
  medianDecisionS: number | null;
}
