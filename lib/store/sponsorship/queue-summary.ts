import { and, asc, desc, eq, getTableColumns, gte, inArray, isNull, or, sql } from 'drizzle-orm';
import type { DecisionSummary } from '../../contract/decisions';
import type { Environment } from '../../contract/environment';
import type { Db } from '../database/database';
import { jsonRows } from '../database/json-rows';
import { prepareOnce } from '../database/prepare-once';
import { creationAttempts } from '../schema/creation-attempts';
import { importCounts } from '../schema/imports';
import { bulkRuns, decisions, fullRequests } from '../schema/sponsorship';
import type { BulkRunRow } from './bulk-runs';
import type { DecisionRow } from './decisions';
import type { FullRequestRow } from './full-requests';

interface QueueSummary {
  /** Imports by decision. */
  counts: Partial<Record<string, number>>;
  /** Requests that match no import. */
  unmatched: FullRequestRow[];
  /** Decisions of kind `start_full` with an unknown outcome and no import, which no import page can show. */
  nameless: (DecisionRow & { tool: string | null })[];
  runs: BulkRunRow[];
  runDecisions: DecisionRow[];
}

const maxRuns = 5;

const summary = prepareOnce((db, counted: readonly DecisionSummary[], limit: number) => {
  const environmentParam = sql.placeholder('environment');
  const unmatched = db
    .select()
    .from(fullRequests)
    .where(
      and(eq(fullRequests.environment, environmentParam), isNull(fullRequests.importId), isNull(fullRequests.closedAt)),
    )
    .orderBy(asc(fullRequests.requestedAt))
    .limit(limit);
  const namelessColumns = { ...getTableColumns(decisions), tool: creationAttempts.tool };
  const nameless = db
    .select(namelessColumns)
    .from(decisions)
    .leftJoin(creationAttempts, eq(creationAttempts.id, decisions.attemptId))
    .where(and(eq(decisions.environment, environmentParam), eq(decisions.state, 'unknown'), isNull(decisions.importId)))
    .orderBy(asc(decisions.sentAt))
    .limit(limit);
  const isRecent = or(
    isNull(bulkRuns.finishedAt),
    gte(bulkRuns.at, sql.param(sql.placeholder('runsSince'), bulkRuns.at)),
  );
  const runs = db
    .select()
    .from(bulkRuns)
    .where(and(eq(bulkRuns.environment, environmentParam), isRecent))
    .orderBy(desc(bulkRuns.at))
    .limit(maxRuns);
  const recent = runs.as('recent');
  const runIds = db.select({ id: recent.id }).from(recent);
  const runDecisions = db.select().from(decisions).where(inArray(decisions.bulkId, runIds));
  const count = (decision: string) =>
    sql<number>`coalesce(sum(${importCounts.count}) filter (where ${importCounts.value} = ${decision}), 0)::int`;
  return db
    .select({
      counts: Object.fromEntries(counted.map((decision) => [decision, count(decision)])),
      unmatched: jsonRows(getTableColumns(fullRequests), unmatched),
      nameless: jsonRows(namelessColumns, nameless),
      runs: jsonRows(getTableColumns(bulkRuns), runs),
      runDecisions: jsonRows(getTableColumns(decisions), runDecisions),
    })
    .from(importCounts)
    .where(
      sql`/* keep the plan */ ${and(eq(importCounts.environment, environmentParam), eq(importCounts.facet, 'decision'))}`,
    )
    .prepare('');
});

/** What the queue shows besides its imports, in one statement. */
export async function readQueueSummary(
  db: Db,
  environment: Environment,
  input: { counted: readonly DecisionSummary[]; runsSince: Date; limit: number },
): Promise<QueueSummary> {
  const { counted, runsSince, limit } = input;
  const [row] = await summary(db, counted, limit).execute({ environment, runsSince });
  if (!row) throw new Error('an aggregate without groups has one row');
  return row;
}
