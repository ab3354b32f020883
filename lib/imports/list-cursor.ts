import { importSorts } from '../contract/imports';
import * as z from 'zod/mini';
import { text } from '../contract/z';
import { LandfallError } from '../core/errors';
import type { ImportPlace, ImportSort } from '../store/import-list';

const cursorSchema = z.object({
  s: z.enum(importSorts),
  d: z.enum(['asc', 'desc']),
  k: text(100),
  k2: text(2000),
  id: text(2000),
});

/** Opaque to whoever carries it: where the last page ended, and in which order it was. */
export function writeCursor(sort: ImportSort, direction: 'asc' | 'desc', place: ImportPlace): string {
  const cursor = { s: sort, d: direction, k: String(place.key), k2: place.second, id: place.id };
  return Buffer.from(JSON.stringify(cursor)).toString('base64url');
}

/** A cursor of another order, or one that was tampered with, is refused in words; it could never do harm. */
export function readCursor(cursor: string, sort: ImportSort, direction: 'asc' | 'desc'): ImportPlace {
  const parsed = cursorSchema.safeParse(parseJson(Buffer.from(cursor, 'base64url').toString('utf8')));
  if (!parsed.success || parsed.data.s !== sort || parsed.data.d !== direction || !fits(sort, parsed.data.k)) {
    const message = 'This page mark does not belong to this list. Begin at the first page.';
    throw new LandfallError('invalid', { person: message, errors: [{ field: 'cursor', message }] });
  }
  return { key: parsed.data.k, second: clean(parsed.data.k2), id: clean(parsed.data.id) };
}

function fits(sort: ImportSort, key: string): boolean {
  if (sort === 'warnings') return /^\d{1,9}$/.test(key);
  if (sort === 'username') return key === 'true' || key === 'false';
  return (
    /^\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d(\.\d{1,6})?(Z|[+-]\d\d(:?\d\d)?)$/.test(key) && !Number.isNaN(Date.parse(key))
  );
}

function clean(value: string): string {
  return value.toWellFormed().replaceAll('\u0000', '');
}

function parseJson(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
}
