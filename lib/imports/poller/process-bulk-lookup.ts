import { ServiceError } from '../../core/errors';
import { recordChange } from '../../store/events/changes';
import { delayBulkLookup, finishBulkLookup, type BulkLookupRow } from '../../store/bulk-work';
import { observeList, type PollOutcome, type PollDeps } from './poll';

const retryAfterS = 30;

/** Looks up one name of a bulk run, in the watcher's lane. What the service refuses is told; an outage is waited out. */
export async function processBulkLookup(deps: PollDeps, row: BulkLookupRow, signal: AbortSignal): Promise<PollOutcome> {
  const finish = (result: { found: number } | { problem: string }) =>
    deps.database.transaction(async (tx) => {
      await finishBulkLookup(tx, row, { ...result, at: deps.clock.now() });
      await recordChange(tx, { kind: 'bulk', environment: row.environment, subject: row.runId });
    });
  if (row.environment !== 'live') {
    await finish({ problem: 'The sandbox is static: names are looked up one by one there.' });
    return 'odd';
  }
  try {
    const { listed } = await observeList(deps, { username: row.username, source: 'lookup', by: row.by }, signal);
    await finish({ found: listed.size });
    return 'same';
  } catch (error) {
    if (signal.aborted) throw error;
    const status = error instanceof ServiceError ? (error.upstreamStatus ?? 0) : 0;
    const refused = status >= 400 && status < 500 && status !== 401 && status !== 403 && status !== 429;
    if (error instanceof ServiceError && refused) {
      await finish({ problem: error.userMessage });
      return 'odd';
    }
    if (!(error instanceof ServiceError)) deps.log.error({ err: error }, 'a bulk look-up failed');
    await delayBulkLookup(deps.database.db, row, retryAfterS);
    return 'failed';
  }
}
