import { appendAudit } from '../audit/append-audit';
import { actorName, type Caller } from '../contract/caller';
import type { ReprocessResponse } from '../contract/webhooks';
import { LandfallError } from '../core/errors';
import { recordChange } from '../store/events/changes';
import { updateDeliveryVerdict, type DeliveryRow } from '../store/events/deliveries';
import { pollOnHint, pollNow } from '../store/service-calls/poll-schedule';
import { applyAgain } from './apply-deliveries';
import { isTruncated, requireDelivery } from './list-deliveries';
import { hiddenNames, parseStoredHeaders } from './stored-headers';
import { evaluateDelivery } from './evaluate-delivery';
import { bodyCipherPurpose, type WebhookDeps } from './webhook-deps';

/** Under the current settings, as of its receipt. A stale message is accepted, a bad signature never. */
export async function reprocessDelivery(deps: WebhookDeps, id: string, caller: Caller): Promise<ReprocessResponse> {
  const row = await requireDelivery(deps.database.db, id);
  const body = deps.cipher.decrypt(bodyCipherPurpose, row.bodyEncrypted);
  if (!body) {
    throw new LandfallError(
      'conflict',
      'The stored body cannot be decrypted with the current keys, so it cannot be reprocessed.',
    );
  }
  if (isTruncated(row, body)) {
    throw new LandfallError(
      'conflict',
      'Only the first 4 kB of this unverified message are stored, so its signature cannot be checked again. Refresh the import instead.',
    );
  }
  const headers = parseStoredHeaders(row.headers);
  const evaluation = evaluateDelivery(deps, { headers, body }, row.receivedAt);
  const { content, scheme } = evaluation;
  if (evaluation.verdict === 'bad_signature') {
    const names = hiddenNames(headers).slice(0, 5).join(', ');
    const hidden = names === '' ? '' : ` The value of ${names} was not stored, since it may be a credential.`;
    throw new LandfallError(
      'conflict',
      `The signature is not valid, so the message cannot be applied. ${evaluation.reason}${hidden}`,
    );
  }
  const evaluated: DeliveryRow = {
    ...row,
    verdict: evaluation.verdict,
    reason: evaluation.reason.slice(0, 2000),
    scheme,
    importId: content.importId,
    status: content.status,
    happenedAt: evaluation.happenedAt,
  };
  const applies =
    scheme !== null && evaluated.importId !== null && evaluated.status !== null && evaluated.happenedAt !== null;
  if (!applies && evaluated.importId === null) {
    throw new LandfallError('conflict', `The message contains nothing to apply. ${evaluation.reason}`);
  }
  await deps.database.transaction(async (tx) => {
    if (evaluation.verdict !== row.verdict || evaluation.reason !== row.reason) {
      const { verdict, reason, importId, status, happenedAt } = evaluated;
      const updated = await updateDeliveryVerdict(tx, id, { verdict, reason, scheme, importId, status, happenedAt });
      if (!updated) {
        throw new LandfallError('conflict', 'The same message arrived again, and that one is stored with this result.');
      }
    }
    if (applies) await applyAgain(deps, tx, evaluated, actorName(caller.actor));
    else if (evaluated.importId !== null) await (scheme === null ? pollOnHint : pollNow)(tx, evaluated.importId);
    await recordChange(tx, { kind: 'delivery', environment: 'live', subject: id });
    await appendAudit(deps, tx, {
      caller,
      action: 'webhook.processed_again',
      environment: 'live',
      subject: id,
      before: { verdict: row.verdict, appliedAt: row.appliedAt?.toISOString() ?? null },
      after: { verdict: evaluation.verdict, applied: applies, importId: evaluated.importId },
    });
  });
  return applies
    ? { outcome: 'applied', message: 'Applied. The import is being confirmed at the service.' }
    : {
        outcome: 'will_poll',
        message: 'The message cannot be trusted. We check the import at the service.',
      };
}
