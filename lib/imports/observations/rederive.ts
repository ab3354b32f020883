import type { Environment } from '../../contract/environment';
import type { Db } from '../../store/database/database';
import { listImportFacts } from '../../store/imports/import-facts';
import { listPoints, lockImports } from '../../store/imports/observations';
import { deriveCurrent, type Derived } from '../timeline/derive-current';
import { groupBy } from '../group-by';
import { toStoredPoint } from './point-rows';

/** What the record says of imports, under their locks, whatever their rows say. */
export async function rederive(tx: Db, environment: Environment, ids: readonly string[]): Promise<Derived[]> {
  await lockImports(tx, environment, ids);
  const points = groupBy(await listPoints(tx, environment, ids), (row) => row.importId);
  const facts = groupBy(await listImportFacts(tx, environment, ids), (row) => row.importId);
  return ids.flatMap((id) => {
    const derived = deriveCurrent({
      environment,
      id,
      points: (points.get(id) ?? []).map(toStoredPoint),
      facts: facts.get(id) ?? [],
    });
    return derived ? [derived] : [];
  });
}
