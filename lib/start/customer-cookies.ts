import { migrationLinkDays } from './start-deps';

/** Open mode has no link, so this cookie leads back to the migration. */
export const migrationCookie = (publicOrigin: string) => `${hostPrefix(publicOrigin)}landfall-migration`;

/** Open mode: two tabs of one browser create one import. Set by proxy.ts, because a page cannot set cookies. */
export const visitorCookie = (publicOrigin: string) => `${hostPrefix(publicOrigin)}landfall-visitor`;

/** Keeps sibling domains from setting the cookie. Browsers accept it with `Secure` only. */
export function hostPrefix(publicOrigin: string): string {
  return publicOrigin.startsWith('https:') ? '__Host-' : '';
}

export function readVisitorId(cookies: string | null, publicOrigin: string): string | null {
  const prefix = `${visitorCookie(publicOrigin)}=`;
  const pair = (cookies ?? '').split(/;\s*/).find((text) => text.startsWith(prefix));
  const id = pair?.slice(prefix.length) ?? '';
  return /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id) ? id : null;
}

export function migrationCookieHeader(token: string, headers: Headers, publicOrigin: string): string {
  const pair = `${migrationCookie(publicOrigin)}=${token}`;
  return cookieHeader({ pair, maxAgeS: migrationLinkDays * 86_400 }, headers, publicOrigin);
}

export function cookieHeader(
  { pair, maxAgeS }: { pair: string; maxAgeS: number },
  headers: Headers,
  publicOrigin: string,
): string {
  const { secure, sameSite, partitioned } = attributesFor(headers, publicOrigin);
  const attributes = [
    pair,
    'Path=/',
    'HttpOnly',
    `SameSite=${sameSite === 'none' ? 'None' : 'Lax'}`,
    `Max-Age=${maxAgeS}`,
    ...(secure ? ['Secure'] : []),
    ...(partitioned ? ['Partitioned'] : []),
  ];
  return attributes.join('; ');
}

export function visitorCookieOptions(headers: Headers, publicOrigin: string) {
  return { httpOnly: true, maxAge: 30 * 86_400, ...attributesFor(headers, publicOrigin) };
}

/**
 * Inside another site, browsers keep only cookies that are partitioned: each site has its own. These need `Secure`, which
 * browsers also accept from this machine, the only one that we serve without https.
 */
function attributesFor(headers: Headers, publicOrigin: string) {
  return headers.get('sec-fetch-dest') === 'iframe'
    ? ({ sameSite: 'none', secure: true, partitioned: true } as const)
    : ({ sameSite: 'lax', secure: publicOrigin.startsWith('https:'), partitioned: false } as const);
}
