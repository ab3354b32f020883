import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { appendAudit } from '../audit/append-audit';
import { systemCaller } from '../contract/caller';
import type { RetentionPreview } from '../contract/data-protection';
import { groupBy } from '../core/group-by';
import { openErasureKey } from '../imports/erasures/data-key';
import { importFingerprint } from '../imports/erasures/find-erased';
import type { Db } from '../store/database/database';
import { deleteImports } from '../store/data-protection/delete-imports';
import { insertErasures } from '../store/data-protection/erasures';
import {
  deleteExpired,
  dropExpiredRaw,
  listExpiredImports,
  listUnexpiredImports,
  readObservationRange,
} from '../store/data-protection/retention';
import type { DataProtectionDeps } from './data-protection-deps';
import { expiredBy, readRetention } from './retention';

/** @internal Small, so that no request waits long for a lock. */
export const pruneBatchSize = 200;
const importsPerBatch = 20;
/** How many observations are searched at once for raw responses to drop. */
const rawWindow = 20_000;

type PruneDeps = Pick<DataProtectionDeps, 'database' | 'clock' | 'cipher' | 'resumeDays'>;

/** Background job: deletes what the retention settings do not keep, in small transactions. */
export async function prune(deps: PruneDeps, signal?: AbortSignal): Promise<RetentionPreview> {
  const { database } = deps;
  const { retention } = await readRetention(database.db);
  const expired = expiredBy(deps, retention);
  const stopped = () => signal?.aborted === true;

  /** Repeats `work` until it finds less than a batch. */
  const repeat = async (work: (tx: Db) => Promise<number>, batchSize = pruneBatchSize): Promise<number> => {
    for (let total = 0; ;) {
      if (stopped()) return total;
      const done = await database.transaction(work);
      total += done;
      if (done < batchSize) return total;
      await yieldToOthers();
    }
  };
  const deleteAll = async (expiring: Parameters<typeof deleteExpired>[1] | undefined): Promise<number> =>
    expiring === undefined ? 0 : repeat((tx) => deleteExpired(tx, expiring, pruneBatchSize));
  const dropRaw = async (): Promise<number> => {
    const { rawAnswers } = expired;
    const range = rawAnswers && (await readObservationRange(database.db));
    let total = 0;
    if (!range) return total;
    for (let from = range.first; from <= range.last && !stopped(); from += rawWindow) {
      const window = { from, before: from + rawWindow };
      total += await repeat((tx) => dropExpiredRaw(tx, rawAnswers, window, pruneBatchSize));
    }
    return total;
  };

  const pruned: RetentionPreview = {
    imports: await repeat((tx) => pruneImports(deps, tx, expired.imports), importsPerBatch),
    rawAnswers: await dropRaw(),
    deliveries: await deleteAll(expired.deliveries),
    // Before the attempts: a link that is gone no longer needs its attempt.
    links: (await deleteAll(expired.startLinks)) + (await deleteAll(expired.customerLinks)),
    attempts: await deleteAll(expired.attempts),
  };
  if (Object.values(pruned).some((rows) => rows > 0)) {
    await database.transaction((tx) =>
      appendAudit(deps, tx, { caller: systemCaller, action: 'data.pruned', subject: 'retention', after: pruned }),
    );
  }
  return pruned;
}

/** Marks them, so that the next poll of the customer's list does not store them again. */
async function pruneImports(
  deps: PruneDeps,
  tx: Db,
  expiring: ReturnType<typeof expiredBy>['imports'],
): Promise<number> {
  if (expiring === undefined) return 0;
  const found = await listExpiredImports(tx, expiring, importsPerBatch);
  let pruned = 0;
  for (const [environment, rows] of groupBy(found, (row) => row.environment)) {
    const ids = rows.map(({ id }) => id);
    const { kept } = await deleteImports(tx, environment, ids, (locked, all) =>
      listUnexpiredImports(locked, expiring, environment, all),
    );
    const gone = ids.filter((id) => !kept.includes(id));
    const key = await openErasureKey(deps, tx);
    const fingerprints = gone.map((id) => importFingerprint(key, { environment, id }));
    await insertErasures(tx, fingerprints, { kind: 'pruned', at: deps.clock.now() });
    pruned += gone.length;
  }
  return pruned;
}
