import { appendAudit } from '../../audit/append-audit';
import type { Caller } from '../../contract/caller';
import type { Environment } from '../../contract/environment';
import { maxTags, normaliseTags } from '../../contract/tag-rules';
import { LandfallError } from '../../core/errors';
import { recordChange } from '../../store/events/changes';
import { getImport } from '../../store/imports/imports';
import { lockImports } from '../../store/imports/observations';
import { readTags, replaceTags } from '../../store/imports/tags';
import type { ImportsDeps } from '../imports-deps';

/** Changes only the given tags, so that no one undoes what others did meanwhile. Returns all tags of the import. */
export async function changeTags(
  deps: Pick<ImportsDeps, 'database' | 'cipher' | 'clock'>,
  input: {
    caller: Caller;
    environment: Environment;
    importId: string;
    add?: readonly string[];
    remove?: readonly string[];
  },
): Promise<{ tags: string[] }> {
  const { caller, environment, importId } = input;
  const key = { environment, id: importId };
  const { add = [], remove = [] } = input;
  const removed = new Set(normaliseTags(remove));
  return deps.database.transaction(async (tx) => {
    // Not while the import is being erased.
    await lockImports(tx, environment, [importId]);
    if (!(await getImport(tx, environment, importId))) throw new LandfallError('not_found');
    const before = normaliseTags(await readTags(tx, key));
    const tags = normaliseTags([...before.filter((tag) => !removed.has(tag)), ...add]);
    if (before.join() === tags.join()) return { tags };
    if (tags.length > maxTags)
      throw new LandfallError('invalid', { errors: [{ field: 'add', message: `At most ${maxTags} tags` }] });
    await replaceTags(tx, key, tags);
    await recordChange(tx, { kind: 'import', environment, subject: importId });
    await appendAudit(deps, tx, {
      caller,
      action: 'tags.changed',
      environment,
      subject: importId,
      before: { tags: before },
      after: { tags },
    });
    return { tags };
  });
}
