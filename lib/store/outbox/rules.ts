import { asc } from 'drizzle-orm';
import type { Db } from '../database/database';
import { notificationRules } from '../schema/outbox';

export type RuleRow = typeof notificationRules.$inferSelect;

/** The rules of admins and the personal ones. */
export async function listRules(db: Db): Promise<RuleRow[]> {
  return db.select().from(notificationRules).orderBy(asc(notificationRules.at), asc(notificationRules.id));
}
