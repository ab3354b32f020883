import { randomUUID } from 'node:crypto';
import { listReplacedAttempts, type AttemptRow } from '../../store/imports/creation-attempts';
import { recordChange } from '../../store/events/changes';
import type { Db } from '../../store/database/database';
import { getImport } from '../../store/imports/imports';
import { insertNote } from '../../store/imports/notes';
import { lockContacts } from '../../store/outbox/contact-messages';
import { addContacts, listContacts } from '../../store/outbox/contacts';

/** Author of the note when the customer started again. */
const noStaffId = '00000000-0000-0000-0000-000000000000';

/** Notes on both imports. The new one is written about as the customer chose for the old one. */
export async function recordReplacement(
  tx: Db,
  row: AttemptRow,
  created: { importId: string; at: Date },
): Promise<void> {
  for (const { importId: abandonedId } of await listReplacedAttempts(tx, row)) {
    if (abandonedId === null) continue;
    if (row.environment === 'live') await copyContact(tx, abandonedId, created.importId);
    const notes = [
      [abandonedId, `Abandoned: its migration link was lost, so this was started again as import ${created.importId}.`],
      [created.importId, `Replaces import ${abandonedId}, whose migration link was lost.`],
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

/** Not an address that waits for confirmation: its link confirms it for the old import only, so it is asked anew. */
async function copyContact(tx: Db, from: string, importId: string): Promise<void> {
  await lockContacts(tx, [from]);
  const [contact] = await listContacts(tx, [from]);
  if (!contact) return;
  if (contact.confirmedAt !== null || contact.source === 'username') await addContacts(tx, [{ ...contact, importId }]);
  else if (contact.unsubscribedAt !== null) {
    const none = { email: null, source: 'username', bouncedAt: null, bounceReason: '' } as const;
    await addContacts(tx, [{ ...contact, ...none, importId }]);
  }
}
