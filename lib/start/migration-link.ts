import { migrationLinkDays, type StartDeps } from './start-deps';

/** The path under which a customer follows this import. Whoever holds it sees this one migration and nothing else. */
export function createMigrationToken(deps: Pick<StartDeps, 'links' | 'clock'>, importId: string): string {
  const expiresAt = new Date(deps.clock.now().getTime() + migrationLinkDays * 86_400_000).toISOString();
  return deps.links.issueMigrationToken({ importId, expiresAt });
}

/** In open mode there is no link to come back with; this cookie is the way back to one's own migration. */
export const migrationCookie = 'landfall-migration';

/** The same browser, in open mode: so that its two tabs make one import. Set by proxy.ts, which alone can. */
export const visitorCookie = 'landfall-visitor';

export function readVisitorId(cookies: string | null): string | null {
  const found = /(?:^|;\s*)landfall-visitor=([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:;|$)/.exec(cookies ?? '');
  return found?.[1] ?? null;
}

export function migrationCookieHeader(token: string, publicOrigin: string): string {
  const secure = publicOrigin.startsWith('https:') ? '; Secure' : '';
  return `${migrationCookie}=${token}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${migrationLinkDays * 86_400}${secure}`;
}
