import type { BulkMention } from '../contract/bulk';
import type { DecisionSummary } from '../contract/decisions';
import type { Environment } from '../contract/environment';
import type { Policy } from '../contract/policy';
import type { Queue, QueueItem } from '../contract/sponsorship';
import { recogniseStatus } from '../imports/recognise-status';
import { listBulkDecisions, listRecentBulkRuns, type BulkRunRow } from '../store/bulk-runs';
import type { Db } from '../store/database';
import { countMonth, listNamelessUnknown, type MonthCounts } from '../store/decisions';
import { listUnmatchedRequests } from '../store/full-requests';
import { countByDecision } from '../store/import-list';
import { currentPolicy } from '../store/policies';
import { findQueueRow, listDecidedRows, listQueueRows, type QueueRow } from '../store/sponsorship-queue';
import { itemsNow } from './bulk-items';
import { readEarlier, type EarlierOf } from './earlier-decisions';
import { judgePolicy } from './judge-policy';
import { monthStart, readMonthBudget } from './month-budget';
import { toDecision } from './to-decision';

const most = 500;
const mostDecided = 100;
const runsShownForMs = 24 * 60 * 60_000;

const words = {
  waiting: ['asked', 'proposed', 'sending'],
  unknown: ['unknown'],
  decided: ['accepted', 'rejected', 'refused'],
} as const satisfies Record<string, readonly DecisionSummary[]>;

/** The queue as approvers see it: longest wait first, each with the facts that matter and what policy says. */
export async function readQueue(
  db: Db,
  input: { environment: Environment; now: Date; whoPays: 'partner' | 'customer' },
): Promise<Queue> {
  const { environment, now } = input;
  const policy = await currentPolicy(db);
  const month = await countMonth(db, environment, monthStart(now));
  const rows = {
    waiting: await listQueueRows(db, environment, words.waiting, most),
    unknown: await listQueueRows(db, environment, words.unknown, most),
    decided: await listDecidedRows(db, environment, words.decided, mostDecided),
  };
  const usernames = Object.values(rows).flatMap((list) => list.map(({ row }) => row.username));
  const earlier = await readEarlier(db, { environment, usernames, now });
  const toItem = (row: QueueRow) => toQueueItem(row, policy.policy, month, earlier);
  const nameless = await listNamelessUnknown(db, environment, most);
  const counts = await countByDecision(db, environment, Object.values(words).flat());
  const total = (which: readonly string[]) =>
    counts.reduce((sum, { decision, count }) => sum + (which.includes(decision) ? count : 0), 0);
  const unmatched = await listUnmatchedRequests(db, environment, most);
  const since = new Date(now.getTime() - runsShownForMs);
  const runs = await listRecentBulkRuns(db, environment, { since, limit: 5 });
  return {
    whoPays: input.whoPays,
    waiting: rows.waiting.map(toItem),
    unknown: rows.unknown.map(toItem),
    nameless: nameless.map(({ decision, tool }) => ({
      username: decision.username,
      tool,
      decision: toDecision(decision),
    })),
    decided: rows.decided.map(toItem),
    totals: {
      waiting: total(words.waiting),
      unknown: total(words.unknown) + nameless.length,
      decided: total(words.decided),
    },
    runs: (await Promise.all(runs.map((run) => toMention(db, run)))).flat(),
    unmatched: unmatched.map((r) => ({
      id: r.id,
      askedAt: r.askedAt.toISOString(),
      username: r.username,
      tool: r.tool,
      message: r.message,
    })),
    budget: await readMonthBudget(db, environment, now),
    policy,
  };
}

export async function readQueueItem(
  db: Db,
  input: { environment: Environment; importId: string; now: Date },
): Promise<QueueItem | undefined> {
  const { environment, now } = input;
  const row = await findQueueRow(db, environment, input.importId);
  if (!row) return undefined;
  const { policy } = await currentPolicy(db);
  const month = await countMonth(db, environment, monthStart(now));
  const earlier = await readEarlier(db, { environment, usernames: [row.row.username], now });
  return toQueueItem(row, policy, month, earlier);
}

function toQueueItem(
  { row, request, decision }: QueueRow,
  policy: Policy,
  month: MonthCounts,
  earlier: EarlierOf,
): QueueItem {
  const judgement = judgePolicy(policy, { kind: 'accept', records: row.records, month });
  return {
    importId: row.id,
    username: row.username,
    tool: row.tool,
    status: row.statusText === null ? null : recogniseStatus(row.statusText),
    gone: row.gone,
    askedAt: (request?.askedAt ?? decision?.proposedAt ?? row.seenAt).toISOString(),
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
    policy: { needsSecond: judgement.needsSecond, short: judgement.short, says: judgement.says },
    decision: decision ? toDecision(decision) : null,
    ...earlier({ importId: row.id, username: row.username }),
  };
}

async function toMention(db: Db, run: BulkRunRow): Promise<BulkMention[]> {
  if (run.kind !== 'accept' && run.kind !== 'reject') return [];
  const items = itemsNow(run, await listBulkDecisions(db, run.id));
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
