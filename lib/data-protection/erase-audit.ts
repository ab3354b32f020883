import { z } from 'zod';
import { eraseAuditValues } from '../audit/erase-audit-values';
import { erasureAction } from '../audit/erasure-records';
import type { AuditField } from '../contract/audit';
import type { Caller } from '../contract/caller';
import type { Db } from '../store/database/database';
import type { AuditEntryRow } from '../store/data-protection/audit-entries';
import type { DataProtectionDeps } from './data-protection-deps';

const saltsSchema = z.record(z.string(), z.string());

/** Removes the values of these entries; the chain keeps their commitments. The last write of a transaction. */
export async function eraseAuditEntries(
  deps: Pick<DataProtectionDeps, 'clock' | 'cipher'>,
  tx: Db,
  input: { caller: Caller; reason: string; entries: readonly AuditEntryRow[]; mentions: (text: string) => boolean },
): Promise<number> {
  const values = new Map<number, AuditField[]>();
  for (const entry of input.entries) {
    const fields = fieldsToErase(entry, input.mentions);
    if (fields.length > 0) values.set(entry.seq, fields);
  }
  if (values.size === 0) return 0;
  await eraseAuditValues(deps, tx, { caller: input.caller, reason: input.reason, values });
  return values.size;
}

function fieldsToErase(entry: AuditEntryRow, mentions: (text: string) => boolean): AuditField[] {
  // The records of earlier erasures contain only numbers, and the chain needs them.
  if (entry.action === erasureAction) return [];
  const salts = saltsSchema.parse(entry.salts);
  const byCustomer = entry.actorId === null && (isCustomer(entry.actor) || mentions(entry.actor ?? ''));
  const erased: AuditField[] = ['subject', 'before', 'after', ...(byCustomer ? (['actor', 'address'] as const) : [])];
  return erased.filter((field) => Object.hasOwn(salts, field));
}

/** Someone without an account, on a customer page. */
function isCustomer(actor: string | null): boolean {
  return actor === 'customer' || actor === 'stranger';
}
