import type { Environment } from '../contract/environment';
import type { Database } from '../store/database';
import { refreshDecisionSummary } from '../store/decisions';
import { recount } from '../store/import-counts';
import { forgetDecisions, getImports, listDecidedIds, upsertImports } from '../store/imports';
import { listObservedIds } from '../store/observations';
import { replaceStays } from '../store/stays';
import { rederive } from './rederive';

const chunk = 200;

export interface Rebuilt {
  imports: number;
  /** Rows that said something else than the record. */
  mended: number;
}

/**
 * Derives every current row again from what was observed, filled in and decided. It should change nothing; where it
 * does, the record was right. Runs beside a living app: each import is taken under its lock.
 */
export async function rebuild(database: Database, signal?: AbortSignal): Promise<Rebuilt> {
  const rebuilt: Rebuilt = { imports: 0, mended: 0 };
  for (const environment of ['live', 'sandbox'] as const) {
    let after: string | undefined;
    for (;;) {
      signal?.throwIfAborted();
      const ids = await listObservedIds(database.db, environment, after, chunk);
      if (ids.length === 0) break;
      rebuilt.mended += await rebuildSome(database, environment, ids);
      rebuilt.imports += ids.length;
      after = ids.at(-1);
    }
  }
  await database.transaction(recount);
  return rebuilt;
}

async function rebuildSome(database: Database, environment: Environment, ids: readonly string[]): Promise<number> {
  return database.transaction(async (tx) => {
    const derived = await rederive(tx, environment, ids);
    const before = new Map((await getImports(tx, environment, ids)).map((row) => [row.id, row]));
    await upsertImports(
      tx,
      derived.map(({ row }) => row),
    );
    await replaceStays(
      tx,
      environment,
      ids,
      derived.flatMap(({ row, stays }) => stays.map((stay) => ({ ...stay, environment, importId: row.id }))),
    );
    await forgetDecisions(tx, environment, ids);
    for (const id of await listDecidedIds(tx, environment, ids)) await refreshDecisionSummary(tx, environment, id);
    const after = await getImports(tx, environment, ids);
    return after.filter((row) => JSON.stringify(row) !== JSON.stringify(before.get(row.id))).length;
  });
}
