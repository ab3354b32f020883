import { isDatabaseOutage } from '../core/database-outage';
import { observeIn } from '../imports/observations/observe';
import type { ObservationInput } from '../imports/observations/observation-input';
import type { Db } from '../store/database/database';
import {
  claimDeliveries,
  markDeliveriesApplied,
  markDeliveryFailed,
  type DeliveryRow,
} from '../store/events/deliveries';
import { pollAllNow } from '../store/service-calls/poll-schedule';
import { readDeliveryBody, type DeliveryContent } from './read-delivery-body';
import { bodyCipherPurpose, type AppliedDelivery, type WebhookDeps } from './webhook-deps';

/** How long a claimed delivery is left to the instance that claimed it. */
export const leaseS = 60;

/** Starts after the delivery is committed, so that the sender does not wait for it. */
export function applyInBackground(deps: WebhookDeps, delivery: AppliedDelivery): void {
  // Without room it stays claimed until the lease ends, and is then applied by the background job.
  void applyInBatch(deps, delivery);
}

export async function drainDeliveries({ receipts, applying }: WebhookDeps): Promise<void> {
  await receipts.idle();
  await applying.idle();
}

/** Background job: applies deliveries of an instance that died, and those that there was no room for. */
export async function applyPendingDeliveries(deps: WebhookDeps, signal?: AbortSignal): Promise<void> {
  while (!signal?.aborted) {
    const rows = await claimDeliveries(deps.database.db, { limit: 50, leaseS });
    if (rows.length === 0) return;
    const applied = await Promise.all(rows.map((row) => applyInBatch(deps, toAppliedDelivery(deps, row))));
    if (!applied.includes(true)) return;
  }
}

/** Whether it was applied. A failure is logged, and tried again later. */
async function applyInBatch(deps: WebhookDeps, delivery: AppliedDelivery): Promise<boolean> {
  try {
    return (await deps.applying.add(delivery)) ?? false;
  } catch (err) {
    deps.log.error({ err, delivery: delivery.id }, 'delivery could not be applied');
    // The lease ends by itself.
    if (isDatabaseOutage(err)) return false;
    await markDeliveryFailed(deps.database.db, delivery.id, {
      failure: 'It could not be applied. See the log.',
      againInS: Math.min(3600, 5 * 2 ** Math.min(delivery.attempts, 10)),
    }).catch((error: unknown) => deps.log.error({ err: error }, 'a failed delivery could not be marked'));
    return false;
  }
}

/** In one transaction. If one was deleted or applied meanwhile, the others are applied one by one. */
export async function applyBatch(deps: WebhookDeps, take: () => readonly AppliedDelivery[]): Promise<boolean[]> {
  let deliveries: readonly AppliedDelivery[] = [];
  try {
    await deps.database.transaction((tx) => applyIn(deps, tx, (deliveries = take()), null));
    return deliveries.map(() => true);
  } catch (error) {
    if (error instanceof DeliveryMissing && deliveries.length === 1) return [false];
    throw error;
  }
}

class DeliveryMissing extends Error {}

/** Stores what was observed, polls the imports to confirm it, and marks the deliveries as applied. */
async function applyIn(
  deps: WebhookDeps,
  tx: Db,
  deliveries: readonly AppliedDelivery[],
  by: string | null,
): Promise<void> {
  const observations = deliveries.flatMap(({ observation }) => observation ?? []);
  const observed = await observeIn(deps.observer, tx, observations);
  await pollAllNow(
    tx,
    observed.map(({ importId }) => importId),
  );
  const ids = deliveries.map(({ id }) => id);
  const marked = await markDeliveriesApplied(tx, ids, { at: deps.clock.now(), by });
  if (marked < ids.length) throw new DeliveryMissing('a delivery was deleted or applied meanwhile');
}

/** At the request of a person. */
export async function applyAgain(deps: WebhookDeps, tx: Db, row: DeliveryRow, by: string): Promise<void> {
  await applyIn(deps, tx, [toAppliedDelivery(deps, row)], by);
}

function toAppliedDelivery(deps: WebhookDeps, row: DeliveryRow): AppliedDelivery {
  const body = deps.cipher.decrypt(bodyCipherPurpose, row.bodyEncrypted);
  // The body may be encrypted with a removed key; status and time were read on receipt.
  const content = body ? readDeliveryBody(body, deps.dialect()) : undefined;
  const { id, attempts, bodyBytes } = row;
  return { id, attempts, bodyBytes, observation: toObservation(row, content) };
}

export function toObservation(
  row: Pick<DeliveryRow, 'id' | 'importId' | 'status' | 'receivedAt' | 'happenedAt'>,
  content: Pick<DeliveryContent, 'warnings' | 'family'> = { warnings: undefined, family: null },
): ObservationInput | undefined {
  if (row.importId === null || row.status === null || row.happenedAt === null) return undefined;
  const { warnings, family } = content;
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
