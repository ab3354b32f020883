import type { Environment } from '../../contract/environment';
import type { Database } from '../../store/database/database';
import { refreshDecisionSummary } from '../../store/sponsorship/decisions';
import { recountImports } from '../../store/imports/import-counts';
import { resetDecisionSummaries, getImports, listIdsWithSponsorship } from '../../store/imports/imports';
import { listObservedIds, lockImports } from '../../store/imports/observations';
import { deleteOwnEvents } from '../../store/outbox/events';
import { rederive } from './rederive';

const batchSize = 200;

export interface RebuildResult {
  imports: number;
  /** Rows that differed from what the stored observations imply. */
  repaired: number;
}

/** Derives every current row again. Safe while the app runs: each import is locked. */
export async function rebuild(database: Database, signal?: AbortSignal): Promise<RebuildResult> {
  const rebuilt: RebuildResult = { imports: 0, repaired: 0 };
  for (const environment of ['live', 'sandbox'] as const) {
    let after: string | undefined;
    for (;;) {
      signal?.throwIfAborted();
      const ids = await listObservedIds(database.db, environment, after, batchSize);
      if (ids.length === 0) break;
      rebuilt.repaired += await rebuildBatch(database, environment, ids);
      rebuilt.imports += ids.length;
      after = ids.at(-1);
    }
  }
  await database.transaction(recountImports);
  return rebuilt;
}

async function rebuildBatch(database: Database, environment: Environment, ids: readonly string[]): Promise<number> {
  return database.transaction(async (tx) => {
    await lockImports(tx, environment, ids);
    const before = new Map((await getImports(tx, environment, ids)).map((row) => [row.id, row]));
    await rederive(tx, environment, ids);
    await resetDecisionSummaries(tx, environment, ids);
    for (const id of await listIdsWithSponsorship(tx, environment, ids))
      await refreshDecisionSummary(tx, environment, id);
    // Do not send messages about repaired rows.
    await deleteOwnEvents(tx);
    const after = await getImports(tx, environment, ids);
    return after.filter((row) => JSON.stringify(row) !== JSON.stringify(before.get(row.id))).length;
  });
}
