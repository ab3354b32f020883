import { kindInEffect } from '../contract/decision-in-effect';
import type { BulkRunSummary } from '../contract/bulk';
import { isPendingBulkItem } from '../contract/is-pending-bulk-item';
import type { DecisionSummary } from '../contract/decisions';
import type { Environment } from '../contract/environment';
import type { MonthBudget } from '../contract/policy';
import type { QueueCount } from '../contract/queue-count';
import { queueTabs, type Queue, type QueueItem, type QueueTab } from '../contract/sponsorship';
import { groupBy } from '../core/group-by';
import { recogniseStatus } from '../imports/recognise-status';
import type { BulkRunRow } from '../store/sponsorship/bulk-runs';
import type { Db } from '../store/database/database';
import type { DecisionRow } from '../store/sponsorship/decisions';
import { readQueueSummary } from '../store/sponsorship/queue-summary';
import { readSponsorshipContext, type SponsorshipContext } from '../store/sponsorship/sponsorship-context';
import { countWaiting, listDecidedRows, listQueueRows, type QueueRow } from '../store/sponsorship/sponsorship-queue';
import { currentItems } from './bulk-items';
import { customersOf, groupEarlierDecisions } from './read-earlier-decisions';
import { evaluatePolicy } from './evaluate-policy';
import { findSecondPeople, isWaiting } from './other-approver';
import { toHeld } from './hold-restored';
import { monthStart, toMonthBudget } from './month-budget';
import type { SponsorshipDeps } from './sponsorship-deps';
import { toDecision } from './to-decision';

const maxRows = 500;
const maxDecided = 100;
const recentRunsMs = 24 * 60 * 60_000;

const queueStates = {
  waiting: ['asked', 'proposed', 'sending'],
  unknown: ['unknown'],
  decided: ['accepted', 'rejected', 'refused'],
} as const satisfies Record<QueueTab, readonly DecisionSummary[]>;

/** The queue for approvers, longest wait first. Lists only the imports of the given tab, or of all; counts them all. */
export async function readQueue(
  db: Db,
  input: {
    environment: Environment;
    now: Date;
    whoPays: 'partner' | 'customer';
    tab?: QueueTab | undefined;
    limit?: number | undefined;
  },
): Promise<Queue> {
  const { environment, now, tab: only, limit = maxRows } = input;
  const readRows = (tab: QueueTab): Promise<QueueRow[]> => {
    if (only !== undefined && only !== tab) return Promise.resolve([]);
    return tab === 'decided'
      ? listDecidedRows(db, environment, queueStates[tab], Math.min(limit, maxDecided))
      : listQueueRows(db, environment, queueStates[tab], limit);
  };
  const [summary, waiting, unknown, decided] = await Promise.all([
    readQueueSummary(db, environment, {
      counted: queueTabs.flatMap((tab) => queueStates[tab]),
      runsSince: new Date(now.getTime() - recentRunsMs),
      limit: maxRows,
    }),
    readRows('waiting'),
    readRows('unknown'),
    readRows('decided'),
  ]);
  const { unmatched, nameless } = summary;
  const rows = [...waiting, ...unknown, ...decided];
  const context = await readContext(db, { environment, now, rows, others: nameless });
  const { policy, month } = context;
  const secondPeople = findSecondPeople(context);
  const toItem = createToItem(context, now);
  const total = (states: readonly string[]) => states.reduce((sum, state) => sum + (summary.counts[state] ?? 0), 0);
  const runDecisions = groupBy(summary.runDecisions, ({ bulkId }) => bulkId);
  return {
    whoPays: input.whoPays,
    waiting: waiting.map(toItem),
    unknown: unknown.map(toItem),
    nameless: nameless.map(({ tool, ...decision }) => ({
      username: decision.username,
      tool,
      decision: toDecision(decision),
      secondPeople: secondPeople(decision, { policy: policy.policy, month, records: null }),
    })),
    decided: decided.map(toItem),
    totals: {
      undecided: input.whoPays === 'customer' ? 0 : total(['asked', 'proposed']) + unmatched.length,
      waiting: total(queueStates.waiting) + unmatched.length,
      unknown: total(queueStates.unknown) + nameless.length,
      decided: total(queueStates.decided),
    },
    runs: summary.runs.flatMap((run) => toRunSummary(run, runDecisions.get(run.id) ?? [])),
    unmatched: unmatched.map((r) => ({
      id: r.id,
      askedAt: r.requestedAt.toISOString(),
      username: r.username,
      tool: r.tool,
      message: r.message,
    })),
    budget: toMonthBudget(context, now),
    policy: { ...policy, pending: context.pending },
  };
}

/** The number beside "Sponsorship" in the navigation, in each environment. */
export async function countQueue({
  database,
  whoPays,
}: Pick<SponsorshipDeps, 'database' | 'whoPays'>): Promise<Record<Environment, QueueCount>> {
  if (whoPays === 'customer') return { live: { waiting: 0 }, sandbox: { waiting: 0 } };
  const { live, sandbox } = await countWaiting(database.db);
  return { live: { waiting: live }, sandbox: { waiting: sandbox } };
}

/** An import as the queue shows it, with what a decision about it depends on. */
export async function readQueueItem(
  db: Db,
  { row, environment, now }: { row: QueueRow; environment: Environment; now: Date },
): Promise<{ item: QueueItem; budget: MonthBudget; reasonRequired: boolean }> {
  const context = await readContext(db, { environment, now, rows: [row], others: [] });
  return {
    item: createToItem(context, now)(row),
    budget: toMonthBudget(context, now),
    reasonRequired: context.policy.policy.reasonRequired,
  };
}

function readContext(
  db: Db,
  input: { environment: Environment; now: Date; rows: readonly QueueRow[]; others: readonly DecisionRow[] },
): Promise<SponsorshipContext> {
  const { environment, now, rows, others } = input;
  const needsPeople = rows.some(({ decision }) => decision && isWaiting(decision)) || others.some(isWaiting);
  return readSponsorshipContext(db, {
    environment,
    monthStart: monthStart(now),
    customers: customersOf(rows.map(({ row }) => row.username)),
    peopleAt: needsPeople ? now : undefined,
  });
}

function createToItem(context: SponsorshipContext, now: Date): (row: QueueRow) => QueueItem {
  const earlier = groupEarlierDecisions(context.earlier, now);
  const secondPeople = findSecondPeople(context);
  const policy = context.policy.policy;
  const { month } = context;
  const restoredFrom = toHeld(context.held)?.takenAt ?? null;
  return ({ row, request, decision, decisions }) => {
    const { records, statusKey } = row;
    const policyResult = evaluatePolicy(policy, { kind: 'accept', records, statusKey, month });
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
      policy: {
        needsSecond: policyResult.needsSecond,
        short: policyResult.short,
        explanation: policyResult.explanation,
      },
      decision: decision ? toDecision(decision) : null,
      inEffect: kindInEffect(decisions),
      secondPeople: secondPeople(decision, { policy, month, records }),
      restoredFrom,
      ...earlier({ importId: row.id, username: row.username }),
    };
  };
}

function toRunSummary(run: BulkRunRow, decisions: readonly DecisionRow[]): BulkRunSummary[] {
  if (run.kind !== 'accept' && run.kind !== 'reject') return [];
  const items = currentItems(run, decisions);
  return [
    {
      id: run.id,
      kind: run.kind,
      by: run.by,
      at: run.at.toISOString(),
      total: items.length,
      over: items.filter((item) => !isPendingBulkItem(item)).length,
      unknown: items.filter(({ state }) => state === 'unknown').length,
    },
  ];
}
