import { cookieAttributes, cookieHeader } from '../core/cookie-header';
import { isUuid } from '../core/is-uuid';
import { readCookie } from '../core/read-cookie';
import { migrationLinkDays } from './start-deps';

/** Open mode has no link, so this cookie leads back from `/start` to the migration. */
export const migrationCookie = (publicOrigin: string) => `${hostPrefix(publicOrigin)}landfall-migration`;

/** Started with a link. Apart from the other, because `/start` must not lead to it. */
export const linkMigrationCookie = (publicOrigin: string) => `${hostPrefix(publicOrigin)}landfall-link-migration`;

/** Open mode: two tabs of one browser create one import. Set by proxy.ts, because a page cannot set cookies. */
export const visitorCookie = (publicOrigin: string) => `${hostPrefix(publicOrigin)}landfall-visitor`;

/** Keeps sibling domains from setting the cookie. Browsers accept it with `Secure` only. */
export function hostPrefix(publicOrigin: string): string {
  return publicOrigin.startsWith('https:') ? '__Host-' : '';
}

export function readVisitorId(cookies: string | null, publicOrigin: string): string | null {
  const id = readCookie(cookies, visitorCookie(publicOrigin));
  return id !== undefined && isUuid(id) ? id : null;
}

export function migrationCookieHeader(
  { token, hasLink }: { token: string; hasLink: boolean },
  headers: Headers,
  publicOrigin: string,
): string {
  const name = (hasLink ? linkMigrationCookie : migrationCookie)(publicOrigin);
  return cookieHeader({ name, value: token, maxAgeS: migrationLinkDays * 86_400 }, headers, publicOrigin);
}

export function visitorCookieOptions(headers: Headers, publicOrigin: string) {
  return { httpOnly: true, maxAge: 30 * 86_400, ...cookieAttributes(headers, publicOrigin) };
}
