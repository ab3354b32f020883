import { and, inArray, lt, notLike } from 'drizzle-orm';
import type { Db } from '../database/database';
import { alerts } from '../schema/outbox';

/** Returns those that did not exist. */
export async function addAlerts(tx: Db, keys: readonly string[], at: Date): Promise<Set<string>> {
  if (keys.length === 0) return new Set();
  const added = await tx
    .insert(alerts)
    .values(keys.map((key) => ({ key, at })))
    .onConflictDoNothing()
    .returning({ key: alerts.key });
  return new Set(added.map(({ key }) => key));
}

/** Conditions that are still present. */
export async function refreshAlerts(tx: Db, keys: readonly string[], at: Date): Promise<void> {
  if (keys.length === 0) return;
  await tx
    .update(alerts)
    .set({ at })
    .where(inArray(alerts.key, [...keys]));
}

/** For conditions that did not exist since this time. Alerts about imports, whose keys contain a list, are kept. */
export async function removeAlerts(tx: Db, before: Date): Promise<void> {
  await tx.delete(alerts).where(and(lt(alerts.at, before), notLike(alerts.key, '%:[%')));
}
