import { decodeImportId } from '../../contract/import-id';

/** The identifier in a `Location` that points at the import's own resource below `baseUrl`; otherwise null. */
export function readLocationId(location: string | string[] | undefined, baseUrl: string): string | null {
  if (typeof location !== 'string' || !URL.canParse(location, baseUrl)) return null;
  const base = new URL(baseUrl);
  const url = new URL(location, baseUrl);
  const prefix = `${base.pathname.replace(/\/+$/, '')}/imports/`;
  if (url.origin !== base.origin || !url.pathname.startsWith(prefix)) return null;
  const segment = url.pathname.slice(prefix.length).replace(/\/$/, '');
  return segment.includes('/') ? null : (decodeImportId(segment) ?? null);
}
