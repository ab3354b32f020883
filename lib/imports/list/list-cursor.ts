import { importSorts } from '../../contract/imports';
import { z } from 'zod';
import { text } from '../../contract/base-schemas';
import { parseJson } from '../../core/parse-json';
import { LandfallError } from '../../core/errors';
import type { ImportCursor, ImportSort } from '../../store/imports/import-list';

const cursorSchema = z.object({
  s: z.enum(importSorts),
  d: z.enum(['asc', 'desc']),
  k: text(100),
  k2: text(2000),
  id: text(2000),
});

export function encodeCursor(sort: ImportSort, direction: 'asc' | 'desc', cursor: ImportCursor): string {
  const encoded = { s: sort, d: direction, k: String(cursor.key), k2: cursor.tieBreaker, id: cursor.id };
  return Buffer.from(JSON.stringify(encoded)).toString('base64url');
}

/** Rejects cursors of another sort order and modified ones. */
export function decodeCursor(cursor: string, sort: ImportSort, direction: 'asc' | 'desc'): ImportCursor {
  const parsed = cursorSchema.safeParse(parseJson(Buffer.from(cursor, 'base64url').toString('utf8')));
  if (!parsed.success || parsed.data.s !== sort || parsed.data.d !== direction || !isKeyOf(sort, parsed.data.k)) {
    const message = 'This page mark does not belong to this list. Begin at the first page.';
    throw new LandfallError('invalid', { userMessage: message, errors: [{ field: 'cursor', message }] });
  }
  return { key: parsed.data.k, tieBreaker: cleanText(parsed.data.k2), id: cleanText(parsed.data.id) };
}

function isKeyOf(sort: ImportSort, key: string): boolean {
  if (sort === 'warnings') return /^\d{1,9}$/.test(key);
  if (sort === 'username') return key === 'true' || key === 'false';
  return (
    /^\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d(\.\d{1,6})?(Z|[+-]\d\d(:?\d\d)?)$/.test(key) && !Number.isNaN(Date.parse(key))
  );
}

function cleanText(value: string): string {
  return value.toWellFormed().replaceAll('\u0000', '');
}
