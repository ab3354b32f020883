import { cookieHeader, hostPrefix } from '../core/cookie-header';
import { migrationLinkDays } from './start-deps';

/** Open mode has no link, so this cookie leads back from `/start` to the migration. */
export const migrationCookie = (publicOrigin: string) => `${hostPrefix(publicOrigin)}landfall-migration`;

/** Started with a link. Apart from the other, because `/start` must not lead to it. */
export const linkMigrationCookie = (publicOrigin: string) => `${hostPrefix(publicOrigin)}landfall-link-migration`;

export function migrationCookieHeader(
  { token, hasLink }: { token: string; hasLink: boolean },
  headers: Headers,
  publicOrigin: string,
): string {
  const name = (hasLink ? linkMigrationCookie : migrationCookie)(publicOrigin);
  return cookieHeader({ name, value: token, maxAgeS: migrationLinkDays * 86_400 }, headers, publicOrigin);
}
