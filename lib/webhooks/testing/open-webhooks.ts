import { createCipher, generateKey } from '../../core/cipher';
import { systemClock } from '../../core/clock';
import { silentLog } from '../../core/log';
import { createMetrics } from '../../core/metrics';
import { standardDialect } from '../../service/dialect/dialect';
import { createWebhooks } from '../create-webhooks';
import type { WebhookDeps } from '../webhook-deps';

export const webhookSecret = 'a secret of the operator';
export const webhookSettings: WebhookDeps['settings'] = {
  secrets: [webhookSecret],
  scheme: 'auto',
  header: undefined,
  toleranceS: 300,
};

export function openWebhooks(given: Pick<WebhookDeps, 'database'> & Partial<Parameters<typeof createWebhooks>[0]>) {
  const { database, cipher = createCipher([generateKey()]) } = given;
  return createWebhooks({
    cipher,
    clock: systemClock,
    log: silentLog,
    metrics: createMetrics(),
    observer: { database, cipher },
    dialect: () => standardDialect,
    settings: webhookSettings,
    ...given,
  });
}
