import { migrationLinkDays } from './start-deps';

/** Open mode has no link, so this cookie leads back to the migration. */
export const migrationCookie = 'landfall-migration';

/** Open mode: two tabs of one browser create one import. Set by proxy.ts, because a page cannot set cookies. */
export const visitorCookie = 'landfall-visitor';

export function readVisitorId(cookies: string | null): string | null {
  const found = /(?:^|;\s*)landfall-visitor=([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:;|$)/.exec(cookies ?? '');
  return found?.[1] ?? null;
}

export function migrationCookieHeader(token: string, publicOrigin: string): string {
  const secure = publicOrigin.startsWith('https:') ? '; Secure' : '';
  return `${migrationCookie}=${token}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${migrationLinkDays * 86_400}${secure}`;
}
