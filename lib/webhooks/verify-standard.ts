import { createHmac } from 'node:crypto';
import { matchesAny, readMac } from './read-mac';
import { readSignedSeconds } from './read-timestamp';
import { headerValue, usableSecrets, type SignedMessage, type Verification } from './signed-message';

/** `svix-` is what the scheme was called before it became a standard; senders of both kinds exist. */
const headerPrefixes = ['webhook', 'svix'] as const;
const maxSignatures = 20;

/**
 * Standard Webhooks: HMAC-SHA256 over `id.timestamp.body`. Written here rather than taken from its package, which
 * reads the machine's clock, decodes the body to text first (so that two bodies with different broken UTF-8 have one
 * signature) and takes "1731705121x" for a timestamp. The tests hold it against the package's own signer.
 */
export function verifyStandard(message: SignedMessage, secrets: readonly string[]): Verification {
  const keys = usableSecrets(secrets).flatMap(standardKeys);
  if (keys.length === 0) return { signed: false, reason: 'No webhook secret is configured.' };
  for (const family of headerPrefixes) {
    const id = headerValue(message, `${family}-id`);
    const timestamp = headerValue(message, `${family}-timestamp`);
    const signatures = headerValue(message, `${family}-signature`);
    if (id === undefined || timestamp === undefined || signatures === undefined) continue;
    const signedAt = readSignedSeconds(timestamp);
    if (!signedAt) return { signed: false, reason: `${family}-timestamp is not a number of seconds.` };
    const expected = keys.map((key) =>
      createHmac('sha256', key).update(`${id}.${timestamp}.`).update(message.body).digest(),
    );
    for (const entry of signatures.split(' ').slice(0, maxSignatures)) {
      const [version, signature] = entry.split(',', 2);
      const mac = version === 'v1' && signature !== undefined ? readMac(signature) : undefined;
      if (mac && matchesAny(mac, expected))
        return { signed: true, scheme: 'standard', header: `${family}-signature`, signedAt };
    }
    return { signed: false, reason: `No signature in ${family}-signature fits this body under the secret.` };
  }
  return { signed: false, reason: 'webhook-id, webhook-timestamp and webhook-signature are not all there.' };
}

/** The standard writes secrets as `whsec_` and base64. One that is neither is used as it stands. */
function standardKeys(secret: string): Buffer[] {
  const encoded = secret.startsWith('whsec_') ? secret.slice('whsec_'.length) : secret;
  const decoded = Buffer.from(encoded, 'base64');
  const isBase64 = decoded.length > 0 && decoded.toString('base64').replace(/=+$/, '') === encoded.replace(/=+$/, '');
  if (secret.startsWith('whsec_')) return isBase64 ? [decoded] : [];
  return isBase64 ? [decoded, Buffer.from(secret)] : [Buffer.from(secret)];
}
