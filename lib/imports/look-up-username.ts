import { actorName, type Caller } from '../contract/caller';
import type { Environment } from '../contract/environment';
import type { LookupAnswer } from '../contract/imports';
import { getImports } from '../store/imports';
import { wantDetails } from '../store/watch';
import { findAlikeUsernames } from './alike-usernames';
import { isRecordableId } from './observe';
import type { RecordParts } from './record-parts';
import type { Sighting } from './sighting';
import { toImportRow } from './to-import-row';

/** A long list is not sealed again with each of its entries: it says nothing but what is kept in clear anyway. */
const mostToKeepRaw = 20;

/**
 * Asks the service for all imports of a customer, records what it says, and answers with what we know of each. What is
 * new or has moved is then read in full by the watcher, since the list tells no warnings.
 */
export async function lookUpUsername(
  parts: RecordParts,
  input: { caller: Caller; environment: Environment; username: string },
): Promise<LookupAnswer> {
  const { environment, username } = input;
  const { db } = parts.database;
  const answer = await parts.client.listImports({
    environment,
    lane: 'people',
    requestId: input.caller.requestId,
    username,
  });
  const listed = answer.value.filter(({ id }) => isRecordableId(id));
  if (listed.length < answer.value.length) {
    parts.log.warn(
      { entries: answer.value.length - listed.length },
      'entries of a list have identifiers that cannot be kept',
    );
  }
  const observed = await parts.observer.observeAll(
    listed.map(({ id, status }): Sighting => ({
      environment,
      importId: id,
      source: 'lookup',
      status,
      askedAt: answer.sentAt,
      seenAt: answer.receivedAt,
      by: actorName(input.caller.actor),
      // The sandbox answers any name with the same examples, which makes them nobody's.
      ...(environment === 'live' ? { about: { username }, aboutSource: 'lookup' } : {}),
      ...(listed.length <= mostToKeepRaw ? { raw: answer.raw } : {}),
    })),
  );
  if (environment === 'live') {
    const moved = observed.filter((one) => one.isNew || one.before?.statusKey !== one.row.statusKey);
    await wantDetails(
      db,
      moved.map((one) => one.importId),
      { unlisted: false },
    );
  }
  const rule = await parts.stuck.read(environment);
  const now = parts.clock.now();
  const records = new Map(
    (
      await getImports(
        db,
        environment,
        listed.map(({ id }) => id),
      )
    ).map((record) => [record.id, record]),
  );
  return {
    username,
    askedAt: answer.receivedAt.toISOString(),
    imports: [...new Set(listed.map(({ id }) => id))].flatMap((id) => {
      const record = records.get(id);
      return record ? [toImportRow(record, rule, now)] : [];
    }),
    alike: listed.length === 0 ? await findAlikeUsernames(db, environment, username) : [],
  };
}
