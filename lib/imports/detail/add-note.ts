import { appendAudit } from '../../audit/append-audit';
import { actorName, type Caller } from '../../contract/caller';
import type { Environment } from '../../contract/environment';
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
): Promise<{ id: string }> {
  const { actor } = input.caller;
  if (actor.kind !== 'staff') throw new LandfallError('forbidden');
  const id = deps.newId();
  await deps.database.transaction(async (tx) => {
    const { environment, importId } = input;
    // Not while the import is being erased.
    await lockImports(tx, environment, [importId]);
    if (!(await getImport(tx, environment, importId))) throw new LandfallError('not_found');
    const text = toStorableText(input.text.trim());
    await insertNote(tx, {
      id,
      environment,
      importId,
      text,
      staffId: actor.id,
      by: toStorableText(actorName(actor)),
      at: deps.clock.now(),
    });
    await recordChange(tx, { kind: 'import', environment, subject: importId });
    await appendAudit(deps, tx, {
      caller: input.caller,
      action: 'note.added',
      environment,
      subject: importId,
      after: { note: id, text },
    });
  });
  return { id };
}
