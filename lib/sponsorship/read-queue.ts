import type { BulkRunSummary } from '../contract/bulk';
import type { DecisionSummary } from '../contract/decisions';
import type { Environment } from '../contract/environment';
import type { Policy } from '../contract/policy';
import type { QueueCount } from '../contract/queue-count';
import type { Queue, QueueItem } from '../contract/sponsorship';
import { recogniseStatus } from '../imports/recognise-status';
import { listBulkDecisions, listRecentBulkRuns, type BulkRunRow } from '../store/sponsorship/bulk-runs';
import type { Db } from '../store/database/database';
import { countMonthDecisions, listUnknownWithoutImport, type MonthCounts } from '../store/sponsorship/decisions';
import { listUnmatchedRequests } from '../store/sponsorship/full-requests';
import { countByDecision } from '../store/imports/import-counts';
import { findPendingPolicy } from '../store/sponsorship/pending-policies';
import { readCurrentPolicy } from '../store/sponsorship/policies';
import {
  countWaiting,
  findQueueRow,
  listDecidedRows,
  listQueueRows,
  type QueueRow,
} from '../store/sponsorship/sponsorship-queue';
import { currentItems } from './bulk-items';
import { readEarlierDecisions, type EarlierDecisionsOf } from './read-earlier-decisions';
import { isInEffect } from './decision-state-machine';
import { evaluatePolicy } from './evaluate-policy';
import { readSecondPeople, type SecondPeopleOf } from './other-approver';
import { monthStart, readMonthBudget } from './month-budget';
import type { SponsorshipDeps } from './sponsorship-deps';
import { toDecision } from './to-decision';

const maxRows = 500;
const maxDecided = 100;
const recentRunsMs = 24 * 60 * 60_000;

const queueStates = {
  waiting: ['asked', 'proposed', 'sending'],
  unknown: ['unknown'],
  decided: ['accepted', 'rejected', 'refused'],
} as const satisfies Record<string, readonly DecisionSummary[]>;

/** The queue for approvers, longest wait first. */
export async function readQueue(
  db: Db,
  input: { environment: Environment; now: Date; whoPays: 'partner' | 'customer' },
): Promise<Queue> {
  const { environment, now } = input;
  const policy = await readCurrentPolicy(db);
  const month = await countMonthDecisions(db, environment, monthStart(now));
  const rows = {
    waiting: await listQueueRows(db, environment, queueStates.waiting, maxRows),
    unknown: await listQueueRows(db, environment, queueStates.unknown, maxRows),
    decided: await listDecidedRows(db, environment, queueStates.decided, maxDecided),
  };
  const usernames = Object.values(rows).flatMap((list) => list.map(({ row }) => row.username));
  const earlier = await readEarlierDecisions(db, { environment, usernames, now });
  const nameless = await listUnknownWithoutImport(db, environment, maxRows);
  const open = [...rows.waiting, ...rows.unknown, ...nameless].map(({ decision }) => decision);
  const secondPeople = await readSecondPeople(db, open, now);
  const toItem = (row: QueueRow) => toQueueItem(row, { policy: policy.policy, month, earlier, secondPeople });
  const counts = await countByDecision(db, environment, Object.values(queueStates).flat());
  const total = (which: readonly string[]) =>
    counts.reduce((sum, { decision, count }) => sum + (which.includes(decision) ? count : 0), 0);
  const unmatched = await listUnmatchedRequests(db, environment, maxRows);
  const since = new Date(now.getTime() - recentRunsMs);
  const runs = await listRecentBulkRuns(db, environment, { since, limit: 5 });
  return {
    whoPays: input.whoPays,
    waiting: rows.waiting.map(toItem),
    unknown: rows.unknown.map(toItem),
    nameless: nameless.map(({ decision, tool }) => ({
      username: decision.username,
      tool,
      decision: toDecision(decision),
      secondPeople: secondPeople(decision, { policy: policy.policy, month, records: null }),
    })),
    decided: rows.decided.map(toItem),
    totals: {
      undecided: total(['asked', 'proposed']) + unmatched.length,
      waiting: total(queueStates.waiting) + unmatched.length,
      unknown: total(queueStates.unknown) + nameless.length,
      decided: total(queueStates.decided),
    },
    runs: (await Promise.all(runs.map((run) => toRunSummary(db, run)))).flat(),
    unmatched: unmatched.map((r) => ({
      id: r.id,
      askedAt: r.requestedAt.toISOString(),
      username: r.username,
      tool: r.tool,
      message: r.message,
    })),
    budget: await readMonthBudget(db, environment, now),
    policy: { ...policy, pending: await findPendingPolicy(db, policy.version) },
  };
}

/** The number beside "Sponsorship" in the navigation. */
export async function countQueue(
  deps: Pick<SponsorshipDeps, 'database' | 'whoPays'>,
  environment: Environment,
): Promise<QueueCount> {
  return { waiting: deps.whoPays === 'partner' ? await countWaiting(deps.database.db, environment) : 0 };
}

export async function readQueueItem(
  db: Db,
  input: { environment: Environment; importId: string; now: Date },
): Promise<QueueItem | undefined> {
  const { environment, now } = input;
  const row = await findQueueRow(db, environment, input.importId);
  if (!row) return undefined;
  const { policy } = await readCurrentPolicy(db);
  const month = await countMonthDecisions(db, environment, monthStart(now));
  const earlier = await readEarlierDecisions(db, { environment, usernames: [row.row.username], now });
  const secondPeople = await readSecondPeople(db, [row.decision], now);
  return toQueueItem(row, { policy, month, earlier, secondPeople });
}

function toQueueItem(
  { row, request, decision, decisions }: QueueRow,
  context: { policy: Policy; month: MonthCounts; earlier: EarlierDecisionsOf; secondPeople: SecondPeopleOf },
): QueueItem {
  const { policy, month } = context;
  const { records, statusKey } = row;
  const policyResult = evaluatePolicy(policy, { kind: 'accept', records, statusKey, month });
  const inEffect = decisions.find(isInEffect);
  return {
    importId: row.id,
    username: row.username,
    tool: row.tool,
    status: row.statusText === null ? null : recogniseStatus(row.statusText),
    gone: row.gone,
    askedAt: (request?.requestedAt ?? decision?.proposedAt ?? row.seenAt).toISOString(),
    asked: {
      source: request?.source ?? 'agent',
      by: request?.by ?? decision?.proposedBy ?? '',
      verified: request?.verified ?? true,
      message: request?.message ?? '',
    },
    requestOpen: request !== null && request.closedAt === null,
    records: row.records,
    warnings: row.warnings,
    usersMatched: row.usersMatched,
    usersTotal: row.usersTotal,
    seenAt: row.seenAt.toISOString(),
    oddity: policyResult.oddity,
    policy: { needsSecond: policyResult.needsSecond, short: policyResult.short, says: policyResult.explanation },
    decision: decision ? toDecision(decision) : null,
    inEffect: inEffect === undefined ? null : inEffect.kind === 'reject' ? 'reject' : 'accept',
    secondPeople: context.secondPeople(decision, { policy, month, records }),
    ...context.earlier({ importId: row.id, username: row.username }),
  };
}

async function toRunSummary(db: Db, run: BulkRunRow): Promise<BulkRunSummary[]> {
  if (run.kind !== 'accept' && run.kind !== 'reject') return [];
  const items = currentItems(run, await listBulkDecisions(db, run.id));
  return [
    {
      id: run.id,
      kind: run.kind,
      by: run.by,
      at: run.at.toISOString(),
      finishedAt: run.finishedAt?.toISOString() ?? null,
      total: items.length,
      over: items.filter(({ state }) => state !== 'waiting').length,
      unknown: items.filter(({ state }) => state === 'unknown').length,
    },
  ];
}
