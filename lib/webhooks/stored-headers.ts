import { secretNamePattern } from '../service/dialect/dialect';
import { normalizeName } from '../service/dialect/find-field';
import { z } from 'zod';
import { toStorableText } from '../audit/canonical-json';
import { text } from '../contract/base-schemas';

const ignoredHeaders =
  /^(accept|accept-.*|cookie|connection|content-length|forwarded|host|keep-alive|proxy-.*|sec-.*|te|trailer|transfer-encoding|upgrade|via|x-forwarded-.*|x-real-ip|x-middleware-.*|x-invoke-.*|x-nextjs-.*)$/;
const maxHeaders = 40;
const maxValueLength = 1000;

export type StoredHeaders = [name: string, value: string][];

const storedHeadersSchema = z.array(z.tuple([text(200), text(maxValueLength)])).max(maxHeaders);

const hidden = '[hidden]';

/**
 * Keeps headers that may hold a signature (which is not secret) or identify the sender. `signedIn` is the one with a valid
 * signature; others whose name is that of a credential are kept without their value.
 */
export function selectHeaders(headers: Iterable<readonly [string, string]>, signedIn: string | null): StoredHeaders {
  const kept: StoredHeaders = [];
  for (const [given, value] of headers) {
    const name = given.toLowerCase();
    if ((ignoredHeaders.test(name) && name !== signedIn) || name.length > 200 || kept.length >= maxHeaders) continue;
    const secret = name !== signedIn && secretNamePattern.test(normalizeName(name).replace('signature', ''));
    kept.push([name, secret ? hidden : toStorableText(value.slice(0, maxValueLength))]);
  }
  return kept;
}

export function parseStoredHeaders(stored: unknown): StoredHeaders {
  const parsed = storedHeadersSchema.safeParse(stored);
  return parsed.success ? parsed.data : [];
}

export function hiddenNames(headers: StoredHeaders): string[] {
  return headers.flatMap(([name, value]) => (value === hidden ? [name] : []));
}
