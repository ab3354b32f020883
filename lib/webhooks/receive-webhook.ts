import { createHash, randomUUID } from 'node:crypto';
import { LandfallError } from '../core/errors';
import { databaseLate, withDeadline } from '../core/with-deadline';
import type { Receipt, RefusedReason } from './admission';
import { applyInBackground, toObservation } from './apply-deliveries';
import { evaluateDelivery } from './evaluate-delivery';
import { selectHeaders } from './stored-headers';
import { readTestMessage } from './test-message';
import { usableSecrets, verifyMessage, type SignedMessage } from './verify-message';
import { bodyCipherPurpose, type WebhookDeps } from './webhook-deps';

const maxSignedBytes = 1024 * 1024;
const maxUnverifiedBytes = 64 * 1024;
/** Of an unverified message only this much is kept, to see what is being sent. */
const keptUnverifiedBytes = 4096;

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
    userMessage: 'The signature of this message is not valid.',
    logMessage: reason,
  });
}

/** A lost connection may stay silent. What is stored after all is a duplicate when it is sent again. */
const deadlineMs = 10_000;

/** Returns after the commit, so that a 2xx means it is stored. It is applied afterwards. */
export async function receiveWebhook(deps: WebhookDeps, incoming: Incoming): Promise<Receipt> {
  const storing = storeDelivery(deps, incoming, { apply: deps.applying.hasRoom() });
  return withDeadline(deps.clock, deadlineMs, storing, databaseLate);
}

/** @internal Evaluates a message and stores it encrypted, once per content. Tests do not apply it. */
export async function storeDelivery(deps: WebhookDeps, incoming: Incoming, { apply = false } = {}): Promise<Receipt> {
  const receivedAt = deps.clock.now();
  const headers = [...incoming.headers].map(([name, value]) => [name.toLowerCase(), value] as const);
  const message: SignedMessage = { headers, body: incoming.body };
  const verification = verifyMessage(message, deps.settings);
  if (!verification.signed) admitUnverified(deps, incoming, verification.reason);
  const testId = verification.signed ? readTestMessage(incoming.body) : undefined;
  // From ourselves, and about nothing, so there is nothing to store.
  if (testId !== undefined)
    return { verdict: 'verified', reason: 'A test message.', deliveryId: testId, stored: false };
  const evaluate = () => evaluateDelivery(deps, message, receivedAt, verification);
  const signedId = verification.signed ? verification.signedId : null;
  const evaluatedFirst = signedId === null ? undefined : evaluate();
  const hash = createHash('sha256').update(incoming.body);
  // A body without a time may report a status that comes again.
  if (evaluatedFirst?.content.reportedAt === null && evaluatedFirst.content.problem === null)
    hash.update(`\n${signedId}`);
  const contentHash = hash.digest('hex');
  // Anyone who captured a signed message can send it again and again, which must cost no query.
  const known = verification.signed ? deps.admission.findStored(contentHash) : undefined;
  if (known !== undefined) {
    deps.metrics.delivery('duplicate');
    deps.admission.countRepeat(known.deliveryId);
    return known;
  }
  const { content, verdict, reason, scheme, happenedAt } = evaluatedFirst ?? evaluate();
  if (verdict === 'stale') {
    const retryAfterS = deps.admission.waitS(incoming.address, incoming.body.byteLength);
    if (retryAfterS !== undefined) throw rateLimited(deps, retryAfterS);
  }
  const kept = scheme === null ? incoming.body.subarray(0, keptUnverifiedBytes) : incoming.body;
  const row = {
    id: randomUUID(),
    receivedAt,
    contentHash,
    bodyEncrypted: deps.cipher.encrypt(bodyCipherPurpose, kept),
    bodyBytes: incoming.body.byteLength,
    headers: selectHeaders(headers, verification.signed ? verification.header : null),
    verdict,
    reason: reason.slice(0, 2000),
    scheme,
    importId: content.importId,
    status: content.status,
    happenedAt,
    address: incoming.address.slice(0, 200),
  };
  const claim = apply && verdict === 'verified';
  const receipt = await deps.receipts.add({ row, body: incoming.body, claim });
  if (receipt === undefined) throw tooBusy(deps);
  // A stale message is not remembered: one from the future becomes valid.
  if (receipt.stored && /^(verified|duplicate|unreadable)$/.test(receipt.verdict)) {
    const repeated = receipt.verdict === 'unreadable' ? receipt : { ...receipt, verdict: 'duplicate' as const };
    deps.admission.rememberStored(contentHash, repeated);
  }
  if (claim && receipt.stored && receipt.verdict === 'verified') {
    const observation = toObservation(row, content);
    applyInBackground(deps, { id: row.id, attempts: 1, bodyBytes: row.bodyBytes, observation });
  }
  deps.metrics.delivery(receipt.verdict);
  for (const fact of scheme === null ? [] : content.missing) deps.metrics.fieldNotFound(fact);
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
    userMessage: 'Too many unverified messages. Send it again later.',
    retryAfterS,
  });
}

function tooBusy(deps: WebhookDeps): LandfallError {
  countRefused(deps, 'rate_limited');
  return new LandfallError('database_unavailable', {
    userMessage: 'Too many messages are waiting to be stored. Send it again later.',
    retryAfterS: 5,
  });
}
