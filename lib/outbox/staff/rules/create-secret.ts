import { randomBytes } from 'node:crypto';

/** As Standard Webhooks wants it. */
export function createSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`;
}
