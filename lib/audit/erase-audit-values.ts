import type { AuditField } from '../contract/audit';
import type { Caller } from '../contract/caller';
import { maintain } from '../store/database/maintain';
import type { Db } from '../store/database/database';
import { lockAuditChain } from '../store/events/audit';
import { type AuditDeps, appendAudit } from './append-audit';
import { erasureAction } from './erasure-records';

/** The list of a record must fit into an entry. */
const entriesPerRecord = 400;

/**
 * Erases values with their salts and records which, so that the chain stays verifiable. Like `appendAudit`, the last
 * write of a transaction. `reason` is not personal: a receipt number, not a name.
 */
export async function eraseAuditValues(
  deps: AuditDeps,
  tx: Db,
  { caller, reason, values }: { caller: Caller; reason: string; values: ReadonlyMap<number, readonly AuditField[]> },
): Promise<void> {
  await lockAuditChain(tx);
  const erasedAt = deps.clock.now().toISOString();
  const entries = Array.from(values, ([seq, fields]) => ({ seq, fields }));
  for (let start = 0; start < entries.length; start += entriesPerRecord) {
    const some = entries.slice(start, start + entriesPerRecord);
    await maintain(tx, { action: 'erase_audit_values', args: { entries: some, at: erasedAt } });
    await appendAudit(deps, tx, { caller, action: erasureAction, subject: reason, after: { erasedAt, entries: some } });
  }
}
