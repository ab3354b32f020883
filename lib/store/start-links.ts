import { eq } from 'drizzle-orm';
import type { Db } from './database';
import { startLinks } from './schema/start';

export type StartLinkRow = typeof startLinks.$inferSelect;

export async function insertStartLink(tx: Db, row: typeof startLinks.$inferInsert): Promise<void> {
  await tx.insert(startLinks).values(row);
}

export async function getStartLink(db: Db, id: string): Promise<StartLinkRow | undefined> {
  const [row] = await db.select().from(startLinks).where(eq(startLinks.id, id));
  return row;
}
