import { createBatchQueue } from '../core/create-batch-queue';
import { createAdmission } from './admission';
import { applyBatch } from './apply-deliveries';
import { storeReceipts } from './store-receipts';
import type { WebhookDeps } from './webhook-deps';

/** A large message takes about 15 ms for each megabyte to store. */
const receiptLimits = { maxItems: 200, maxBytes: 4_000_000, maxWaiting: 2000, maxWaitingBytes: 32_000_000 };
/** Small batches, because receipts wait for them on the embedded database. */
const applyLimits = { maxItems: 50, maxBytes: 4_000_000, maxWaiting: 2000, maxWaitingBytes: 32_000_000 };

export function createWebhooks(given: Omit<WebhookDeps, 'admission' | 'receipts' | 'applying'>): WebhookDeps {
  const deps: WebhookDeps = {
    ...given,
    admission: createAdmission(given),
    receipts: createBatchQueue({
      process: (take) => storeReceipts(deps, take),
      sizeOf: ({ row }) => row.bodyEncrypted.byteLength,
      limits: receiptLimits,
    }),
    applying: createBatchQueue({
      process: (take) => applyBatch(deps, take),
      sizeOf: ({ bodyBytes }) => bodyBytes,
      limits: applyLimits,
    }),
  };
  return deps;
}
