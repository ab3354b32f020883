import { findErased } from '../imports/erasures/find-erased';
import { lockErasures } from '../store/data-protection/erasures';
import type { Db } from '../store/database/database';
import {
  claimEvents,
  deleteEvents,
  postponeOldestEvent,
  postponeUntilDetailed,
  type OutboxEventRow,
} from '../store/outbox/events';
import { writeConfirmations } from './contacts/write-confirmations';
import { expandCustomerEvents } from './customers/expand-customer-events';
import { expandLinkRequests } from './links/expand-link-requests';
import { giveWay } from './give-way';
import type { OutboxDeps } from './outbox-deps';
import { expandStaffEvents } from './staff/expand-staff-events';

/** A batch is one transaction, during which an embedded database answers no one else. */
const batchSizes = { busy: 25, quiet: 100 };

/**
 * Turns events into messages. Events are deleted in the transaction that writes their messages, so that a crash repeats
 * both or neither. An event that fails is found by smaller batches and tried again later, so that it delays no other.
 * Returns how many were turned into messages.
 */
export async function expandEvents(deps: OutboxDeps, signal: AbortSignal): Promise<number> {
  let smaller: number | undefined;
  let total = 0;
  while (!signal.aborted) {
    const size = smaller ?? (deps.isBusy?.() ? batchSizes.busy : batchSizes.quiet);
    try {
      const { claimed, expanded } = await deps.database.transaction((tx) => expandBatch(deps, tx, size));
      total += expanded;
      if (claimed < size) break;
      await giveWay(deps, signal);
    } catch (err) {
      if (size === 1) {
        const id = await deps.database.transaction(postponeOldestEvent);
        deps.log.error({ err, event: id }, 'a change could not be turned into messages');
      }
      smaller = size === 1 ? undefined : Math.ceil(size / 4);
    }
  }
  return total;
}

async function expandBatch(deps: OutboxDeps, tx: Db, size: number): Promise<{ claimed: number; expanded: number }> {
  // Before the rows, in the order of deletions.
  await lockErasures(tx, 'shared');
  const claimed = await claimEvents(tx, size);
  const postponed = await postponeUntilDetailed(tx, claimed);
  const events = claimed.filter(({ id }) => !postponed.has(id));
  const kept = await dropErased(deps, tx, events);
  await writeConfirmations(deps, tx, startedImports(kept));
  await expandCustomerEvents(deps, tx, kept);
  await expandStaffEvents(deps, tx, kept);
  await expandLinkRequests(deps, tx, kept);
  await deleteEvents(
    tx,
    events.map(({ id }) => id),
  );
  return { claimed: claimed.length, expanded: events.length };
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
