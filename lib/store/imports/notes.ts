import { and, asc, eq } from 'drizzle-orm';
import type { Environment } from '../../contract/environment';
import type { Db } from '../database/database';
import { notes } from '../schema/imports';

export type NoteRow = typeof notes.$inferSelect;

export async function insertNote(tx: Db, row: typeof notes.$inferInsert): Promise<void> {
  await tx.insert(notes).values(row);
}

export async function listNotes(db: Db, environment: Environment, importId: string): Promise<NoteRow[]> {
  return db
    .select()
    .from(notes)
    .where(and(eq(notes.environment, environment), eq(notes.importId, importId)))
    .orderBy(asc(notes.at), asc(notes.id))
    .limit(1_000);
}
