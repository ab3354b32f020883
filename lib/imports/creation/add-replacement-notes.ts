import { randomUUID } from 'node:crypto';
import { listReplacedAttempts, type AttemptRow } from '../../store/imports/creation-attempts';
import { recordChange } from '../../store/events/changes';
import type { Db } from '../../store/database/database';
import { getImport } from '../../store/imports/imports';
import { insertNote } from '../../store/imports/notes';

/** Author of the note when the customer started again. */
const noStaffId = '00000000-0000-0000-0000-000000000000';

export async function addReplacementNotes(
  tx: Db,
  row: AttemptRow,
  created: { importId: string; at: Date },
): Promise<void> {
  for (const { importId: abandonedId } of await listReplacedAttempts(tx, row)) {
    if (abandonedId === null) continue;
    const notes = [
      [
        abandonedId,
        `Abandoned: its migration address was lost, so this was started again as import ${created.importId}.`,
      ],
      [created.importId, `Takes the place of import ${abandonedId}, whose migration address was lost.`],
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
        at: created.at,
      });
      await recordChange(tx, { kind: 'import', environment: row.environment, subject: importId });
    }
  }
}
