import { sql } from 'drizzle-orm';
import type { Environment } from '../../contract/environment';
import type { Db } from '../database/database';
import { prepareOnce } from '../database/prepare-once';
import { imports, observations } from '../schema/imports';
import { shownImportColumns, type ShownImport } from './imports';

export interface ListedImportRecord extends ShownImport {
  /** The latest event time of all reports about it. */
  reportedAt: Date | null;
}

const listedImports = prepareOnce((db) => {
  const reportedAt = sql`(select max(o.happened_at) from observations o
    where o.environment = imports.environment and o.import_id = imports.id)`;
  return db
    .select({ ...shownImportColumns, reportedAt: reportedAt.mapWith(observations.happenedAt) })
    .from(imports)
    .where(
      sql`${imports.environment} = ${sql.placeholder('environment')}
        and ${imports.id} = any(array(select jsonb_array_elements_text(${sql.placeholder('ids')}::jsonb)))`,
    )
    .prepare('');
});

export async function getListedImports(
  db: Db,
  environment: Environment,
  ids: readonly string[],
): Promise<ListedImportRecord[]> {
  if (ids.length === 0) return [];
  return listedImports(db).execute({ environment, ids: JSON.stringify(ids) });
}
