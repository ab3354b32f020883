import { randomUUID } from 'node:crypto';
import { appendAudit, type AuditDeps } from '../../audit/append-audit';
import type { Caller } from '../../contract/caller';
import {
  listReplacedAttempts,
  moveAttempt,
  setSuccessor,
  type AttemptRow,
} from '../../store/imports/creation-attempts';
import { recordChange } from '../../store/events/changes';
import type { Db } from '../../store/database/database';
import { insertImportFacts, listImportFacts } from '../../store/imports/import-facts';
import { getImport } from '../../store/imports/imports';
import { insertNote } from '../../store/imports/notes';
import { clearStartLinkImport } from '../../store/imports/start-links';
import { lockContacts } from '../../store/outbox/contact-messages';
import { addContacts, listContacts } from '../../store/outbox/contacts';
import type { Observer } from '../observations/observe';
import { rederive } from '../observations/rederive';
import { mayAbandon } from './may-start-again';

/** Author of the note when the customer started again. */
const noStaffId = '00000000-0000-0000-0000-000000000000';

/**
 * Abandons what this attempt replaces, if it succeeded, and adds notes to both imports. The new one is written about as the
 * customer chose for the old one. Returns the abandoned attempts, for `auditAbandoned`. The caller holds the new import's lock.
 */
export async function recordReplacement(
  { observer }: { observer: Observer },
  tx: Db,
  row: AttemptRow,
  at: Date,
): Promise<AttemptRow[]> {
  if (row.state !== 'created' && row.state !== 'adopted' && row.state !== 'sandbox') return [];
  const abandoned: AttemptRow[] = [];
  for (const replaced of await listReplaced(tx, row)) {
    const { id, importId: abandonedId } = replaced;
    const record = abandonedId === null ? undefined : await getImport(tx, row.environment, abandonedId);
    // It has moved on while the outcome of this attempt was unknown.
    if (record && !mayAbandon(record)) {
      await setSuccessor(tx, replaced, null);
      continue;
    }
    const moved = await moveAttempt(tx, { id, from: ['unknown', 'adopted', 'created'], to: 'abandoned' });
    if (moved) abandoned.push(moved);
    if (moved && moved.linkId !== null) await clearStartLinkImport(tx, moved.linkId);
    if (abandonedId === null || row.importId === null) continue;
    // An erasure that deletes the old attempt comes before this, and nothing is copied, or after it, and finds the new import.
    if (moved) await copyUsername(observer, tx, { ...row, from: abandonedId, to: row.importId });
    if (row.environment === 'live') await copyContact(tx, abandonedId, { ...row, importId: row.importId });
    const notes = [
      [abandonedId, `Abandoned: its migration link was lost, so this was started again as import ${row.importId}.`],
      [row.importId, `Replaces import ${abandonedId}, whose migration link was lost.`],
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
        at,
      });
      await recordChange(tx, { kind: 'import', environment: row.environment, subject: importId });
    }
  }
  return abandoned;
}

/** Also those that a replaced attempt was to replace. */
async function listReplaced(tx: Db, row: AttemptRow): Promise<AttemptRow[]> {
  const direct = (await listReplacedAttempts(tx, row)).filter(({ state }) => state !== 'abandoned');
  const earlier = [];
  for (const replaced of direct) earlier.push(...(await listReplaced(tx, replaced)));
  return [...direct, ...earlier];
}

export async function auditAbandoned(
  deps: AuditDeps,
  tx: Db,
  { caller, abandoned }: { caller: Caller; abandoned: readonly AttemptRow[] },
): Promise<void> {
  for (const { id, environment, importId, username, replacedBy, tool } of abandoned) {
    await appendAudit(deps, tx, {
      caller,
      action: 'import.creation_abandoned',
      environment,
      subject: importId ?? username ?? id,
      after: { attempt: id, replacedBy, tool },
    });
  }
}

/** Staff corrected it, and e-mails go to it. The request to the service repeats what the customer entered. */
async function copyUsername(
  observer: Observer,
  tx: Db,
  { environment, from, to: importId }: Pick<AttemptRow, 'environment'> & { from: string; to: string },
): Promise<void> {
  const facts = await listImportFacts(tx, environment, [from]);
  const corrected = facts.filter(({ field, source }) => field === 'username' && source === 'staff');
  const before = await getImport(tx, environment, importId);
  if (corrected.length === 0 || !before) return;
  await insertImportFacts(
    tx,
    corrected.map(({ id: _id, ...fact }) => ({ ...fact, importId })),
  );
  const [row] = await rederive(tx, environment, [importId]);
  if (row) await observer.afterObserve?.(tx, [{ environment, importId, isNew: false, changed: true, before, row }]);
}

/** An address that waits for confirmation gets a new e-mail: one about the old import that still waits is not sent. */
async function copyContact(
  tx: Db,
  from: string,
  { importId, contactEmail }: { importId: string; contactEmail: string | null },
): Promise<void> {
  await lockContacts(tx, [from]);
  const [contact] = await listContacts(tx, [from]);
  if (!contact) return;
  const isUsed = contact.confirmedAt !== null || contact.source === 'username';
  // Else another one was entered with this attempt.
  if (isUsed || contactEmail === null) await addContacts(tx, [{ ...contact, importId }]);
  else if (contact.unsubscribedAt !== null) {
    const none = { email: null, source: 'username', bouncedAt: null, bounceReason: '' } as const;
    await addContacts(tx, [{ ...contact, ...none, importId }]);
  }
}
