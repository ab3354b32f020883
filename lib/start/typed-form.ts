import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { z } from 'zod';
import { cookieHeader, hostPrefix } from '../core/cookie-header';
import { parseJson } from '../core/parse-json';
import type { StartDeps } from './start-deps';

const purpose = 'typed form';
const maxAgeS = 600;
/** Browsers ignore larger cookies. */
const maxCookieLength = 3_800;
const maxPlainBytes = 100_000;
const typedSchema = z.object({ id: z.string(), values: z.record(z.string(), z.string()) });

type Deps = Pick<StartDeps, 'cipher' | 'publicOrigin' | 'newId'>;

export const typedFormCookie = (publicOrigin: string) => `${hostPrefix(publicOrigin)}landfall-form`;

/**
 * What was typed into a form that has to be corrected, for the page that shows it again. In a cookie and encrypted, because
 * it is personal and must not be in a URL. The id in the URL says that it belongs to this answer.
 */
export function keepTypedForm(
  deps: Deps,
  requestHeaders: Headers,
  values: Record<string, string | undefined>,
): { id: string; cookie: string } {
  const id = deps.newId();
  const filled = Object.entries(values).flatMap(([name, value]) => (value ? [[name, value] as const] : []));
  // Without the longest one, if the cookie would be too large.
  const byLength = filled.toSorted(([, a], [, b]) => a.length - b.length);
  let value = encode(deps, { id, values: Object.fromEntries(byLength) });
  while (value.length > maxCookieLength && byLength.pop()) {
    value = encode(deps, { id, values: Object.fromEntries(byLength) });
  }
  const cookie = { name: typedFormCookie(deps.publicOrigin), value, maxAgeS };
  return { id, cookie: cookieHeader(cookie, requestHeaders, deps.publicOrigin) };
}

function encode({ cipher }: Deps, typed: z.infer<typeof typedSchema>): string {
  return cipher.encrypt(purpose, deflateRawSync(JSON.stringify(typed))).toString('base64url');
}

/** Empty if the cookie is missing, old, or of another answer. */
export function readTypedForm(
  { cipher }: Pick<Deps, 'cipher'>,
  given: { id: string | undefined; cookie: string | undefined },
): Readonly<Record<string, string | undefined>> {
  if (given.id === undefined || given.cookie === undefined) return {};
  const packed = cipher.decrypt(purpose, Buffer.from(given.cookie, 'base64url'));
  if (packed === undefined) return {};
  const plain = inflateRawSync(packed, { maxOutputLength: maxPlainBytes }).toString('utf8');
  const typed = typedSchema.safeParse(parseJson(plain));
  return typed.success && typed.data.id === given.id ? typed.data.values : {};
}
