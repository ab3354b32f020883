import type { CsvCell } from '../../contract/csv-line';
import type { Environment } from '../../contract/environment';
import type { ImportListQuery, ImportRow } from '../../contract/imports';
import { getImports } from '../../store/imports/imports';
import { iterateImports } from './list-imports';
import type { ImportsDeps } from '../imports-deps';
import { toImportRow } from './to-import-row';

const columns: readonly [name: string, cell: (row: ImportRow) => CsvCell][] = [
  ['import', (row) => row.id],
  ['customer', (row) => row.username],
  ['source tool', (row) => row.tool],
  ['family', (row) => row.family],
  ['destination', (row) => row.instanceUrl],
  ['status', (row) => row.status?.text],
  ['not before', (row) => row.sinceFrom],
  ['not after', (row) => row.sinceTo],
  ['seen', (row) => row.seenAt],
  ['seen by', (row) => row.seenBy],
  ['gone', (row) => (row.gone ? 'yes' : 'no')],
  ['stuck', (row) => (row.stuck ? 'yes' : 'no')],
  ['warnings', (row) => row.warnings],
  ['records', (row) => row.records],
  ['users matched', (row) => row.usersMatched],
  ['users', (row) => row.usersTotal],
  ['decision', (row) => row.decision],
  ['created', (row) => row.createdAt],
  ['created by', (row) => row.createdBy],
  ['tags', (row) => row.tags.join(', ')],
];

export const exportHeader: readonly string[] = columns.map(([name]) => name);

export async function* exportImports(
  deps: Pick<ImportsDeps, 'database' | 'clock' | 'stuck'>,
  environment: Environment,
  query: Omit<ImportListQuery, 'cursor' | 'limit'>,
): AsyncGenerator<CsvCell[]> {
  for await (const row of iterateImports(deps, environment, query)) yield columns.map(([, cell]) => cell(row));
}

export async function* exportSelected(
  deps: Pick<ImportsDeps, 'database' | 'clock' | 'stuck'>,
  environment: Environment,
  ids: readonly string[],
): AsyncGenerator<CsvCell[]> {
  const thresholds = await deps.stuck.read(environment);
  const now = deps.clock.now();
  const known = new Map((await getImports(deps.database.db, environment, ids)).map((record) => [record.id, record]));
  for (const id of new Set(ids)) {
    const record = known.get(id);
    if (record) yield columns.map(([, cell]) => cell(toImportRow(record, thresholds, now)));
  }
}
