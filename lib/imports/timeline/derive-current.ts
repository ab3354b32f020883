import type { Environment } from '../../contract/environment';
import type { StatusFamily } from '../../contract/status';
import { foldPoints, durationOf, type StatePeriod } from './fold-points';
import { asOfMs, type Point } from './point';
import { recogniseStatus, statusKey } from '../recognise-status';
import { searchWords } from '../search-terms';

/** A fact that the service does not report. Append-only. */
export interface KnownFact {
  field: 'username' | 'tool' | 'family' | 'instanceUrl' | 'createdAt' | 'createdBy' | 'demo';
  value: string;
  source: 'created' | 'staff' | 'lookup' | 'demo';
  at: Date;
}

export interface CurrentRow {
  environment: Environment;
  id: string;
  username: string | null;
  tool: string | null;
  family: string | null;
  instanceUrl: string | null;
  statusText: string | null;
  statusKey: string | null;
  statusFamily: StatusFamily;
  sinceFrom: Date | null;
  sinceTo: Date | null;
  seenAt: Date;
  seenBy: string;
  gone: boolean;
  warnings: number;
  records: number | null;
  usersMatched: number | null;
  usersTotal: number | null;
  createdAt: Date | null;
  createdBy: string | null;
  demo: boolean;
  firstSeenAt: Date;
  searchTerms: string[];
}

/**
 * A status that has ended. `durationS` is the midpoint of the possible durations. It is null, like `endedAt`, if the start
 * is unknown or the import was gone afterwards.
 */
interface StatusPeriod {
  fingerprint: string;
  statusKey: string;
  tool: string | null;
  startedAt: Date;
  durationS: number | null;
  endedAt: Date | null;
}

export interface Derived {
  row: CurrentRow;
  statusPeriods: StatusPeriod[];
}

/** Pure, so that observing and rebuilding give the same row. Undefined without points. */
export function deriveCurrent(input: {
  environment: Environment;
  id: string;
  points: readonly Point[];
  facts: readonly KnownFact[];
}): Derived | undefined {
  const fold = foldPoints(input.points);
  const { freshest, firstSeenMs, periods } = fold;
  if (!freshest || firstSeenMs === undefined) return undefined;
  const current = periods.at(-1);
  const lastWithStatus = periods.findLast((period) => period.last.state.kind === 'status');
  const statusText = lastWithStatus?.last.state.kind === 'status' ? lastWithStatus.last.state.text : null;
  const best = bestFacts(input.facts);
  const family = fold.facts.family?.reported.value ?? best.family ?? null;
  const username = best.username ?? null;
  const tool = best.tool ?? null;
  const instanceUrl = best.instanceUrl ?? null;
  return {
    row: {
      environment: input.environment,
      id: input.id,
      username,
      tool,
      family,
      instanceUrl,
      ...describeStatus(statusText),
      sinceFrom: toDate(current?.start.fromMs),
      sinceTo: toDate(current?.start.toMs),
      seenAt: new Date(asOfMs(freshest)),
      seenBy: freshest.source,
      gone: current?.key === 'gone',
      warnings: fold.facts.warnings?.reported.size ?? 0,
      records: fold.facts.records?.reported.size ?? null,
      usersMatched: fold.facts.users?.reported.matched ?? null,
      usersTotal: fold.facts.users?.reported.total ?? null,
      createdAt: toDate(fold.origin?.seenMs) ?? parseDate(best.createdAt),
      createdBy: fold.origin?.by ?? best.createdBy ?? null,
      demo: best.demo === 'true',
      firstSeenAt: new Date(firstSeenMs),
      searchTerms: searchWords([username, input.id, tool, instanceUrl]),
    },
    statusPeriods: statusPeriodsOf(fold.periods, tool),
  };
}

export function describeStatus(text: string | null): Pick<CurrentRow, 'statusText' | 'statusKey' | 'statusFamily'> {
  if (text === null) return { statusText: null, statusKey: null, statusFamily: 'waiting' };
  const status = recogniseStatus(text);
  return { statusText: status.text, statusKey: statusKey(text), statusFamily: status.family };
}

export function statusPeriodsOf(periods: readonly StatePeriod[], tool: string | null): StatusPeriod[] {
  return periods.flatMap((period, index) => {
    const next = periods[index + 1];
    if (!next || period.last.state.kind !== 'status') return [];
    const { leastMs, mostMs } = durationOf(period, next, 0);
    const isMeasured = mostMs !== null && next.key !== 'gone';
    return [
      {
        fingerprint: period.first.fingerprint,
        statusKey: statusKey(period.last.state.text),
        tool,
        startedAt: new Date(period.start.toMs),
        durationS: isMeasured ? Math.round((leastMs + mostMs) / 2000) : null,
        endedAt: isMeasured ? new Date(next.start.toMs) : null,
      },
    ];
  });
}

const factRank: Record<KnownFact['source'], number> = { lookup: 0, demo: 1, created: 1, staff: 2 };

/** Staff input outranks what we recorded at creation, which outranks the username of a lookup. */
function bestFacts(facts: readonly KnownFact[]): { [F in KnownFact['field']]?: string } {
  const best = new Map<KnownFact['field'], KnownFact>();
  for (const fact of facts) {
    const other = best.get(fact.field);
    if (!other || compareFacts(fact, other) > 0) best.set(fact.field, fact);
  }
  // An empty value clears the field.
  return Object.fromEntries([...best.values()].filter((fact) => fact.value !== '').map((f) => [f.field, f.value]));
}

function compareFacts(a: KnownFact, b: KnownFact): number {
  const newer = a.at.getTime() - b.at.getTime();
  return (
    factRank[a.source] - factRank[b.source] ||
    // The first lookup wins; later ones may use other capitals.
    (a.source === 'lookup' ? -newer : newer) ||
    (a.value < b.value ? -1 : a.value > b.value ? 1 : 0)
  );
}

function toDate(ms: number | null | undefined): Date | null {
  return ms === null || ms === undefined ? null : new Date(ms);
}

function parseDate(text: string | undefined): Date | null {
  const ms = text === undefined ? NaN : Date.parse(text);
  return Number.isNaN(ms) ? null : new Date(ms);
}
