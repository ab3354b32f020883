import { claimEvents, deleteEvents } from '../store/outbox/events';
import { expandCustomerEvents } from './customers/expand-customer-events';
import type { OutboxDeps } from './outbox-deps';
import { expandStaffEvents } from './staff/expand-staff-events';

const batchSize = 500;

/**
 * Turns events into messages. Events are deleted in the transaction that writes their messages, so that a crash repeats
 * both or neither. Returns how many there were.
 */
export async function expandEvents(deps: OutboxDeps, signal: AbortSignal): Promise<number> {
  let claimed = batchSize;
  let total = 0;
  while (claimed === batchSize && !signal.aborted) {
    claimed = await deps.database.transaction(async (tx) => {
      const events = await claimEvents(tx, batchSize);
      await expandCustomerEvents(deps, tx, events);
      await expandStaffEvents(deps, tx, events);
      await deleteEvents(
        tx,
        events.map(({ id }) => id),
      );
      return events.length;
    });
    total += claimed;
  }
  return total;
}
