import { createHmac } from 'node:crypto';
import { matchesAny, readMac } from './read-mac';
import {
  maxHeaderValueLength,
  maxHeaders,
  usableSecrets,
  type SignedMessage,
  type Verification,
} from './signed-message';

const maxTokens = 20;

/**
 * The service does not document its signature header, so any header with the HMAC-SHA256 of the raw body under one of
 * the secrets is accepted. Without the secret no one can produce that value.
 */
export function verifyAuto(message: SignedMessage, secrets: readonly string[]): Verification {
  const keys = usableSecrets(secrets);
  if (keys.length === 0) return { signed: false, reason: 'No webhook secret is configured.' };
  const expected = keys.map((key) => createHmac('sha256', key).update(message.body).digest());
  const similar: string[] = [];
  for (const [name, value] of message.headers.slice(0, maxHeaders)) {
    if (value.length > maxHeaderValueLength) continue;
    for (const candidate of candidatesIn(value)) {
      if (matchesAny(candidate, expected)) return { signed: true, scheme: 'auto', header: name, signedAt: null };
      if (!similar.includes(name)) similar.push(name);
    }
  }
  return {
    signed: false,
    reason:
      similar.length === 0
        ? 'No header looks like a signature.'
        : `No header carries the HMAC-SHA256 of this body under the secret; ${similar.slice(0, 5).join(', ')} looked like a signature.`,
  };
}

/** Splits `sha256=ab12`, `v1,Zm9v`, `keyId="x", signature="Zm9v"` and the like into possible MACs. */
function* candidatesIn(value: string): Generator<Buffer> {
  let seen = 0;
  for (const token of value.split(/[\s,;"']+/)) {
    if (token === '') continue;
    if (++seen > maxTokens) return;
    const bare = readMac(token);
    if (bare) yield bare;
    const prefixed = /^[A-Za-z0-9_.-]{1,40}[=:](.+)$/.exec(token);
    const rest = prefixed?.[1] === undefined ? undefined : readMac(prefixed[1]);
    if (rest) yield rest;
  }
}
