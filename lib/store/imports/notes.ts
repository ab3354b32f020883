import type { Db } from '../database/database';
import { notes } from '../schema/imports';

export async function insertNote(tx: Db, row: typeof notes.$inferInsert): Promise<void> {
  await tx.insert(notes).values(row);
}
