import { createHmac } from 'node:crypto';
import { matchesAny, readMac } from './read-mac';
import { readSignedSeconds } from './read-timestamp';
import { headerValue, usableSecrets, type SignedMessage, type Verification } from './signed-message';

/** The scheme's name before it became a standard; some senders still use it. */
const headerPrefixes = ['webhook', 'svix'] as const;
const maxSignatures = 20;

/**
 * Standard Webhooks: HMAC-SHA256 over `id.timestamp.body`. Not its package, which reads the system clock, decodes the
 * body first (so that different invalid UTF-8 shares one signature) and accepts "1731705121x" as a timestamp. Tests
 * compare it with the package's signer.
 */
export function verifyStandard(message: SignedMessage, secrets: readonly string[]): Verification {
  const keys = usableSecrets(secrets).flatMap(standardKeys);
  if (keys.length === 0) return { signed: false, reason: 'No webhook secret is configured.' };
  for (const prefix of headerPrefixes) {
    const id = headerValue(message, `${prefix}-id`);
    const timestamp = headerValue(message, `${prefix}-timestamp`);
    const signatures = headerValue(message, `${prefix}-signature`);
    if (id === undefined || timestamp === undefined || signatures === undefined) continue;
    const signedAt = readSignedSeconds(timestamp);
    if (!signedAt) return { signed: false, reason: `${prefix}-timestamp is not a number of seconds.` };
    const expected = keys.map((key) =>
      createHmac('sha256', key).update(`${id}.${timestamp}.`).update(message.body).digest(),
    );
    for (const entry of signatures.split(' ').slice(0, maxSignatures)) {
      const [version, signature] = entry.split(',', 2);
      const mac = version === 'v1' && signature !== undefined ? readMac(signature) : undefined;
      if (mac && matchesAny(mac, expected))
        return { signed: true, scheme: 'standard', header: `${prefix}-signature`, signedAt };
    }
    return { signed: false, reason: `No signature in ${prefix}-signature fits this body under the secret.` };
  }
  return { signed: false, reason: 'webhook-id, webhook-timestamp and webhook-signature are not all there.' };
}

/** The standard writes secrets as `whsec_` and base64. Anything else is used as it is. */
function standardKeys(secret: string): Buffer[] {
  const encoded = secret.startsWith('whsec_') ? secret.slice('whsec_'.length) : secret;
  const decoded = Buffer.from(encoded, 'base64');
  const isBase64 = decoded.length > 0 && decoded.toString('base64').replace(/=+$/, '') === encoded.replace(/=+$/, '');
  if (secret.startsWith('whsec_')) return isBase64 ? [decoded] : [];
  return isBase64 ? [decoded, Buffer.from(secret)] : [Buffer.from(secret)];
}
