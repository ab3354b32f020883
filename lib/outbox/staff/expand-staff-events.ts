import type { Db } from '../../store/database/database';
import type { OutboxEventRow } from '../../store/outbox/events';
import type { OutboxDeps } from '../outbox-deps';

/** Writes what each rule has to report. */
export async function expandStaffEvents(
  _deps: OutboxDeps,
  _tx: Db,
  _events: readonly OutboxEventRow[],
): Promise<void> {}
