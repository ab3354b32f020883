import { observeIn } from '../imports/observations/observe';
import type { ObservationInput } from '../imports/observations/observation-input';
import type { Db } from '../store/database/database';
import { claimDeliveries, markDeliveryApplied, markDeliveryFailed, type DeliveryRow } from '../store/events/deliveries';
import { pollNow } from '../store/service-calls/poll-schedule';
import { readDeliveryBody } from './read-delivery-body';
import { bodyCipherPurpose, type WebhookDeps } from './webhook-deps';

const leaseS = 60;

/** Starts after the delivery is committed, so that the sender does not wait for it. */
export function applyInBackground(deps: WebhookDeps, id: string): void {
  const work = applyDeliveries(deps, { id, limit: 1 })
    .catch((err: unknown) => deps.log.error({ err }, 'applying deliveries failed'))
    .finally(() => deps.applying.delete(work));
  deps.applying.add(work);
}

export async function drainDeliveries({ applying }: WebhookDeps): Promise<void> {
  while (applying.size > 0) await Promise.all(applying);
}

/** Background job: applies deliveries of an instance that died. */
export async function applyPendingDeliveries(deps: WebhookDeps, signal?: AbortSignal): Promise<void> {
  while (!signal?.aborted) {
    if ((await applyDeliveries(deps, { limit: 50 })) === 0) return;
  }
}

async function applyDeliveries(deps: WebhookDeps, options: { id?: string; limit: number }): Promise<number> {
  const claimed = await claimDeliveries(deps.database.db, { ...options, leaseS });
  let applied = 0;
  for (const row of claimed) {
    try {
      await deps.database.transaction((tx) => applyDelivery(deps, tx, row, null));
      applied++;
    } catch (err) {
      deps.log.error({ err, delivery: row.id }, 'delivery could not be applied');
      const againInS = Math.min(3600, 5 * 2 ** Math.min(row.attempts, 10));
      await markDeliveryFailed(deps.database.db, row.id, {
        failure: 'It could not be applied; see the log.',
        againInS,
      });
    }
  }
  return applied;
}

/** Stores the observation, polls the import to confirm it, and marks the delivery as applied, in one transaction. */
export async function applyDelivery(deps: WebhookDeps, tx: Db, row: DeliveryRow, by: string | null): Promise<void> {
  const observation = toObservation(deps, row);
  if (observation) {
    const observed = await observeIn(deps.observer, tx, [observation]);
    if (observed.length > 0) await pollNow(tx, observation.importId);
  }
  await markDeliveryApplied(tx, row.id, { at: deps.clock.now(), by });
}

function toObservation(deps: WebhookDeps, row: DeliveryRow): ObservationInput | undefined {
  if (row.importId === null || row.status === null || row.happenedAt === null) return undefined;
  const body = deps.cipher.decrypt(bodyCipherPurpose, row.bodyEncrypted);
  // The body may be encrypted with a removed key; status and time were read on receipt.
  const content = body ? readDeliveryBody(body, deps.dialect) : undefined;
  const { warnings, family } = content ?? { warnings: undefined, family: null };
  return {
    environment: 'live',
    importId: row.importId,
    source: 'webhook',
    status: row.status,
    seenAt: row.receivedAt,
    happenedAt: row.happenedAt,
    deliveryId: row.id,
    facts: { ...(warnings === undefined ? {} : { warnings }), ...(family === null ? {} : { family }) },
  };
}
