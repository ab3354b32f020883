import { decisionSummarySchema } from '../../contract/decisions';
import type { Environment } from '../../contract/environment';
import { countCap, type ImportCounts } from '../../contract/imports';
import { knownStatuses } from '../../contract/status';
import { readImportSummary, type FacetCount } from '../../store/imports/import-counts';
import { recogniseStatus, statusOrder } from '../recognise-status';
import type { ImportsDeps } from '../imports-deps';
import { stuckSince } from '../stuck-rule';

const waitingDecisions: readonly string[] = ['asked', 'proposed', 'sending', 'unknown'];
const maxValues = 200;

export async function countImports(
  deps: Pick<ImportsDeps, 'database' | 'clock' | 'stuck'>,
  environment: Environment,
): Promise<ImportCounts> {
  const thresholds = await deps.stuck.read(environment);
  const now = deps.clock.now();
  const summary = await readImportSummary(deps.database.db, environment, stuckSince(thresholds, now));
  const counted = (facet: FacetCount['facet']) => summary.facets.filter((row) => row.facet === facet);
  const valuesOf = (facet: FacetCount['facet']) =>
    [...sumByValue(counted(facet)).keys()].filter((value) => value !== '').slice(0, maxValues);
  const isPresent = ({ gone }: FacetCount) => !gone;
  const byStatus = new Map<string, number>(knownStatuses.map((key) => [key, 0]));
  for (const { value, count } of counted('status').filter(isPresent)) if (value !== '') byStatus.set(value, count);
  const byWarnings = counted('warnings');
  const sum = (rows: readonly FacetCount[]) => rows.reduce((total, { count }) => total + count, 0);
  const { oldestPollS } = summary;
  return {
    total: sum(byWarnings),
    gone: sum(byWarnings.filter(({ gone }) => gone)),
    byStatus: [...byStatus]
      .sort(([a], [b]) => statusOrder(a) - statusOrder(b) || (a < b ? -1 : 1))
      .map(([key, count]) => ({ status: recogniseStatus(key), count })),
    byDecision: [...sumByValue(counted('decision'))]
      .filter(([decision]) => waitingDecisions.includes(decision))
      .map(([decision, count]) => ({ decision: decisionSummarySchema.parse(decision), count })),
    stuck: Math.min(summary.stuck, countCap),
    stuckIsMinimum: summary.stuck > countCap,
    manyWarnings: sum(byWarnings.filter((row) => row.value === 'many' && isPresent(row))),
    oldestPollAt: oldestPollS === null ? null : new Date(now.getTime() - oldestPollS * 1000).toISOString(),
    tools: valuesOf('tool'),
    families: valuesOf('family'),
    creators: valuesOf('creator'),
    tags: summary.tags.sort(),
  };
}

/** Whether or not they are gone. */
function sumByValue(rows: readonly FacetCount[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { value, count } of rows) sums.set(value, (sums.get(value) ?? 0) + count);
  return sums;
}
