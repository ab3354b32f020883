import { appendAudit } from '../../audit/append-audit';
import type { Caller } from '../../contract/caller';
import type { Environment } from '../../contract/environment';
import { normaliseTags } from '../../contract/tag-rules';
import { LandfallError } from '../../core/errors';
import { recordChange } from '../../store/events/changes';
import { getImport } from '../../store/imports/imports';
import { lockImports } from '../../store/imports/observations';
import { replaceTags } from '../../store/imports/tags';
import type { ImportsDeps } from '../imports-deps';

/** Replaces all tags of an import. Returns them as stored. */
export async function setTags(
  deps: Pick<ImportsDeps, 'database' | 'cipher' | 'clock'>,
  input: { caller: Caller; environment: Environment; importId: string; tags: readonly string[] },
): Promise<{ tags: string[] }> {
  const { caller, environment, importId } = input;
  const tags = normaliseTags(input.tags);
  await deps.database.transaction(async (tx) => {
    // Not while the import is being erased.
    await lockImports(tx, environment, [importId]);
    if (!(await getImport(tx, environment, importId))) throw new LandfallError('not_found');
    const before = (await replaceTags(tx, { environment, id: importId }, tags)).sort();
    if (before.join() === tags.join()) return;
    await recordChange(tx, { kind: 'import', environment, subject: importId });
    await appendAudit(deps, tx, {
      caller,
      action: 'tags.changed',
      environment,
      subject: importId,
      before: { tags: before },
      after: { tags },
    });
  });
  return { tags };
}
