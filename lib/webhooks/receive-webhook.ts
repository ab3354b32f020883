import { createHash, randomUUID } from 'node:crypto';
import { recordChange } from '../store/events/changes';
import type { Db } from '../store/database/database';
import {
  countDelivery,
  countDuplicateDelivery,
  pruneUnverifiedDeliveries,
  saveDelivery,
  type Verdict,
} from '../store/events/deliveries';
import { lockErasures } from '../store/data-protection/erasures';
import { findErased, listKnown, stringsIn } from '../imports/erasures/find-erased';
import { pollOnHint, pollNow } from '../store/service-calls/poll-schedule';
import { applyInBackground } from './apply-deliveries';
import { evaluateDelivery, type DeliveryEvaluation } from './evaluate-delivery';
import { selectHeaders } from './stored-headers';
import { bodyCipherPurpose, type WebhookDeps } from './webhook-deps';

const maxUnverified = 1000;

export interface Receipt {
  verdict: Verdict | 'duplicate';
  reason: string;
  deliveryId: string;
}

export interface Incoming {
  headers: Iterable<readonly [string, string]>;
  body: Uint8Array;
  address: string;
}

/** Returns after the commit, so that a 2xx means it is stored. It is applied afterwards. */
export async function receiveWebhook(deps: WebhookDeps, incoming: Incoming): Promise<Receipt> {
  const receipt = await storeDelivery(deps, incoming);
  if (receipt.verdict === 'verified') applyInBackground(deps, receipt.deliveryId);
  return receipt;
}

/** @internal Evaluates a message and stores it encrypted, once per content. Tests do not apply it. */
export async function storeDelivery(deps: WebhookDeps, incoming: Incoming): Promise<Receipt> {
  const receivedAt = deps.clock.now();
  const headers = [...incoming.headers].map(([name, value]) => [name.toLowerCase(), value] as const);
  const evaluation = evaluateDelivery(deps, { headers, body: incoming.body }, receivedAt);
  const { content, verdict } = evaluation;
  const contentHash = createHash('sha256').update(incoming.body).digest('hex');
  const receipt = await deps.database.transaction(async (tx): Promise<Receipt> => {
    if (await isAboutErased(deps, tx, content.importId, incoming.body)) {
      await countDelivery(tx, 'erased', receivedAt);
      return {
        verdict,
        reason: 'It is about a customer who was erased, so it is not stored.',
        deliveryId: randomUUID(),
      };
    }
    // A verified message that is repeated later is a duplicate, not stale.
    const repeated = evaluation.scheme === null ? undefined : await countDuplicateDelivery(tx, contentHash, receivedAt);
    if (repeated !== undefined) {
      await countDelivery(tx, 'duplicate', receivedAt);
      return { verdict: 'duplicate', reason: 'The same content was received before.', deliveryId: repeated };
    }
    const { id, first } = await saveDelivery(tx, {
      id: randomUUID(),
      receivedAt,
      contentHash,
      bodyEncrypted: deps.cipher.encrypt(bodyCipherPurpose, incoming.body),
      bodyBytes: incoming.body.byteLength,
      headers: selectHeaders(headers),
      verdict,
      reason: evaluation.reason.slice(0, 2000),
      scheme: evaluation.scheme,
      importId: content.importId,
      status: content.status,
      happenedAt: evaluation.happenedAt,
      address: incoming.address.slice(0, 200),
    });
    const counter = await countDelivery(tx, verdict, receivedAt);
    if (first) await schedulePoll(tx, evaluation);
    if (evaluation.scheme === null && first) await pruneUnverifiedDeliveries(tx, maxUnverified);
    // A flood of forgeries updates open pages at most once per second; every signed message does.
    if (evaluation.scheme !== null || counter.quietForMs >= 1000) {
      await recordChange(tx, { kind: 'delivery', environment: 'live', subject: id });
    }
    // A concurrent duplicate finds the row of the first.
    return {
      verdict: verdict === 'verified' && !first ? 'duplicate' : verdict,
      reason: evaluation.reason,
      deliveryId: id,
    };
  });
  deps.metrics.delivery(receipt.verdict);
  for (const fact of evaluation.scheme === null ? [] : content.missing) deps.metrics.fieldNotFound(fact);
  deps.log.info({ verdict: receipt.verdict, delivery: receipt.deliveryId }, 'webhook received');
  return receipt;
}

async function isAboutErased(deps: WebhookDeps, tx: Db, importId: string | null, body: Uint8Array): Promise<boolean> {
  await lockErasures(tx, 'shared');
  const key = importId === null ? undefined : ({ environment: 'live', id: importId } as const);
  const marks = await findErased(deps, tx, { usernames: namesIn(body), imports: key ? [key] : [] });
  if (!marks) return false;
  if (key && marks.ofImport(key)?.kind === 'import') return true;
  // A stored import may mention an erased customer, for example as one of its users.
  if (key && (await listKnown(tx, [key])).size > 0) return false;
  return stringsIn(body).some((name) => marks.ofUsername(name) !== undefined);
}

/** Lazily, so that nothing is parsed before the first erasure. */
function* namesIn(body: Uint8Array): Generator<string> {
  yield* stringsIn(body);
}

/** An unusable message still names an import to poll. A signed one polls it now; an unsigned one is rate-limited. */
async function schedulePoll(tx: Db, { verdict, scheme, content }: DeliveryEvaluation): Promise<void> {
  if (content.importId === null || verdict === 'verified' || verdict === 'bad_signature') return;
  if (scheme === null) await pollOnHint(tx, content.importId);
  else await pollNow(tx, content.importId);
}
