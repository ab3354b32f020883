import { appendAudit } from '../audit/append-audit';
import { systemCaller } from '../contract/caller';
import type { RetentionPreview } from '../contract/data-protection';
import { groupBy } from '../core/group-by';
import { openErasureKey } from '../imports/erasures/data-key';
import { importFingerprint } from '../imports/erasures/find-erased';
import type { Db } from '../store/database/database';
import { clearDecisions, deleteImports } from '../store/data-protection/delete-imports';
import { insertErasures, lockErasures } from '../store/data-protection/erasures';
import {
  clearBulkItems,
  deleteExpired,
  dropMessageContents,
  dropExpiredRaw,
  listExpiredImports,
  listUnexpiredImports,
  readObservationRange,
  type Expiring,
} from '../store/data-protection/retention';
import type { DataProtectionDeps } from './data-protection-deps';
import { expiredBy, readRetention } from './retention';

/** @internal Small, so that no request waits long for a lock. */
export const pruneBatchSize = 200;
const importsPerBatch = 20;
/** The job works a fifth of its time: much expires at once when an admin shortens a time, and it is never urgent. */
const restPerWork = 4;
/** Should the clock be set during a batch. */
const maxRestMs = 10_000;
/** How many observations are searched at once for raw responses to drop. */
const rawWindow = 20_000;

type PruneDeps = Pick<DataProtectionDeps, 'database' | 'clock' | 'cipher' | 'resumeDays'>;

/** Background job: deletes what the retention settings do not keep, in small transactions. */
export async function prune(deps: PruneDeps, signal?: AbortSignal): Promise<RetentionPreview> {
  const { database, clock } = deps;
  const { retention } = await readRetention(database.db);
  const expired = expiredBy(deps, retention);
  const stopped = () => signal?.aborted === true;

  const pruned: RetentionPreview = { imports: 0, rawAnswers: 0, deliveries: 0, links: 0, attempts: 0, messages: 0 };
  type Work = (tx: Db) => Promise<number>;
  /** Repeats `work` until it finds less than a batch. */
  const repeat = async (kind: keyof RetentionPreview, work: Work, batchSize = pruneBatchSize): Promise<void> => {
    while (!stopped()) {
      const startedMs = clock.now().getTime();
      const rows = await database.transaction(work);
      pruned[kind] += rows;
      if (rows < batchSize) return;
      const restMs = Math.min(maxRestMs, restPerWork * (clock.now().getTime() - startedMs));
      if (restMs > 0) await clock.sleep(restMs, signal).catch(() => undefined);
    }
  };
  const deleteAll = async (kind: keyof RetentionPreview, expiring: Expiring | undefined): Promise<void> => {
    if (expiring) await repeat(kind, (tx) => deleteExpired(tx, expiring, pruneBatchSize));
  };
  const dropRaw = async (expiring: Expiring | undefined): Promise<void> => {
    const range = expiring && (await readObservationRange(database.db));
    if (!range) return;
    for (let from = range.first; from <= range.last && !stopped(); from += rawWindow) {
      const window = { from, before: from + rawWindow };
      await repeat('rawAnswers', (tx) => dropExpiredRaw(tx, expiring, window, pruneBatchSize));
    }
  };

  try {
    await repeat('imports', (tx) => pruneImports(deps, tx, expired.imports), importsPerBatch);
    await dropRaw(expired.rawAnswers);
    await deleteAll('deliveries', expired.deliveries);
    // Before the attempts: a link that is gone no longer needs its attempt.
    await deleteAll('links', expired.startLinks);
    await deleteAll('links', expired.customerLinks);
    await deleteAll('attempts', expired.attempts);
    await deleteAll('attempts', expired.toolRequests);
    await deleteAll('attempts', expired.bulkLookups);
    await deleteAll('attempts', expired.bulkRuns);
    await deleteAll('attempts', expired.requests);
    const starts = expired.starts;
    if (starts) {
      const clear: Work = async (tx) => (await clearDecisions(tx, starts.where, pruneBatchSize)).decisions ?? 0;
      await repeat('attempts', clear);
    }
    await deleteAll('messages', expired.messages);
    await deleteAll('messages', expired.items);
    const contents = expired.messageContents;
    if (contents) await repeat('messages', (tx) => dropMessageContents(tx, contents, pruneBatchSize));
  } finally {
    // Also after a failure. Imports are recorded in the transaction that deletes them.
    const { imports: _recorded, ...others } = pruned;
    if (Object.values(others).some((rows) => rows > 0)) {
      await database.transaction((tx) => recordPruned(deps, tx, others));
    }
  }
  return pruned;
}

function recordPruned(deps: PruneDeps, tx: Db, after: Partial<RetentionPreview>): Promise<void> {
  return appendAudit(deps, tx, { caller: systemCaller, action: 'data.pruned', subject: 'retention', after });
}

/** Marks them, so that the next poll of the customer's list does not store them again. */
async function pruneImports(deps: PruneDeps, tx: Db, expiring: Expiring | undefined): Promise<number> {
  if (expiring === undefined) return 0;
  const found = await listExpiredImports(tx, expiring, importsPerBatch);
  if (found.length === 0) return 0;
  // A poll that found no mark stores first, and then the import has not expired.
  await lockErasures(tx, 'exclusive');
  let pruned = 0;
  for (const [environment, rows] of groupBy(found, (row) => row.environment)) {
    const ids = rows.map(({ id }) => id);
    const { kept } = await deleteImports(tx, environment, ids, (locked, all) =>
      listUnexpiredImports(locked, expiring, environment, all),
    );
    const gone = ids.filter((id) => !kept.includes(id));
    await clearBulkItems(tx, environment, gone);
    const key = await openErasureKey(deps, tx);
    const fingerprints = gone.map((id) => importFingerprint(key, { environment, id }));
    await insertErasures(tx, fingerprints, { kind: 'pruned', at: deps.clock.now() });
    pruned += gone.length;
  }
  if (pruned > 0) await recordPruned(deps, tx, { imports: pruned });
  return pruned;
}
