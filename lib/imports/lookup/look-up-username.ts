import { actorName, type Caller } from '../../contract/caller';
import type { Environment } from '../../contract/environment';
import type { LookupResponse } from '../../contract/imports';
import { personOf } from '../../service/person-of';
import { getImports, type ShownImport } from '../../store/imports/imports';
import { getListedImports } from '../../store/imports/listed-imports';
import { findErasedUsername } from '../erasures/find-erased';
import type { ImportsDeps } from '../imports-deps';
import { toImportRow } from '../list/to-import-row';
import { isRecordableId } from '../observations/observe';
import { recordLists, type ListObservation } from '../observations/observe-list';
import { findUnchanged } from './find-unchanged';
import { findSimilarUsernames } from './similar-usernames';

export async function lookUpUsername(
  deps: ImportsDeps,
  input: { caller: Caller; environment: Environment; username: string },
): Promise<LookupResponse> {
  const { caller, environment, username } = input;
  const { db } = deps.database;
  const erased = await findErasedUsername(deps, db, username);
  if (erased) {
    const lookedUpAt = deps.clock.now().toISOString();
    return { username, lookedUpAt, imports: [], similarUsernames: [], erasedAt: erased.at.toISOString() };
  }
  const [answer, thresholds] = await Promise.all([
    deps.client.listImports({
      environment,
      lane: 'people',
      person: personOf(caller),
      username,
    }),
    deps.stuck.read(environment),
  ]);
  const listed = answer.value.map(({ id }) => id);
  const recordable = listed.filter(isRecordableId);
  const entries = listed.length - recordable.length;
  if (entries > 0) deps.log.warn({ entries }, 'skipped list entries whose identifiers cannot be stored');
  const ids = [...new Set(recordable)];
  const list = { environment, username, source: 'lookup', by: actorName(caller.actor), answer } as const;
  const records = new Map((await recordAndRead(deps, list, ids)).map((record) => [record.id, record]));
  const now = deps.clock.now();
  return {
    username,
    lookedUpAt: answer.receivedAt.toISOString(),
    imports: ids.flatMap((id) => {
      const record = records.get(id);
      return record ? [toImportRow(record, thresholds, now)] : [];
    }),
    similarUsernames: ids.length === 0 ? await findSimilarUsernames(db, environment, username) : [],
    erasedAt: null,
  };
}

/** A lookup that only confirms what is stored is recorded after its answer (docs/decisions/0013-lookup-answers-first.md). */
async function recordAndRead(
  deps: ImportsDeps,
  list: ListObservation,
  ids: readonly string[],
): Promise<readonly ShownImport[]> {
  const { environment } = list;
  const { db } = deps.database;
  const unchanged = findUnchanged(list, await getListedImports(db, environment, ids));
  if (unchanged && deps.recorder.recordLater(list)) return unchanged;
  await recordLists(deps, [list]);
  return getImports(db, environment, ids);
}
