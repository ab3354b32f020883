import { createHmac } from 'node:crypto';

/** The interface document mentions a signature but no scheme, so the common ones are supported. */
export const webhookSchemes = ['hmac-sha256-hex', 'hmac-sha256-base64', 'standard-webhooks', 't-v1'] as const;
type WebhookScheme = (typeof webhookSchemes)[number];

export interface SigningOptions {
  scheme: WebhookScheme;
  secret: string;
  /** Not used by Standard Webhooks. */
  header: string;
  /** Before a plain HMAC, such as `sha256=`. */
  prefix: string;
}

export function signWebhook(signing: SigningOptions, body: string, id: string, atMs: number): Record<string, string> {
  const { scheme, secret, header, prefix } = signing;
  const atS = Math.floor(atMs / 1000);
  switch (scheme) {
    case 'hmac-sha256-hex':
      return { [header]: prefix + createHmac('sha256', secret).update(body).digest('hex') };
    case 'hmac-sha256-base64':
      return { [header]: prefix + createHmac('sha256', secret).update(body).digest('base64') };
    case 'standard-webhooks': {
      const signature = createHmac('sha256', standardKey(secret)).update(`${id}.${atS}.${body}`).digest('base64');
      return { 'webhook-id': id, 'webhook-timestamp': String(atS), 'webhook-signature': `v1,${signature}` };
    }
    case 't-v1': {
      const signature = createHmac('sha256', secret).update(`${atS}.${body}`).digest('hex');
      return { [header]: `t=${atS},v1=${signature}` };
    }
  }
}

/** Standard Webhooks keys are base64, usually after `whsec_`. */
function standardKey(secret: string): Buffer {
  return Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
}
