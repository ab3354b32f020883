import { createHash, timingSafeEqual } from 'node:crypto';
import type { Identity } from '../auth/auth-deps';
import { LandfallError } from '../core/errors';
import { isLoopbackHost } from '../core/is-loopback-host.mjs';
import type { RouteRow } from './access-matrix';

export interface RequestAuthSettings {
  publicOrigin: string;
  apiKeyHashes: readonly string[];
  metricsTokens: readonly string[];
  trustedHops: number;
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
      userMessage: 'Do not send an Authorization header to this address.',
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
      ? 'Your role requires a passkey. Open your account page to add one.'
      : 'Your role requires a passkey. Sign in with it, or use a recovery code.',
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
    userMessage: 'Requests from other sites are not accepted.',
    logMessage: `refused: cross-site (${site ?? 'no Sec-Fetch-Site'}, ${origin === null ? 'no Origin' : 'another Origin'})`,
  });
}

/** A short key can be guessed from its hash. Only hashes are configured, so its length shows only here. */
const minApiKeyLength = 32;

export function readApiKey(headers: Headers): string {
  const key = bearerToken(headers);
  if (key === undefined) {
    throw new LandfallError('unauthenticated', {
      userMessage: 'Send your key as "Authorization: Bearer KEY".',
      logMessage: 'refused: no key',
    });
  }
  if (key.length < minApiKeyLength) {
    throw new LandfallError('unauthenticated', {
      userMessage: `Keys have at least ${minApiKeyLength} characters. Create a new one.`,
      logMessage: 'refused: short key',
    });
  }
  return key;
}

/** A name for a key of LANDFALL_API_KEYS, for the audit log. Only hashes of keys are configured. */
export function findConfiguredKey(key: string, hashes: readonly string[]): string | undefined {
  const hash = createHash('sha256').update(key).digest();
  // Compares every hash, so that timing reveals nothing.
  const [found] = hashes.filter((known) => {
    const bytes = Buffer.from(known, 'hex');
    return bytes.length === hash.length && timingSafeEqual(bytes, hash);
  });
  return found?.slice(0, 8);
}

/**
 * With METRICS_TOKEN, or from this machine while Landfall serves this machine only. Once it has a public name or trusted
 * hops, a proxy is in front of it, and one on this machine that rewrites Host looks like a local caller.
 */
export function isOperator(headers: Headers, settings: RequestAuthSettings): boolean {
  const token = bearerToken(headers);
  if (token !== undefined) return settings.metricsTokens.some((known) => sameText(token, known));
  const { publicOrigin, trustedHops } = settings;
  return isLocal(headers) && trustedHops === 0 && isLoopbackHost(new URL(publicOrigin).hostname);
}

/** `probe` routes show a health check on this machine whether all is well, and only operators the details. */
export function checkOperator(headers: Headers, settings: RequestAuthSettings, auth: 'operator' | 'probe'): void {
  if (isOperator(headers, settings)) return;
  if (auth === 'probe' && isLocal(headers) && !headers.has('authorization')) return;
  throw new LandfallError('unauthenticated', {
    userMessage: 'Send "Authorization: Bearer METRICS_TOKEN".',
    logMessage: 'refused: without the metrics token',
  });
}

/** The HTTP server sets the header for loopback connections that no proxy passed on; clients cannot. */
function isLocal(headers: Headers): boolean {
  return headers.get('x-landfall-local') === '1' && isLoopbackHost(hostnameOf(headers.get('host') ?? ''));
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
