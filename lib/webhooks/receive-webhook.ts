import { createHash, randomUUID } from 'node:crypto';
import type { Clock } from '../core/clock';
import type { Log } from '../core/log';
import type { Metrics } from '../core/metrics';
import type { Sealer } from '../core/seal';
import type { Dialect } from '../service/dialect';
import { recordChange } from '../store/changes';
import type { Database, Db } from '../store/database';
import { countDelivery, countRepeat, pruneUnverified, saveDelivery, type Verdict } from '../store/deliveries';
import { lookOnHint, lookUrgently } from '../store/watch';
import { headersOfInterest } from './headers-of-interest';
import { judgeDelivery, type Judgement, type WebhookSettings } from './judge-delivery';

export const sealPurpose = 'webhook-body';
const keptUnverified = 1000;

export interface Receipt {
  verdict: Verdict | 'duplicate';
  reason: string;
  deliveryId: string;
}

export interface ReceiveParts {
  database: Database;
  sealer: Sealer;
  clock: Clock;
  dialect: Dialect;
  settings: WebhookSettings;
  log: Log;
  metrics: Metrics;
  /** Told after the commit of something that can be applied. Must not throw. */
  onVerified: (deliveryId: string) => void;
}

/**
 * Takes a message in: judges it, stores it sealed and once per content, and only then returns, so that a 2xx means
 * that it is on disk. What follows from it is applied afterwards.
 */
export async function receiveWebhook(
  parts: ReceiveParts,
  incoming: { headers: Iterable<readonly [string, string]>; body: Uint8Array; address: string },
): Promise<Receipt> {
  const receivedAt = parts.clock.now();
  const headers = [...incoming.headers].map(([name, value]) => [name.toLowerCase(), value] as const);
  const judgement = judgeDelivery({
    message: { headers, body: incoming.body },
    receivedAt,
    settings: parts.settings,
    dialect: parts.dialect,
  });
  const { reading, verdict } = judgement;
  const contentHash = createHash('sha256').update(incoming.body).digest('hex');
  const receipt = await parts.database.transaction(async (tx): Promise<Receipt> => {
    // What was verified once is done, also when it is sent again so late that it would be stale by now.
    const repeated = judgement.scheme === null ? undefined : await countRepeat(tx, contentHash, receivedAt);
    if (repeated !== undefined) {
      await countDelivery(tx, 'duplicate', receivedAt);
      return { verdict: 'duplicate', reason: 'The same content was received before.', deliveryId: repeated };
    }
    const { id, first } = await saveDelivery(tx, {
      id: randomUUID(),
      receivedAt,
      contentHash,
      bodySealed: parts.sealer.seal(sealPurpose, incoming.body),
      bodyBytes: incoming.body.byteLength,
      headers: headersOfInterest(headers),
      verdict,
      reason: judgement.reason.slice(0, 2000),
      scheme: judgement.scheme,
      importId: reading.importId,
      status: reading.status,
      happenedAt: judgement.happenedAt,
      address: incoming.address.slice(0, 200),
    });
    const told = await countDelivery(tx, verdict, receivedAt);
    if (first) await askInstead(tx, judgement);
    if (judgement.scheme === null && first) await pruneUnverified(tx, keptUnverified);
    // A flood of forgeries is told to open pages once a second at most; each signed one is told.
    if (judgement.scheme !== null || told.quietForMs >= 1000) {
      await recordChange(tx, { kind: 'delivery', environment: 'live', subject: id });
    }
    // Two of the same that arrive together meet in the row: the second finds the first one's.
    return {
      verdict: verdict === 'verified' && !first ? 'duplicate' : verdict,
      reason: judgement.reason,
      deliveryId: id,
    };
  });
  parts.metrics.delivery(receipt.verdict);
  for (const fact of judgement.scheme === null ? [] : reading.missing) parts.metrics.fieldNotFound(fact);
  parts.log.info({ verdict: receipt.verdict, delivery: receipt.deliveryId }, 'a webhook message arrived');
  if (receipt.verdict === 'verified') parts.onVerified(receipt.deliveryId);
  return receipt;
}

/** What cannot be believed as it stands still says where to look. Who signed it may hurry us, a stranger may not. */
async function askInstead(tx: Db, { verdict, scheme, reading }: Judgement): Promise<void> {
  if (reading.importId === null || verdict === 'verified' || verdict === 'bad_signature') return;
  if (scheme === null) await lookOnHint(tx, reading.importId);
  else await lookUrgently(tx, reading.importId);
}
