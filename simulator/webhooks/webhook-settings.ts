import { createHmac } from 'node:crypto';
import { z } from 'zod';

/** The interface document mentions a signature but no scheme, so the common ones are supported. */
export const webhookSchemes = ['hmac-sha256-hex', 'hmac-sha256-base64', 'standard-webhooks', 't-v1'] as const;

const probability = z.union([z.boolean().transform(Number), z.number().min(0).max(1)]).default(0);

/** Faults are probabilities from 0 to 1; `true` is 1. */
export const webhookSettingsSchema = z
  .strictObject({
    url: z
      .url({ protocol: /^https?$/ })
      .nullable()
      .default(null),
    secret: z.string().nullable().default(null),
    scheme: z.enum(webhookSchemes).default('hmac-sha256-hex'),
    header: z
      .string()
      .regex(/^[\w-]+$/)
      .default('X-Signature'),
    prefix: z.string().default(''),
    faults: z
      .strictObject({
        drop: probability,
        double: probability,
        delayMs: z.number().min(0).default(0),
        /** Held back until the next message is sent, at most two seconds. */
        reorder: probability,
        /** Correctly signed, but an hour old, like a replay. */
        stale: probability,
        wrongSignature: probability,
      })
      .prefault({}),
  })
  .superRefine(({ scheme, secret }, context) => {
    // Other text would decode to an empty or shorter key.
    if (scheme === 'standard-webhooks' && secret !== null && !/^(?:whsec_)?[A-Za-z0-9+/]{16,}=*$/.test(secret)) {
      context.addIssue({
        code: 'custom',
        path: ['secret'],
        message: 'Standard Webhooks needs base64, usually after whsec_',
      });
    }
  });

export type WebhookSettings = z.infer<typeof webhookSettingsSchema>;
export type WebhookSettingsInput = z.input<typeof webhookSettingsSchema>;

export function signWebhook(
  { scheme, header, prefix }: WebhookSettings,
  secret: string,
  body: string,
  id: string,
  atMs: number,
): Record<string, string> {
  const atS = Math.floor(atMs / 1000);
  switch (scheme) {
    case 'hmac-sha256-hex':
      return { [header]: prefix + createHmac('sha256', secret).update(body).digest('hex') };
    case 'hmac-sha256-base64':
      return { [header]: prefix + createHmac('sha256', secret).update(body).digest('base64') };
    case 'standard-webhooks': {
      const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
      const signature = createHmac('sha256', key).update(`${id}.${atS}.${body}`).digest('base64');
      return { 'webhook-id': id, 'webhook-timestamp': String(atS), 'webhook-signature': `v1,${signature}` };
    }
    case 't-v1': {
      const signature = createHmac('sha256', secret).update(`${atS}.${body}`).digest('hex');
      return { [header]: `t=${atS},v1=${signature}` };
    }
  }
}
