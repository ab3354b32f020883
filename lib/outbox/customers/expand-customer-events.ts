import type { Db } from '../../store/database/database';
import type { OutboxEventRow } from '../../store/outbox/events';
import type { OutboxDeps } from '../outbox-deps';

/** Writes the e-mails that customers get about changes of their imports. */
export async function expandCustomerEvents(
  _deps: OutboxDeps,
  _tx: Db,
  _events: readonly OutboxEventRow[],
): Promise<void> {}
