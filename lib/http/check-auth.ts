import { createHash, timingSafeEqual } from 'node:crypto';
import type { Identity } from '../auth/auth-deps';
import { LandfallError } from '../core/errors';
import { isLoopbackHost } from '../core/settings';
import type { RouteRow } from './access-matrix';

export interface RequestAuthSettings {
  publicOrigin: string;
  apiKeyHashes: readonly string[];
  metricsToken: string | undefined;
  /** Sites that may show customer pages in a frame. */
  frameAncestors: readonly string[];
}

/** The HTTP server in front of Next sets exactly one address here, whatever the client sent. */
export function clientAddress(headers: Headers): string {
  return headers.get('x-forwarded-for')?.split(',', 1)[0]?.trim() ?? '';
}

/** False for timers and polls of a page, which must not extend a session, and for prefetches. */
export function isUserActivity(headers: Headers): boolean {
  return (
    headers.get('x-landfall-background') !== '1' &&
    !headers.has('next-router-prefetch') &&
    !headers.has('next-router-segment-prefetch') &&
    !/prefetch|prerender/i.test(`${headers.get('purpose')} ${headers.get('sec-purpose')}`)
  );
}

export function rejectAuthorizationHeader(headers: Headers): void {
  if (headers.has('authorization')) {
    throw new LandfallError('forbidden', {
      userMessage: 'This address takes no Authorization header.',
      logMessage: 'refused: unexpected Authorization header',
    });
  }
}

/** A session whose role needs a passkey can do nothing else until it has one. */
export function checkPasskeyStep({ passkeyStep }: Identity, row: RouteRow): void {
  if (passkeyStep === null || row.passkeyStep === 'any' || row.passkeyStep === passkeyStep) return;
  throw new LandfallError(
    'passkey_required',
    passkeyStep === 'add'
      ? 'Your role needs a passkey. Open your account page to add one.'
      : 'Your role needs a passkey. Sign in with it, or use a recovery code.',
  );
}

const recentAuthMs = 10 * 60_000;

export function checkRecentAuth(identity: Identity, row: RouteRow, now: Date): void {
  if (row.recentAuth !== true || now.getTime() - identity.authenticatedAt.getTime() < recentAuthMs) return;
  throw new LandfallError('reauthentication_required', 'Confirm that it is you to make this change.');
}

/** Older browsers omit one of the two headers; the cookie's `SameSite` covers those. */
export function checkSameOrigin(headers: Headers, method: string, publicOrigin: string): void {
  const safe = method === 'GET' || method === 'HEAD';
  const origin = headers.get('origin');
  const site = headers.get('sec-fetch-site');
  const sameSite = site === null || site === 'same-origin' || (safe && site === 'none');
  const originAllowed = origin === null ? safe : origin === publicOrigin;
  if (sameSite && originAllowed) return;
  throw new LandfallError('forbidden', {
    userMessage: 'This can only be done from a page of Landfall itself.',
    logMessage: `refused: cross-site (${site ?? 'no Sec-Fetch-Site'}, ${origin === null ? 'no Origin' : 'another Origin'})`,
  });
}

/** Returns a name for the key, for the audit log. Only hashes of keys are configured. */
export function checkApiKey(headers: Headers, hashes: readonly string[]): string {
  const key = bearerToken(headers);
  const hash = key === undefined ? undefined : createHash('sha256').update(key).digest();
  // Compares every hash, so that timing reveals nothing.
  const matching = hashes.filter((known) => {
    const bytes = Buffer.from(known, 'hex');
    return hash !== undefined && bytes.length === hash.length && timingSafeEqual(bytes, hash);
  });
  const [found] = matching;
  if (found === undefined) {
    throw new LandfallError('unauthenticated', {
      userMessage: 'Send a key of yours as "Authorization: Bearer KEY".',
      logMessage: key === undefined ? 'refused: no key' : 'refused: unknown key',
    });
  }
  return found.slice(0, 8);
}

/** A proxy on this machine also connects from loopback, but passes on the public host name, so both must be local. */
export function checkOperator(headers: Headers, settings: RequestAuthSettings): void {
  const token = bearerToken(headers);
  if (token !== undefined && settings.metricsToken !== undefined && sameText(token, settings.metricsToken)) return;
  const isLocal = isLoopbackHost(clientAddress(headers)) && isLoopbackHost(hostnameOf(headers.get('host') ?? ''));
  if (isLocal && token === undefined) return;
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
