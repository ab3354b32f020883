import type { Environment } from '../../contract/environment';
import type { Db } from '../../store/database/database';
import { listImportFacts } from '../../store/imports/import-facts';
import { upsertImports } from '../../store/imports/imports';
import { listPoints } from '../../store/imports/observations';
import { replaceStatusPeriods } from '../../store/imports/status-periods';
import { groupBy } from '../../core/group-by';
import { deriveCurrent, type CurrentRow } from '../timeline/derive-current';
import { toStoredPoint } from './point-rows';

/** Rewrites the current rows and status periods from the stored points and facts. The caller holds the imports' locks. */
export async function rederive(tx: Db, environment: Environment, ids: readonly string[]): Promise<CurrentRow[]> {
  const points = groupBy(await listPoints(tx, environment, ids), (row) => row.importId);
  const facts = groupBy(await listImportFacts(tx, environment, ids), (row) => row.importId);
  const derived = ids.flatMap((id) => {
    const stored = (points.get(id) ?? []).map(toStoredPoint);
    return deriveCurrent({ environment, id, points: stored, facts: facts.get(id) ?? [] }) ?? [];
  });
  const rows = derived.map(({ row }) => row);
  await upsertImports(tx, rows);
  const periods = derived.flatMap(({ row, statusPeriods }) =>
    statusPeriods.map((period) => ({ ...period, environment, importId: row.id })),
  );
  await replaceStatusPeriods(tx, environment, ids, periods);
  return rows;
}
