import { appendAudit } from '../../audit/append-audit';
import { actorName, type Caller } from '../../contract/caller';
import type { Environment } from '../../contract/environment';
import type { Note } from '../../contract/imports';
import { LandfallError } from '../../core/errors';
import { toStorableText } from '../../audit/canonical-json';
import { recordChange } from '../../store/events/changes';
import { getImport } from '../../store/imports/imports';
import { lockImports } from '../../store/imports/observations';
import { insertNote } from '../../store/imports/notes';
import type { ImportsDeps } from '../imports-deps';

export async function addNote(
  deps: Pick<ImportsDeps, 'database' | 'cipher' | 'clock' | 'newId'>,
  input: { caller: Caller; environment: Environment; importId: string; text: string },
): Promise<Note> {
  const { actor } = input.caller;
  if (actor.kind !== 'staff') throw new LandfallError('forbidden');
  const id = deps.newId();
  const at = deps.clock.now();
  const by = toStorableText(actorName(actor));
  const text = toStorableText(input.text.trim());
  await deps.database.transaction(async (tx) => {
    const { environment, importId } = input;
    // Not while the import is being erased.
    await lockImports(tx, environment, [importId]);
    if (!(await getImport(tx, environment, importId))) throw new LandfallError('not_found');
    await insertNote(tx, { id, environment, importId, text, staffId: actor.id, by, at });
    await recordChange(tx, { kind: 'import', environment, subject: importId });
    await appendAudit(deps, tx, {
      caller: input.caller,
      action: 'note.added',
      environment,
      subject: importId,
      after: { note: id, text },
    });
  });
  return { id, at: at.toISOString(), by, text };
}
