import { z } from 'zod';
import { eraseAuditValues, type ErasedValues } from '../audit/erase-audit-values';
import { erasureAction } from '../audit/erasure-records';
import { type AuditField, auditFields } from '../contract/audit';
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
  const entries = input.entries.flatMap((entry) => toErased(entry, input.mentions));
  if (entries.length === 0) return 0;
  await eraseAuditValues(deps, tx, { caller: input.caller, reason: input.reason, entries });
  return entries.length;
}

function toErased(entry: AuditEntryRow, mentions: (text: string) => boolean): ErasedValues[] {
  // The records of earlier erasures contain only numbers, and the chain needs them.
  if (entry.action === erasureAction) return [];
  const salts = saltsSchema.parse(entry.salts);
  const byCustomer = entry.actorId === null && (isCustomer(entry.actor) || mentions(entry.actor ?? ''));
  const erased: AuditField[] = ['subject', 'before', 'after', ...(byCustomer ? (['actor', 'address'] as const) : [])];
  const fields = auditFields.filter((field) => erased.includes(field) && Object.hasOwn(salts, field));
  return fields.length === 0 ? [] : [{ seq: entry.seq, fields }];
}

/** Someone without an account, on a customer page. */
function isCustomer(actor: string | null): boolean {
  return actor === 'customer' || actor === 'stranger';
}
