import { decisionSummarySchema } from '../../contract/decisions';
import type { Environment } from '../../contract/environment';
import { importListQuerySchema, type ImportCounts } from '../../contract/imports';
import { knownStatuses } from '../../contract/status';
import { listImportCounts } from '../../store/imports/import-counts';
import { countByDecision, countImports as countRows, listDistinct } from '../../store/imports/import-list';
import { readOldestPollS } from '../../store/service-calls/poll-plan';
import { toFilter } from './list-imports';
import { recogniseStatus, statusOrder } from '../recognise-status';
import type { ImportsDeps } from '../imports-deps';

const waitingDecisions = ['asked', 'proposed', 'sending', 'unknown'] as const;
const unfiltered = importListQuerySchema.parse({});
const maxValues = 200;

export async function countImports(
  deps: Pick<ImportsDeps, 'database' | 'clock' | 'stuck'>,
  environment: Environment,
): Promise<ImportCounts> {
  const { db } = deps.database;
  const thresholds = await deps.stuck.read(environment);
  const now = deps.clock.now();
  const counted = await listImportCounts(db, environment);
  const decisions = await countByDecision(db, environment, waitingDecisions);
  const countFiltered = (query: { stuck?: true; warnings?: 'many' }) => {
    const filter = toFilter(environment, { ...unfiltered, ...query }, thresholds, now);
    return filter ? countRows(db, filter) : 0;
  };
  const byStatus = new Map<string, number>(knownStatuses.map((key) => [key, 0]));
  for (const { statusKey, gone, count } of counted) if (!gone && statusKey !== null) byStatus.set(statusKey, count);
  const sum = (rows: readonly { count: number }[]) => rows.reduce((total, { count }) => total + count, 0);
  const oldestPollS = environment === 'live' ? await readOldestPollS(db) : null;
  return {
    total: sum(counted),
    gone: sum(counted.filter(({ gone }) => gone)),
    byStatus: [...byStatus]
      .sort(([a], [b]) => statusOrder(a) - statusOrder(b) || (a < b ? -1 : 1))
      .map(([key, count]) => ({ status: recogniseStatus(key), count })),
    byDecision: decisions.map(({ decision, count }) => ({ decision: decisionSummarySchema.parse(decision), count })),
    stuck: await countFiltered({ stuck: true }),
    manyWarnings: await countFiltered({ warnings: 'many' }),
    oldestLookAt: oldestPollS === null ? null : new Date(now.getTime() - oldestPollS * 1000).toISOString(),
    tools: await listDistinct(db, environment, 'tool', maxValues),
    families: await listDistinct(db, environment, 'family', maxValues),
    creators: await listDistinct(db, environment, 'createdBy', maxValues),
  };
}
