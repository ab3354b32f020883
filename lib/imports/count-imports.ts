import { decisionSummarySchema } from '../contract/decisions';
import type { Environment } from '../contract/environment';
import { importListQuerySchema, type ImportCounts } from '../contract/imports';
import { knownStatuses } from '../contract/status';
import { listCounts } from '../store/import-counts';
import { countByDecision, countImports as countRows, listDistinct } from '../store/import-list';
import { readOldestLookS } from '../store/watch-plan';
import { toFilter } from './list-imports';
import { recogniseStatus, statusOrder } from './recognise-status';
import type { RecordParts } from './record-parts';

const waitingDecisions = ['asked', 'proposed', 'sending', 'unknown'] as const;
const everything = importListQuerySchema.parse({});
const mostValues = 200;

/** The numbers on the chips and views of the list, and the values its filters can offer. */
export async function countImports(
  parts: Pick<RecordParts, 'database' | 'clock' | 'stuck'>,
  environment: Environment,
): Promise<ImportCounts> {
  const { db } = parts.database;
  const rule = await parts.stuck.read(environment);
  const now = parts.clock.now();
  const counted = await listCounts(db, environment);
  const decisions = await countByDecision(db, environment, waitingDecisions);
  const many = (narrower: { stuck?: true; warnings?: 'many' }) => {
    const filter = toFilter(environment, { ...everything, ...narrower }, rule, now);
    return filter ? countRows(db, filter) : 0;
  };
  const byStatus = new Map<string, number>(knownStatuses.map((key) => [key, 0]));
  for (const { statusKey, gone, count } of counted) if (!gone && statusKey !== null) byStatus.set(statusKey, count);
  const sum = (rows: readonly { count: number }[]) => rows.reduce((total, { count }) => total + count, 0);
  const oldestLookS = environment === 'live' ? await readOldestLookS(db) : null;
  return {
    total: sum(counted),
    gone: sum(counted.filter(({ gone }) => gone)),
    byStatus: [...byStatus]
      .sort(([a], [b]) => statusOrder(a) - statusOrder(b) || (a < b ? -1 : 1))
      .map(([key, count]) => ({ status: recogniseStatus(key), count })),
    byDecision: decisions.map(({ decision, count }) => ({ decision: decisionSummarySchema.parse(decision), count })),
    stuck: await many({ stuck: true }),
    manyWarnings: await many({ warnings: 'many' }),
    oldestLookAt: oldestLookS === null ? null : new Date(now.getTime() - oldestLookS * 1000).toISOString(),
    tools: await listDistinct(db, environment, 'tool', mostValues),
    families: await listDistinct(db, environment, 'family', mostValues),
    creators: await listDistinct(db, environment, 'createdBy', mostValues),
  };
}
