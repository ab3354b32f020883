import type { CsvCell } from '../contract/csv-line';
import { type AuditFilter, type AuditRow, searchAudit } from '../store/events/audit';
import type { Db } from '../store/database/database';
import { canonicalJson, toStorableJson } from './canonical-json';

export const auditColumns = [
  'entry',
  'at (UTC)',
  'actor',
  'action',
  'environment',
  'subject',
  'address',
  'before',
  'after',
  'request',
  'previous hash',
  'hash',
] as const;

const pageSize = 500;

/** Newest first, page by page, so that an export never holds the whole log in memory. */
export async function* exportAudit(db: Db, filter: AuditFilter): AsyncGenerator<readonly CsvCell[]> {
  let before: number | undefined;
  for (;;) {
    const rows = await searchAudit(db, filter, { before, limit: pageSize });
    for (const row of rows) yield toCells(row);
    before = rows.at(-1)?.seq;
    if (rows.length < pageSize) return;
  }
}

export function toCells(row: AuditRow): readonly CsvCell[] {
  return [
    row.seq,
    row.at.toISOString(),
    row.actor,
    row.action,
    row.environment,
    row.subject,
    row.address,
    jsonCell(row.before),
    jsonCell(row.after),
    row.requestId,
    row.previousHash,
    row.hash,
  ];
}

function jsonCell(value: unknown): string {
  return value === null || value === undefined ? '' : canonicalJson(toStorableJson(value));
}
