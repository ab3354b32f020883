import type { Audit } from '../audit/create-audit';
import { actorName, type Caller } from '../contract/caller';
import { LandfallError } from '../core/errors';
import { recordChange } from '../store/changes';
import { readDeliveryRow, rejudgeDelivery, type DeliveryRow } from '../store/deliveries';
import { lookOnHint, lookUrgently } from '../store/watch';
import { applyDelivery, type ApplyParts } from './apply-deliveries';
import { readKeptHeaders } from './headers-of-interest';
import { judgeDelivery, type WebhookSettings } from './judge-delivery';
import { sealPurpose } from './receive-webhook';

export interface ProcessAgainParts extends ApplyParts {
  settings: WebhookSettings;
  audit: Audit;
}

export interface ProcessedAgain {
  outcome: 'applied' | 'will_ask';
  message: string;
}

/**
 * Judges a stored delivery again under the settings of today, as of its receipt, and applies it. A person may thereby
 * let a stale message count, but never one whose signature does not fit: nobody can vouch for that by pressing a button.
 */
export async function processAgain(parts: ProcessAgainParts, id: string, caller: Caller): Promise<ProcessedAgain> {
  const row = await readDeliveryRow(parts.database.db, id);
  if (!row)
    throw new LandfallError('not_found', {
      person: 'There is no such delivery; unverified ones are kept for a while only.',
    });
  const body = parts.sealer.open(sealPurpose, row.bodySealed);
  if (!body) {
    throw new LandfallError('conflict', {
      person: 'The body of this delivery cannot be opened with the present keys, so it cannot be judged again.',
    });
  }
  const judgement = judgeDelivery({
    message: { headers: readKeptHeaders(row.headers), body },
    receivedAt: row.receivedAt,
    settings: parts.settings,
    dialect: parts.dialect,
  });
  const { reading, scheme } = judgement;
  if (judgement.verdict === 'bad_signature') {
    throw new LandfallError('conflict', {
      person: `The signature does not fit, and processing again does not overrule that. ${judgement.reason}`,
    });
  }
  const judged: DeliveryRow = {
    ...row,
    verdict: judgement.verdict,
    reason: judgement.reason.slice(0, 2000),
    scheme,
    importId: reading.importId,
    status: reading.status,
    happenedAt: judgement.happenedAt,
  };
  const applies = scheme !== null && judged.importId !== null && judged.status !== null && judged.happenedAt !== null;
  if (!applies && judged.importId === null) {
    throw new LandfallError('conflict', {
      person: `There is nothing in it that could be applied. ${judgement.reason}`,
    });
  }
  await parts.database.transaction(async (tx) => {
    if (judgement.verdict !== row.verdict || judgement.reason !== row.reason) {
      const { verdict, reason, importId, status, happenedAt } = judged;
      await rejudgeDelivery(tx, id, { verdict, reason, scheme, importId, status, happenedAt });
    }
    if (applies) await applyDelivery(parts, tx, judged, actorName(caller.actor));
    else if (judged.importId !== null) await (scheme === null ? lookOnHint : lookUrgently)(tx, judged.importId);
    await recordChange(tx, { kind: 'delivery', environment: 'live', subject: id });
    await parts.audit.append(tx, {
      caller,
      action: 'webhook.processed_again',
      environment: 'live',
      subject: id,
      before: { verdict: row.verdict, appliedAt: row.appliedAt?.toISOString() ?? null },
      after: { verdict: judgement.verdict, applied: applies, importId: judged.importId },
    });
  });
  return applies
    ? { outcome: 'applied', message: 'Applied. The import is being confirmed at the service.' }
    : {
        outcome: 'will_ask',
        message: 'It cannot be believed as it stands; the service will be asked about the import.',
      };
}
