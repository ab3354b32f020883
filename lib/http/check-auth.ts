import { createHash, timingSafeEqual } from 'node:crypto';
import { LandfallError } from '../core/errors';
import { isLoopbackHost } from '../core/settings';

export interface RequestAuthSettings {
  publicOrigin: string;
  apiKeyHashes: readonly string[];
  metricsToken: string | undefined;
}

/** The gate in front of Next leaves exactly one address here, whatever the client claimed. */
export function clientAddress(headers: Headers): string {
  return headers.get('x-forwarded-for')?.split(',', 1)[0]?.trim() ?? '';
}

/** Whatever needs `Authorization` says so in the matrix; everywhere else it is not ours, and nothing may lean on it. */
export function rejectAuthorizationHeader(headers: Headers): void {
  if (headers.has('authorization')) {
    throw new LandfallError('forbidden', {
      userMessage: 'This address takes no Authorization header.',
      logMessage: 'refused: an Authorization header where none is taken',
    });
  }
}

/**
 * A request with somebody's cookie must come from a page of ours. Browsers put `Origin` on everything that changes
 * something, and `Sec-Fetch-Site` on every request; what an older one leaves out is made up for by the cookie's
 * `SameSite`, what says otherwise is refused.
 */
export function checkSameOrigin(headers: Headers, method: string, publicOrigin: string): void {
  const safe = method === 'GET' || method === 'HEAD';
  const origin = headers.get('origin');
  const site = headers.get('sec-fetch-site');
  const fitting = site === null || site === 'same-origin' || (safe && site === 'none');
  const equal = origin === null ? safe : origin === publicOrigin;
  if (fitting && equal) return;
  throw new LandfallError('forbidden', {
    userMessage: 'This can only be done from a page of Landfall itself.',
    logMessage: `refused: cross-site (${site ?? 'no Sec-Fetch-Site'}, ${origin === null ? 'no Origin' : 'another Origin'})`,
  });
}

/** Returns a name for the key, for the audit. The key itself is never kept, only its hash, in the settings. */
export function checkApiKey(headers: Headers, hashes: readonly string[]): string {
  const key = bearerToken(headers);
  const hash = key === undefined ? undefined : createHash('sha256').update(key).digest();
  // Every hash is compared, so that the time tells nothing about which one was close.
  const matching = hashes.filter((known) => {
    const bytes = Buffer.from(known, 'hex');
    return hash !== undefined && bytes.length === hash.length && timingSafeEqual(bytes, hash);
  });
  const [found] = matching;
  if (found === undefined) {
    throw new LandfallError('unauthenticated', {
      userMessage: 'Send a key of yours as "Authorization: Bearer KEY".',
      logMessage: key === undefined ? 'refused: no key' : 'refused: an unknown key',
    });
  }
  return found.slice(0, 8);
}

/**
 * Loopback means that both ends say so: a proxy on this machine also connects from loopback, but it passes on the
 * public name its clients asked for.
 */
export function checkOperator(headers: Headers, settings: RequestAuthSettings): void {
  const token = bearerToken(headers);
  if (token !== undefined && settings.metricsToken !== undefined && sameText(token, settings.metricsToken)) return;
  const fromHere = isLoopbackHost(clientAddress(headers)) && isLoopbackHost(hostnameOf(headers.get('host') ?? ''));
  if (fromHere && token === undefined) return;
  throw new LandfallError('unauthenticated', {
    userMessage: 'Ask from this machine, or with "Authorization: Bearer METRICS_TOKEN".',
    logMessage: 'refused: not from loopback and without the metrics token',
  });
}

function bearerToken(headers: Headers): string | undefined {
  return /^Bearer +([^\s]{1,1000})$/i.exec(headers.get('authorization') ?? '')?.[1];
}

function sameText(a: string, b: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(a), hash(b));
}

function hostnameOf(host: string): string {
  return URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : '';
}
