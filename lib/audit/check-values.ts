import { z } from 'zod';
import { type AuditField, auditFields } from '../contract/audit';
import type { AuditRow } from '../store/events/audit';
import { commitTo } from './chain-entry';

const saltsSchema = z.partialRecord(z.enum(auditFields), z.string().regex(/^[0-9a-f]{32}$/));
const commitmentsSchema = z.record(z.enum(auditFields), z.string());

/** Which values were erased, and whether one is not what the entry commits to. */
export function checkValues(row: AuditRow): { changed: boolean; erased: AuditField[] } {
  const salts = saltsSchema.safeParse(row.salts);
  const commitments = commitmentsSchema.safeParse(row.commitments);
  if (!salts.success || !commitments.success) return { changed: true, erased: [] };
  const erased = auditFields.filter((field) => salts.data[field] === undefined);
  const changed = auditFields.some((field) => {
    const salt = salts.data[field];
    return salt === undefined ? row[field] !== null : commitTo(salt, row[field]) !== commitments.data[field];
  });
  const marked = row.erasedAt !== null;
  return changed || marked !== erased.length > 0 ? { changed: true, erased: [] } : { changed: false, erased };
}

/** For display: a value without a salt cannot be proven, so it does not count as one. */
export function listErased(row: Pick<AuditRow, 'salts'>): AuditField[] {
  const salts = saltsSchema.safeParse(row.salts);
  return auditFields.filter((field) => !salts.success || salts.data[field] === undefined);
}
