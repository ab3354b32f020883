import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Settings } from '../core/settings';
import { standardKeys } from '../core/standard-webhooks';
import { readSignedSeconds } from '../service/dialect/read-timestamp';

/** Header names are in lower case. */
export interface SignedMessage {
  headers: readonly (readonly [name: string, value: string])[];
  body: Uint8Array;
}

export type Scheme = Settings['webhook']['scheme'];

/**
 * `signedAt` is the time that the signature covers, if any. `signedId` distinguishes messages with the same body: the id,
 * which retries repeat, or else that time. `header`, which has the signature, is shown to admins.
 */
export type Verification =
  | { signed: true; scheme: Scheme; header: string; signedAt: Date | null; signedId: string | null }
  | { signed: false; reason: string };

/** Limits for unauthenticated senders. Node caps all headers together at 16 kB. */
const maxHeaders = 100;
const maxHeaderValueLength = 4000;
const maxCandidates = 20;

const noSecret: Verification = { signed: false, reason: 'No webhook secret is configured.' };

/** An empty secret proves nothing. */
export function usableSecrets(secrets: readonly string[]): string[] {
  return secrets.filter((secret) => secret.trim() !== '');
}

export function verifyMessage(
  message: SignedMessage,
  settings: Pick<Settings['webhook'], 'secrets' | 'scheme'> & { header?: string | undefined },
): Verification {
  const { scheme, header = '' } = settings;
  const secrets = usableSecrets(settings.secrets);
  if (secrets.length === 0) return noSecret;
  const verification =
    scheme === 'auto'
      ? verifyAuto(message, secrets)
      : scheme === 'standard'
        ? verifyStandard(message, secrets)
        : verifyTimestamped(message, secrets, header);
  if (verification.signed) return verification;
  const other = suggestScheme(message, secrets, scheme);
  return other ? { signed: false, reason: `${verification.reason} ${other}` } : verification;
}

/** The message stays rejected, but the admin sees which setting would accept it. */
function suggestScheme(message: SignedMessage, secrets: readonly string[], scheme: Scheme): string | undefined {
  if (scheme !== 'auto' && verifyAuto(message, secrets).signed) return 'It is valid with WEBHOOK_SCHEME=auto.';
  if (scheme !== 'standard' && verifyStandard(message, secrets).signed)
    return 'It is valid with WEBHOOK_SCHEME=standard.';
  const timestamped = message.headers
    .slice(0, maxHeaders)
    .find(([, value]) => /(^|,)\s*t=\d{9,11}\s*,/.test(value.slice(0, 200)));
  if (timestamped && verifyTimestamped(message, secrets, timestamped[0]).signed)
    return `It is valid with WEBHOOK_SCHEME=timestamped and WEBHOOK_HEADER=${timestamped[0]}.`;
  return undefined;
}

/** The service does not document its header, so any header with the HMAC of the raw body is accepted. */
function verifyAuto(message: SignedMessage, secrets: readonly string[]): Verification {
  const expected = secrets.map((secret) => createHmac('sha256', secret).update(message.body).digest());
  const similar = new Set<string>();
  for (const [name, value] of message.headers.slice(0, maxHeaders)) {
    if (value.length > maxHeaderValueLength) continue;
    for (const candidate of candidatesIn(value)) {
      if (matchesAny(candidate, expected))
        return { signed: true, scheme: 'auto', header: name, signedAt: null, signedId: null };
      similar.add(name);
    }
  }
  return {
    signed: false,
    reason:
      similar.size === 0
        ? 'No header looks like a signature.'
        : `No header has the HMAC-SHA256 of this body for the secret; ${[...similar].slice(0, 5).join(', ')} looked like a signature.`,
  };
}

/** Splits `sha256=ab12`, `v1,Zm9v`, `keyId="x", signature="Zm9v"` and the like into possible MACs. */
function candidatesIn(value: string): Buffer[] {
  const tokens = value.split(/[\s,;"']+/).filter((token) => token !== '');
  return tokens.slice(0, maxCandidates).flatMap((token) => {
    const prefixed = /^[A-Za-z0-9_.-]{1,40}[=:](.+)$/.exec(token)?.[1];
    return [readMac(token), prefixed === undefined ? undefined : readMac(prefixed)].filter((mac) => mac !== undefined);
  });
}

/**
 * Standard Webhooks: HMAC-SHA256 over `id.timestamp.body`. Not its package, which reads the system clock, decodes the
 * body first (so that different invalid UTF-8 shares one signature) and accepts "1731705121x" as a timestamp. Tests
 * compare it with the package's signer.
 */
function verifyStandard(message: SignedMessage, secrets: readonly string[]): Verification {
  const keys = secrets.flatMap(standardKeys);
  if (keys.length === 0) return noSecret;
  // `svix` is the scheme's name before it became a standard; some senders still use it.
  for (const prefix of ['webhook', 'svix']) {
    const id = headerValue(message, `${prefix}-id`);
    const timestamp = headerValue(message, `${prefix}-timestamp`);
    const signatures = headerValue(message, `${prefix}-signature`);
    if (id === undefined || timestamp === undefined || signatures === undefined) continue;
    const signedAt = readSignedSeconds(timestamp);
    if (!signedAt) return { signed: false, reason: `${prefix}-timestamp is not a number of seconds.` };
    const expected = keys.map((key) =>
      createHmac('sha256', key).update(`${id}.${timestamp}.`).update(message.body).digest(),
    );
    for (const entry of signatures.split(' ').slice(0, maxCandidates)) {
      const [version, signature] = entry.split(',', 2);
      const mac = version === 'v1' && signature !== undefined ? readMac(signature) : undefined;
      if (mac && matchesAny(mac, expected))
        return { signed: true, scheme: 'standard', header: `${prefix}-signature`, signedAt, signedId: id };
    }
    return { signed: false, reason: `No signature in ${prefix}-signature is valid for this body and secret.` };
  }
  return { signed: false, reason: 'webhook-id, webhook-timestamp and webhook-signature are not all there.' };
}

/** `t=1533204620,v1=HEX[,v1=HEX]` in one header: HMAC-SHA256 over `t.body`. Other versions are ignored. */
function verifyTimestamped(message: SignedMessage, secrets: readonly string[], header: string): Verification {
  const value = headerValue(message, header.toLowerCase());
  if (value === undefined) return { signed: false, reason: `The header ${header} is missing.` };
  const parts = value.split(',', maxCandidates).map((part) => part.trim());
  const times = parts.filter((part) => part.startsWith('t=')).map((part) => part.slice(2));
  const [timestamp] = times;
  const signedAt = timestamp === undefined || times.length > 1 ? undefined : readSignedSeconds(timestamp);
  if (!signedAt) return { signed: false, reason: `The header ${header} does not have exactly one readable t=.` };
  const expected = secrets.map((secret) =>
    createHmac('sha256', secret).update(`${timestamp}.`).update(message.body).digest(),
  );
  for (const part of parts) {
    const mac = part.startsWith('v1=') ? readMac(part.slice(3)) : undefined;
    if (mac && matchesAny(mac, expected))
      return { signed: true, scheme: 'timestamped', header, signedAt, signedId: timestamp ?? null };
  }
  return { signed: false, reason: `No v1= in the header ${header} is valid for this body and secret.` };
}

function headerValue(message: SignedMessage, name: string): string | undefined {
  const found = message.headers.slice(0, maxHeaders).find(([given]) => given === name);
  return found && found[1].length <= maxHeaderValueLength ? found[1] : undefined;
}

/** Only canonical base64: a lenient decoder would accept three more spellings of the same signature. */
function readMac(text: string): Buffer | undefined {
  if (/^[0-9a-f]{64}$/i.test(text)) return Buffer.from(text, 'hex');
  const bare = text.endsWith('=') ? text.slice(0, -1) : text;
  if (!/^([A-Za-z0-9+/]{43}|[A-Za-z0-9_-]{43})$/.test(bare)) return undefined;
  const bytes = Buffer.from(bare, 'base64');
  const canonical = bytes.toString(/[_-]/.test(bare) ? 'base64url' : 'base64').replace('=', '');
  return canonical === bare ? bytes : undefined;
}

/** Compares every MAC even after a match, so that timing does not reveal which secret matched. */
function matchesAny(given: Buffer, expected: readonly Buffer[]): boolean {
  return expected.filter((mac) => given.length === mac.length && timingSafeEqual(given, mac)).length > 0;
}
