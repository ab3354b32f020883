import { findErased } from '../imports/erasures/find-erased';
import { lockErasures } from '../store/data-protection/erasures';
import type { Db } from '../store/database/database';
import { claimEvents, deleteEvents, postponeUntilDetailed, type OutboxEventRow } from '../store/outbox/events';
import { writeConfirmations } from './contacts/write-confirmations';
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
      // Before the rows, in the order of deletions.
      await lockErasures(tx, 'shared');
      const claimedEvents = await claimEvents(tx, batchSize);
      const postponed = await postponeUntilDetailed(
        tx,
        claimedEvents.map(({ id }) => id),
      );
      const events = claimedEvents.filter(({ id }) => !postponed.has(id));
      const kept = await dropErased(deps, tx, events);
      await writeConfirmations(deps, tx, startedImports(kept));
      await expandCustomerEvents(deps, tx, kept);
      await expandStaffEvents(deps, tx, kept);
      await deleteEvents(
        tx,
        events.map(({ id }) => id),
      );
      total += events.length;
      return claimedEvents.length;
    });
  }
  return total;
}

/** Nothing is written about an import that was erased after the event. */
async function dropErased(deps: OutboxDeps, tx: Db, events: readonly OutboxEventRow[]): Promise<OutboxEventRow[]> {
  const keyOf = ({ environment, importId }: OutboxEventRow) =>
    importId === null ? undefined : { environment, id: importId };
  const imports = events.flatMap((event) => keyOf(event) ?? []);
  const marks = await findErased(deps, tx, { imports });
  return events.filter((event) => {
    const key = keyOf(event);
    return key === undefined || marks?.ofImport(key)?.kind !== 'import';
  });
}

/** Live imports that are new, or whose creation was found now. */
function startedImports(events: readonly OutboxEventRow[]): string[] {
  return events.flatMap(({ kind, environment, importId, data }) =>
    kind === 'import' && environment === 'live' && importId !== null && isNew(data) ? [importId] : [],
  );
}

function isNew(data: unknown): boolean {
  return typeof data === 'object' && data !== null && 'from' in data && data.from === null;
}
