import { z } from 'zod';
import { type AuditField, auditFields } from '../contract/audit';
import type { AuditRow } from '../store/events/audit';

/** Its `after` lists what was erased, and must itself never be erased. */
export const erasureAction = 'audit.values_erased';

const erasureRecordSchema = z.object({
  erasedAt: z.iso.datetime(),
  entries: z.array(z.object({ seq: z.int(), fields: z.array(z.enum(auditFields)).max(auditFields.length) })).max(1000),
});

/** Every erased value must be listed in a later entry; otherwise it was removed by hand. */
export function createErasureCheck() {
  const unrecorded = new Map<number, { erasedAt: Date | null; fields: Set<AuditField> }>();
  let entries = 0;
  return {
    check: (row: AuditRow, erased: readonly AuditField[]) => {
      if (erased.length > 0) {
        entries += 1;
        unrecorded.set(row.seq, { erasedAt: row.erasedAt, fields: new Set(erased) });
      }
      const record = row.action === erasureAction ? erasureRecordSchema.safeParse(row.after) : undefined;
      for (const { seq, fields } of record?.data?.entries ?? []) {
        const open = unrecorded.get(seq);
        if (!open) continue;
        for (const field of fields) open.fields.delete(field);
        if (record?.data?.erasedAt === open.erasedAt?.toISOString()) open.erasedAt = null;
        if (open.fields.size === 0 && open.erasedAt === null) unrecorded.delete(seq);
      }
    },
    /** How many entries have erased values. */
    entries: () => entries,
    /** Entries with values that no record lists. */
    unrecorded: () => [...unrecorded.keys()],
  };
}
