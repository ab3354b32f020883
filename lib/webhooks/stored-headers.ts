import { secretNamePattern } from '../service/dialect/dialect';
import { normalizeName } from '../service/dialect/find-field';
import * as z from 'zod/mini';
import { text } from '../contract/base-schemas';

/** What every request carries and says nothing about a message. */
const ignoredHeaders =
  /^(accept|accept-.*|authorization|cookie|connection|content-length|forwarded|host|keep-alive|proxy-.*|sec-.*|te|trailer|transfer-encoding|upgrade|via|x-forwarded-.*|x-real-ip|x-middleware-.*|x-invoke-.*|x-nextjs-.*)$/;
const maxHeaders = 40;
const maxValueLength = 1000;

export type StoredHeaders = [name: string, value: string][];

const storedHeadersSchema = z.array(z.tuple([text(200), text(maxValueLength)])).check(z.maxLength(maxHeaders));

/**
 * The headers worth keeping with a delivery: what a signature may stand in, and what says who sent it. Values under
 * names that mean a secret are not kept; a signature is none.
 */
export function selectHeaders(headers: Iterable<readonly [string, string]>): StoredHeaders {
  const kept: StoredHeaders = [];
  for (const [given, value] of headers) {
    const name = given.toLowerCase();
    if (ignoredHeaders.test(name) || name.length > 200 || kept.length >= maxHeaders) continue;
    const secret = secretNamePattern.test(normalizeName(name).replace('signature', ''));
    kept.push([name, secret ? '[hidden]' : toStorableText(value.slice(0, maxValueLength))]);
  }
  return kept;
}

export function parseStoredHeaders(stored: unknown): StoredHeaders {
  const parsed = storedHeadersSchema.safeParse(stored);
  return parsed.success ? parsed.data : [];
}

function toStorableText(value: string): string {
  return value.toWellFormed().replaceAll('\u0000', '\ufffd');
}
