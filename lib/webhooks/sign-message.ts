import { createHmac } from 'node:crypto';
import { signStandardWebhook } from '../core/standard-webhooks';
import type { SignedMessage } from './verify-message';

/** `spelling` is the encoding of the MAC. */
export function signAuto(
  body: string | Uint8Array,
  secret: string,
  options: { header?: string; prefix?: string; spelling?: 'hex' | 'base64' | 'base64url' } = {},
): SignedMessage {
  const bytes = Buffer.from(body);
  const mac = createHmac('sha256', secret)
    .update(bytes)
    .digest(options.spelling ?? 'hex');
  return { headers: [[options.header ?? 'x-signature', `${options.prefix ?? ''}${mac}`]], body: bytes };
}

/** The secret is base64, with or without `whsec_`, or any text. */
export function signStandard(
  body: string | Uint8Array,
  secret: string,
  options: { id?: string; at: Date },
): SignedMessage {
  const bytes = Buffer.from(body);
  const headers = signStandardWebhook(bytes, { id: options.id ?? 'msg_1', at: options.at, secrets: [secret] });
  return { headers: Object.entries(headers), body: bytes };
}

export function signTimestamped(
  body: string | Uint8Array,
  secret: string,
  options: { header: string; at: Date },
): SignedMessage {
  const bytes = Buffer.from(body);
  const seconds = String(Math.floor(options.at.getTime() / 1000));
  const mac = createHmac('sha256', secret).update(`${seconds}.`).update(bytes).digest('hex');
  return { headers: [[options.header, `t=${seconds},v1=${mac}`]], body: bytes };
}
