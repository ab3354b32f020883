import { randomUUID } from 'node:crypto';
import { listReplacedAttempts, type AttemptRow } from '../../store/imports/creation-attempts';
import { recordChange } from '../../store/events/changes';
import type { Db } from '../../store/database/database';
import { getImport } from '../../store/imports/imports';
import { insertNote } from '../../store/imports/notes';

/** Who notes it when no member of staff did: a customer started again. */
const noStaffId = '00000000-0000-0000-0000-000000000000';

/** Two imports of one wish point at each other in their timelines, so that nobody takes the first for the one to follow. */
export async function addReplacementNotes(tx: Db, row: AttemptRow, now: { importId: string; at: Date }): Promise<void> {
  for (const { importId: before } of await listReplacedAttempts(tx, row)) {
    if (before === null) continue;
    const notes = [
      [before, `Abandoned: its migration address was lost, so this was started again as import ${now.importId}.`],
      [now.importId, `Takes the place of import ${before}, whose migration address was lost.`],
    ] as const;
    for (const [importId, text] of notes) {
      if (!(await getImport(tx, row.environment, importId))) continue;
      await insertNote(tx, {
        id: randomUUID(),
        environment: row.environment,
        importId,
        text,
        staffId: row.staffId ?? noStaffId,
        by: row.by,
        at: now.at,
      });
      await recordChange(tx, { kind: 'import', environment: row.environment, subject: importId });
    }
  }
}
