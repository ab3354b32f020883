import { createHash, randomUUID } from 'node:crypto';
import { LandfallError } from '../core/errors';
import { recordChange } from '../store/events/changes';
import type { Db } from '../store/database/database';
import { countDelivery, countDuplicateDelivery, pruneDeliveries, saveDelivery } from '../store/events/deliveries';
import { lockErasures } from '../store/data-protection/erasures';
import { findErased, listKnown, stringsIn } from '../imports/erasures/find-erased';
import { pollOnHint, pollNow } from '../store/service-calls/poll-schedule';
import type { Receipt, RefusedReason } from './admission';
import { applyInBackground } from './apply-deliveries';
import { evaluateDelivery, type DeliveryEvaluation } from './evaluate-delivery';
import { selectHeaders } from './stored-headers';
import { usableSecrets, verifyMessage, type SignedMessage } from './verify-message';
import { bodyCipherPurpose, type WebhookDeps } from './webhook-deps';

const maxSignedBytes = 1024 * 1024;
const maxUnverifiedBytes = 64 * 1024;
/** Of an unverified message only this much is kept, to see what is being sent. */
const keptUnverifiedBytes = 4096;

/** Messages that are not applied are kept for review. Those that an admin applied do not count. */
const quarantines = [
  { verdicts: ['bad_signature', 'hint'], keep: 100 },
  { verdicts: ['stale', 'unreadable'], keep: 500, maxBytes: 4 * 1024 * 1024 },
] as const;

export interface Incoming {
  headers: Iterable<readonly [string, string]>;
  body: Uint8Array;
  address: string;
}

/** Without a secret no message can be signed, so that none needs more. */
export function maxMessageBytes({ settings }: WebhookDeps): number {
  return usableSecrets(settings.secrets).length === 0 ? maxUnverifiedBytes : maxSignedBytes;
}

/** Counts a message that is not stored. The poller finds out what it reported. */
export function countRefused({ admission, metrics }: WebhookDeps, reason: RefusedReason): void {
  metrics.delivery(reason);
  admission.countRefused(reason);
}

export function badSignatureError(reason: string): LandfallError {
  return new LandfallError('unauthenticated', {
    userMessage: 'The signature does not fit this message.',
    logMessage: reason,
  });
}

/** Returns after the commit, so that a 2xx means it is stored. It is applied afterwards. */
export async function receiveWebhook(deps: WebhookDeps, incoming: Incoming): Promise<Receipt> {
  const receipt = await storeDelivery(deps, incoming);
  if (receipt.stored && receipt.verdict === 'verified') applyInBackground(deps, receipt.deliveryId);
  return receipt;
}

/** @internal Evaluates a message and stores it encrypted, once per content. Tests do not apply it. */
export async function storeDelivery(deps: WebhookDeps, incoming: Incoming): Promise<Receipt> {
  const receivedAt = deps.clock.now();
  const headers = [...incoming.headers].map(([name, value]) => [name.toLowerCase(), value] as const);
  const message: SignedMessage = { headers, body: incoming.body };
  const verification = verifyMessage(message, deps.settings);
  if (!verification.signed) admitUnverified(deps, incoming, verification.reason);
  const contentHash = createHash('sha256').update(incoming.body).digest('hex');
  // Anyone who captured a signed message can send it again and again, which must cost no query.
  const known = verification.signed ? deps.admission.findStored(contentHash) : undefined;
  if (known !== undefined) {
    deps.metrics.delivery('duplicate');
    deps.admission.countRepeat(known.deliveryId);
    return known;
  }
  const evaluation = evaluateDelivery(deps, message, receivedAt, verification);
  const { content, verdict } = evaluation;
  if (verdict === 'stale') {
    const retryAfterS = deps.admission.waitS(incoming.address, incoming.body.byteLength);
    if (retryAfterS !== undefined) throw rateLimited(deps, retryAfterS);
  }
  const receipt = await deps.database.transaction(async (tx): Promise<Receipt> => {
    if (await isAboutErased(deps, tx, content.importId, incoming.body)) {
      await countDelivery(tx, 'erased', receivedAt);
      return {
        verdict,
        reason: 'It is about a customer who was erased, so it is not stored.',
        deliveryId: randomUUID(),
        stored: false,
      };
    }
    // A verified message that is repeated later is a duplicate, not stale.
    const repeated = evaluation.scheme === null ? undefined : await countDuplicateDelivery(tx, contentHash, receivedAt);
    if (repeated !== undefined) {
      await countDelivery(tx, 'duplicate', receivedAt);
      return {
        verdict: 'duplicate',
        reason: 'The same content was received before.',
        deliveryId: repeated,
        stored: true,
      };
    }
    const { id, first } = await saveDelivery(tx, {
      id: randomUUID(),
      receivedAt,
      contentHash,
      bodyEncrypted: deps.cipher.encrypt(
        bodyCipherPurpose,
        evaluation.scheme === null ? incoming.body.subarray(0, keptUnverifiedBytes) : incoming.body,
      ),
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
    const quarantine = quarantines.find(({ verdicts }) => verdicts.some((each) => each === verdict));
    if (first && quarantine) await pruneDeliveries(tx, quarantine);
    // A flood of forgeries or repeats updates open pages at most once per second; every new signed message does.
    if ((evaluation.scheme !== null && first) || counter.quietForMs >= 1000) {
      await recordChange(tx, { kind: 'delivery', environment: 'live', subject: id });
    }
    // A concurrent duplicate finds the row of the first.
    return {
      verdict: verdict === 'verified' && !first ? 'duplicate' : verdict,
      reason: evaluation.reason,
      deliveryId: id,
      stored: true,
    };
  });
  // A stale message is not remembered: one from the future becomes valid.
  if (receipt.stored && /^(verified|duplicate|unreadable)$/.test(receipt.verdict)) {
    const repeated = receipt.verdict === 'unreadable' ? receipt : { ...receipt, verdict: 'duplicate' as const };
    deps.admission.rememberStored(contentHash, repeated);
  }
  deps.metrics.delivery(receipt.verdict);
  for (const fact of evaluation.scheme === null ? [] : content.missing) deps.metrics.fieldNotFound(fact);
  deps.log.info({ verdict: receipt.verdict, delivery: receipt.deliveryId }, 'webhook received');
  return receipt;
}

/** Before anything is parsed or written. */
function admitUnverified(deps: WebhookDeps, { address, body }: Incoming, reason: string): void {
  const retryAfterS = deps.admission.waitS(address);
  if (retryAfterS !== undefined) throw rateLimited(deps, retryAfterS);
  if (body.byteLength > maxUnverifiedBytes) {
    countRefused(deps, 'bad_signature');
    throw badSignatureError(reason);
  }
}

function rateLimited(deps: WebhookDeps, retryAfterS: number): LandfallError {
  countRefused(deps, 'rate_limited');
  return new LandfallError('rate_limited', {
    userMessage: 'Too many messages that cannot be verified. Send it again later.',
    retryAfterS,
  });
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
