import { createHmac } from 'node:crypto';
import { matchesAny, readMac } from './read-mac';
import { readSignedSeconds } from './read-timestamp';
import { headerValue, usableSecrets, type SignedMessage, type Verification } from './signed-message';

const maxParts = 20;

/** `t=1533204620,v1=HEX[,v1=HEX]` in one header: HMAC-SHA256 over `t.body`. Other versions are ignored. */
export function verifyTimestamped(message: SignedMessage, secrets: readonly string[], header: string): Verification {
  const keys = usableSecrets(secrets);
  if (keys.length === 0) return { signed: false, reason: 'No webhook secret is configured.' };
  const value = headerValue(message, header.toLowerCase());
  if (value === undefined) return { signed: false, reason: `The header ${header} is not there.` };
  const parts = value.split(',', maxParts).map((part) => part.trim());
  const times = parts.filter((part) => part.startsWith('t=')).map((part) => part.slice(2));
  const [timestamp] = times;
  const signedAt = timestamp === undefined || times.length > 1 ? undefined : readSignedSeconds(timestamp);
  if (!signedAt) return { signed: false, reason: `The header ${header} has no single readable t=.` };
  const expected = keys.map((key) => createHmac('sha256', key).update(`${timestamp}.`).update(message.body).digest());
  for (const part of parts) {
    const mac = part.startsWith('v1=') ? readMac(part.slice(3)) : undefined;
    if (mac && matchesAny(mac, expected)) return { signed: true, scheme: 'timestamped', header, signedAt };
  }
  return { signed: false, reason: `No v1= in the header ${header} fits this body under the secret.` };
}
