import type { Environment } from '../contract/environment';
import type { PolicyVersion } from '../contract/policy';
import type { Queue, QueueItem } from '../contract/sponsorship';
import { recogniseStatus } from '../imports/recognise-status';
import type { Db } from '../store/database';
import { countMonth, listEarlierDecisions, type MonthCounts } from '../store/decisions';
import { listUnmatchedRequests } from '../store/full-requests';
import { currentPolicy } from '../store/policies';
import { countSponsoredOfDomain, findQueueRow, listQueueRows, type QueueRow } from '../store/sponsorship-queue';
import { judgePolicy } from './judge-policy';
import { monthStart, readMonthBudget } from './month-budget';
import { toDecision } from './to-decision';

const most = 500;

/** The queue as approvers see it: longest wait first, each with the facts that matter and what policy says. */
export async function readQueue(
  db: Db,
  input: { environment: Environment; now: Date; whoPays: 'partner' | 'customer' },
): Promise<Queue> {
  const { environment, now } = input;
  const policy = await currentPolicy(db);
  const month = await countMonth(db, environment, monthStart(now));
  const read = async (words: Parameters<typeof listQueueRows>[2], limit: number) => {
    const rows = await listQueueRows(db, environment, words, limit);
    const items: QueueItem[] = [];
    for (const row of rows) items.push(await toQueueItem(db, row, policy, month, now));
    return items.sort((a, b) => a.askedAt.localeCompare(b.askedAt));
  };
  const unmatched = await listUnmatchedRequests(db, environment, most);
  return {
    whoPays: input.whoPays,
    waiting: await read(['asked', 'proposed', 'sending'], most),
    unknown: await read(['unknown'], most),
    decided: (await read(['accepted', 'rejected', 'refused'], 100)).reverse(),
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
  const row = await findQueueRow(db, input.environment, input.importId);
  if (!row) return undefined;
  const policy = await currentPolicy(db);
  const month = await countMonth(db, input.environment, monthStart(input.now));
  return toQueueItem(db, row, policy, month, input.now);
}

async function toQueueItem(
  db: Db,
  { row, request, decision }: QueueRow,
  policy: PolicyVersion,
  month: MonthCounts,
  now: Date,
): Promise<QueueItem> {
  const earlier =
    row.username === null
      ? []
      : await listEarlierDecisions(db, { environment: row.environment, username: row.username, importId: row.id }, 10);
  const domain = row.username?.includes('@') ? row.username.slice(row.username.lastIndexOf('@')) : null;
  const yearAgo = new Date(Date.UTC(now.getUTCFullYear(), 0, 1));
  const judgement = judgePolicy(policy.policy, { kind: 'accept', records: row.records, month });
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
    earlier: earlier.map((e) => ({
      importId: e.importId,
      kind: e.kind,
      state: e.state,
      at: e.proposedAt.toISOString(),
      sameCustomer: e.username === row.username,
    })),
    earlierYear: domain === null ? 0 : await countSponsoredOfDomain(db, row.environment, domain, yearAgo),
  };
}
