import type { CsvCell } from '../contract/csv-line';
import type { Environment } from '../contract/environment';
import type { ImportListQuery, ImportRow } from '../contract/imports';
import { walkImports } from './list-imports';
import type { RecordParts } from './record-parts';

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
];

export const exportHeader: readonly string[] = columns.map(([name]) => name);

/** The whole of a filter as lines of a table. Times are UTC. */
export async function* exportImports(
  parts: Pick<RecordParts, 'database' | 'clock' | 'stuck'>,
  environment: Environment,
  query: Omit<ImportListQuery, 'cursor' | 'limit'>,
): AsyncGenerator<CsvCell[]> {
  for await (const row of walkImports(parts, environment, query)) yield columns.map(([, cell]) => cell(row));
}
