import { randomUUID } from 'node:crypto';
import { cookieHeader, hostPrefix } from '../core/cookie-header';
import { isUuid } from '../core/is-uuid';
import { readCookie } from '../core/read-cookie';

const maxAgeS = 30 * 86_400;

/** Open mode: two tabs of one browser create one import. */
const visitorCookie = (publicOrigin: string) => `${hostPrefix(publicOrigin)}landfall-visitor`;

export function readVisitorId(cookies: string | null, publicOrigin: string): string | null {
  const id = readCookie(cookies, visitorCookie(publicOrigin));
  return id !== undefined && isUuid(id) ? id : null;
}

/** `Set-Cookie` for a new visitor. */
export function visitorCookieHeader(headers: Headers, publicOrigin: string): string {
  return cookieHeader({ name: visitorCookie(publicOrigin), value: randomUUID(), maxAgeS }, headers, publicOrigin);
}
