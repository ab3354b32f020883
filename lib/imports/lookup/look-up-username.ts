import { actorName, type Caller } from '../../contract/caller';
import type { Environment } from '../../contract/environment';
import type { LookupResponse } from '../../contract/imports';
import { personOf } from '../../service/person-of';
import { getImports } from '../../store/imports/imports';
import { findErasedUsername } from '../erasures/find-erased';
import type { ImportsDeps } from '../imports-deps';
import { toImportRow } from '../list/to-import-row';
import { isRecordableId } from '../observations/observe';
import { observeList } from '../observations/observe-list';
import { findSimilarUsernames } from './similar-usernames';

export async function lookUpUsername(
  deps: ImportsDeps,
  input: { caller: Caller; environment: Environment; username: string },
): Promise<LookupResponse> {
  const { environment, username } = input;
  const { db } = deps.database;
  const erased = await findErasedUsername(deps, db, username);
  if (erased) {
    const askedAt = deps.clock.now().toISOString();
    return { username, askedAt, imports: [], alike: [], erasedAt: erased.at.toISOString() };
  }
  const { answer } = await observeList(
    deps,
    { environment, lane: 'people', person: personOf(input.caller), requestId: input.caller.requestId, username },
    { source: 'lookup', by: actorName(input.caller.actor) },
  );
  const listed = answer.value.map(({ id }) => id);
  const ids = listed.filter(isRecordableId);
  if (ids.length < listed.length) {
    deps.log.warn({ entries: listed.length - ids.length }, 'skipped list entries whose identifiers cannot be stored');
  }
  const thresholds = await deps.stuck.read(environment);
  const now = deps.clock.now();
  const records = new Map((await getImports(db, environment, ids)).map((record) => [record.id, record]));
  return {
    username,
    askedAt: answer.receivedAt.toISOString(),
    imports: [...new Set(ids)].flatMap((id) => {
      const record = records.get(id);
      return record ? [toImportRow(record, thresholds, now)] : [];
    }),
    alike: ids.length === 0 ? await findSimilarUsernames(db, environment, username) : [],
    erasedAt: null,
  };
}
