import { createHmac } from 'node:crypto';

/** The standard writes secrets as `whsec_` and base64. Anything else is used as it is. */
export function standardKeys(secret: string): Buffer[] {
  const encoded = secret.startsWith('whsec_') ? secret.slice('whsec_'.length) : secret;
  const decoded = Buffer.from(encoded, 'base64');
  const isBase64 = decoded.length > 0 && decoded.toString('base64').replace(/=+$/, '') === encoded.replace(/=+$/, '');
  if (secret.startsWith('whsec_')) return isBase64 ? [decoded] : [];
  return isBase64 ? [decoded, Buffer.from(secret)] : [Buffer.from(secret)];
}

/**
 * The headers of Standard Webhooks with a signature for each secret, so that a receiver that knows one of them accepts
 * the message. A secret that cannot be read is left out.
 */
export function signStandardWebhook(
  body: string | Uint8Array,
  { id, at, secrets }: { id: string; at: Date; secrets: readonly string[] },
): Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string> {
  const seconds = String(Math.floor(at.getTime() / 1000));
  const keys = secrets.flatMap((secret) => standardKeys(secret).slice(0, 1));
  const macs = keys.map((key) => createHmac('sha256', key).update(`${id}.${seconds}.`).update(body).digest('base64'));
  return {
    'webhook-id': id,
    'webhook-timestamp': seconds,
    'webhook-signature': macs.map((mac) => `v1,${mac}`).join(' '),
  };
}
