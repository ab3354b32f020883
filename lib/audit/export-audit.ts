import type { CsvCell } from '../contract/csv-line';
import { type AuditFilter, type AuditRow, searchAudit } from '../store/events/audit';
import type { Db } from '../store/database/database';
import { canonicalJson, toStorableJson } from './canonical-json';
import { listErased } from './check-values';

const erasedCell = 'Erased';

const columns: readonly (readonly [header: string, cell: (row: AuditRow, erased: ReadonlySet<string>) => CsvCell])[] = [
  ['entry', (row) => row.seq],
  ['at (UTC)', (row) => row.at.toISOString()],
  ['actor', (row, erased) => (erased.has('actor') ? erasedCell : row.actor)],
  ['action', (row) => row.action],
  ['environment', (row) => row.environment],
  ['subject', (row, erased) => (erased.has('subject') ? erasedCell : row.subject)],
  ['address', (row, erased) => (erased.has('address') ? erasedCell : row.address)],
  ['before', (row, erased) => (erased.has('before') ? erasedCell : jsonCell(row.before))],
  ['after', (row, erased) => (erased.has('after') ? erasedCell : jsonCell(row.after))],
  ['request', (row) => row.requestId],
  ['previous hash', (row) => row.previousHash],
  ['hash', (row) => row.hash],
];

export const auditColumns = columns.map(([header]) => header);

const pageSize = 500;

/** Newest first, page by page, so that an export never holds the whole log in memory. */
export async function* exportAudit(db: Db, filter: AuditFilter): AsyncGenerator<CsvCell[]> {
  let before: number | undefined;
  for (;;) {
    const rows = await searchAudit(db, filter, { before, limit: pageSize });
    for (const row of rows) yield toCells(row);
    before = rows.at(-1)?.seq;
    if (rows.length < pageSize) return;
  }
}

export function toCells(row: AuditRow): CsvCell[] {
  const erased = new Set(listErased(row));
  return columns.map(([, cell]) => cell(row, erased));
}

function jsonCell(value: unknown): string {
  return value === null || value === undefined ? '' : canonicalJson(toStorableJson(value));
}
