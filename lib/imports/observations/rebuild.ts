import type { Environment } from '../../contract/environment';
import type { Database } from '../../store/database/database';
import { refreshDecisionSummary } from '../../store/sponsorship/decisions';
import { recountImports } from '../../store/imports/import-counts';
import { resetDecisionSummaries, getImports, listIdsWithSponsorship, upsertImports } from '../../store/imports/imports';
import { listObservedIds } from '../../store/imports/observations';
import { replaceStatusPeriods } from '../../store/imports/status-periods';
import { rederive } from './rederive';

const batchSize = 200;

export interface RebuildResult {
  imports: number;
  /** Rows that said something else than the record. */
  repaired: number;
}

/**
 * Derives every current row again from what was observed, filled in and decided. It should change nothing; where it
 * does, the record was right. Runs beside a living app: each import is taken under its lock.
 */
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
    const derived = await rederive(tx, environment, ids);
    const before = new Map((await getImports(tx, environment, ids)).map((row) => [row.id, row]));
    await upsertImports(
      tx,
      derived.map(({ row }) => row),
    );
    await replaceStatusPeriods(
      tx,
      environment,
      ids,
      derived.flatMap(({ row, statusPeriods }) =>
        statusPeriods.map((period) => ({ ...period, environment, importId: row.id })),
      ),
    );
    await resetDecisionSummaries(tx, environment, ids);
    for (const id of await listIdsWithSponsorship(tx, environment, ids))
      await refreshDecisionSummary(tx, environment, id);
    const after = await getImports(tx, environment, ids);
    return after.filter((row) => JSON.stringify(row) !== JSON.stringify(before.get(row.id))).length;
  });
}
