import type { Clock } from '../core/clock';
import type { Log } from '../core/log';
import type { Sealer } from '../core/seal';
import type { Observer } from '../imports/observe';
import type { Sighting } from '../imports/sighting';
import type { Dialect } from '../service/dialect';
import type { Database, Db } from '../store/database';
import { claimDeliveries, markApplied, markFailed, type DeliveryRow } from '../store/deliveries';
import { lookUrgently } from '../store/watch';
import { readDelivery } from './read-delivery';
import { sealPurpose } from './receive-webhook';

export interface ApplyParts {
  database: Database;
  sealer: Sealer;
  clock: Clock;
  dialect: Dialect;
  observer: Observer;
  log: Log;
}

const leaseS = 60;

/**
 * Applies verified deliveries that were committed and not yet applied: right after their receipt, or later by whichever
 * instance comes by, when the one that received them is gone. Returns how many were applied.
 */
export async function applyDeliveries(parts: ApplyParts, options: { id?: string; limit: number }): Promise<number> {
  const claimed = await claimDeliveries(parts.database.db, { ...options, leaseS });
  let applied = 0;
  for (const row of claimed) {
    try {
      await parts.database.transaction((tx) => applyDelivery(parts, tx, row, null));
      applied++;
    } catch (err) {
      parts.log.error({ err, delivery: row.id }, 'a delivery could not be applied');
      const againInS = Math.min(3600, 5 * 2 ** Math.min(row.attempts, 10));
      await markFailed(parts.database.db, row.id, { failure: 'It could not be applied; see the log.', againInS });
    }
  }
  return applied;
}

/** Observes what the delivery tells, has the import confirmed by asking, and notes that this is done: all or nothing. */
export async function applyDelivery(parts: ApplyParts, tx: Db, row: DeliveryRow, by: string | null): Promise<void> {
  const sighting = toSighting(parts, row);
  if (sighting) {
    await parts.observer.observeIn(tx, [sighting]);
    await lookUrgently(tx, sighting.importId);
  }
  await markApplied(tx, row.id, { at: parts.clock.now(), by });
}

function toSighting(parts: ApplyParts, row: DeliveryRow): Sighting | undefined {
  if (row.importId === null || row.status === null || row.happenedAt === null) return undefined;
  const body = parts.sealer.open(sealPurpose, row.bodySealed);
  // The body may be sealed under a key that was taken away since; status and time were read at receipt.
  const reading = body ? readDelivery(body, parts.dialect) : undefined;
  const { warnings, family } = reading ?? { warnings: undefined, family: null };
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
