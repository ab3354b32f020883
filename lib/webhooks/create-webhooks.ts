import { setImmediate as nextTurn } from 'node:timers/promises';
import { createBatchQueue, whileArriving } from '../core/create-batch-queue';
import { createAdmission } from './admission';
import { applyBatch } from './apply-deliveries';
import { storeReceipts } from './store-receipts';
import type { WebhookDeps } from './webhook-deps';

/** A large message takes about 15 ms for each megabyte to store. */
const receiptLimits = { maxItems: 200, maxBytes: 4_000_000, maxWaiting: 2000, maxWaitingBytes: 32_000_000 };
/** Receipts wait for such a batch on the embedded database. */
const applyLimits = { maxItems: 100, maxBytes: 4_000_000, maxWaiting: 2000, maxWaitingBytes: 32_000_000 };

/** How long messages wait to be applied while others are being stored: together they cost a fraction. */
const maxApplyDelayMs = 50;

/** A sender waits for its receipt, so receipts come first. */
async function untilReceiptsAreStored({ receipts, clock }: WebhookDeps): Promise<void> {
  const waited = new AbortController();
  let isLate = false;
  const late = clock.sleep(maxApplyDelayMs, waited.signal).then(
    () => (isLate = true),
    () => false,
  );
  await nextTurn();
  while (!isLate && !receipts.isIdle()) {
    await Promise.race([receipts.idle(), late]);
    await nextTurn();
  }
  waited.abort();
}

export function createWebhooks(given: Omit<WebhookDeps, 'admission' | 'receipts' | 'applying'>): WebhookDeps {
  const deps: WebhookDeps = {
    ...given,
    admission: createAdmission(given),
    receipts: createBatchQueue({
      gather: whileArriving,
      process: (take) => storeReceipts(deps, take),
      sizeOf: ({ row }) => row.bodyEncrypted.byteLength,
      limits: receiptLimits,
    }),
    applying: createBatchQueue({
      gather: () => untilReceiptsAreStored(deps),
      process: (take) => applyBatch(deps, take),
      sizeOf: ({ bodyBytes }) => bodyBytes,
      limits: applyLimits,
    }),
  };
  return deps;
}
