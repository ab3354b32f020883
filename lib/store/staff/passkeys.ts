import { and, asc, eq, lt } from 'drizzle-orm';
import type { Db } from '../database/database';
import { passkeys } from '../schema/staff';

export type PasskeyRow = typeof passkeys.$inferSelect;

/** False if the credential is already registered. */
export async function insertPasskey(tx: Db, row: typeof passkeys.$inferInsert): Promise<boolean> {
  const inserted = await tx.insert(passkeys).values(row).onConflictDoNothing().returning({ id: passkeys.id });
  return inserted.length > 0;
}

export async function listPasskeys(db: Db, staffId: string): Promise<PasskeyRow[]> {
  return db.select().from(passkeys).where(eq(passkeys.staffId, staffId)).orderBy(asc(passkeys.createdAt)).limit(100);
}

export async function findPasskey(db: Db, id: string): Promise<PasskeyRow | undefined> {
  const [row] = await db.select().from(passkeys).where(eq(passkeys.id, id)).limit(1);
  return row;
}

export async function countPasskeys(db: Db, staffId: string): Promise<number> {
  return db.$count(passkeys, eq(passkeys.staffId, staffId));
}

/** Undefined if this person has no such passkey. */
export async function renamePasskey(
  tx: Db,
  { id, staffId, name }: { id: string; staffId: string; name: string },
): Promise<PasskeyRow | undefined> {
  const [row] = await tx
    .update(passkeys)
    .set({ name })
    .where(and(eq(passkeys.id, id), eq(passkeys.staffId, staffId)))
    .returning();
  return row;
}

/** Undefined if this person has no such passkey. */
export async function deletePasskey(
  tx: Db,
  { id, staffId }: { id: string; staffId: string },
): Promise<PasskeyRow | undefined> {
  const [row] = await tx
    .delete(passkeys)
    .where(and(eq(passkeys.id, id), eq(passkeys.staffId, staffId)))
    .returning();
  return row;
}

export async function deletePasskeys(tx: Db, staffId: string): Promise<number> {
  return (await tx.delete(passkeys).where(eq(passkeys.staffId, staffId)).returning({ id: passkeys.id })).length;
}

/** False if the counter did not increase, as with a copied authenticator. Authenticators without a counter send 0. */
export async function recordPasskeyUse(
  tx: Db,
  use: { id: string; counter: number; backedUp: boolean; at: Date },
): Promise<boolean> {
  const { id, counter, backedUp, at } = use;
  const updated = await tx
    .update(passkeys)
    .set({ counter, backedUp, lastUsedAt: at })
    .where(and(eq(passkeys.id, id), counter === 0 ? eq(passkeys.counter, 0) : lt(passkeys.counter, counter)))
    .returning({ id: passkeys.id });
  return updated.length > 0;
}
