import { createHash } from 'node:crypto';

/** The same content of the same form gives the same id: a double click is one request. */
export function deriveId(content: readonly string[]): string {
  const hex = createHash('sha256').update(JSON.stringify(content)).digest('hex');
  // Version 8 of UUIDs is for such ids.
  return hex.replace(/^(.{8})(.{4})(.{3})(.{3})(.{12}).*$/, '$1-$2-8$3-8$4-$5');
}
