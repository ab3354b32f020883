import { and, asc, eq, getTableColumns, isNull, or } from 'drizzle-orm';
import type { Role } from '../../contract/roles';
import type { Db } from '../database/database';
import { notificationRules } from '../schema/outbox';
import { staff } from '../schema/staff';
import type { RuleRow } from './rules';

/** Enabled rules, personal ones only while the account is enabled. `email` and `role` are those of the person. */
export async function listActiveRules(db: Db): Promise<(RuleRow & { email: string | null; role: Role | null })[]> {
  return db
    .select({ ...getTableColumns(notificationRules), email: staff.email, role: staff.role })
    .from(notificationRules)
    .leftJoin(staff, eq(staff.id, notificationRules.staffId))
    .where(
      and(
        eq(notificationRules.enabled, true),
        or(isNull(notificationRules.staffId), and(isNull(staff.disabledAt), eq(staff.id, notificationRules.staffId))),
      ),
    )
    .orderBy(asc(notificationRules.at), asc(notificationRules.id));
}
