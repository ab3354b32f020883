import { actorName, type Caller } from '../../contract/caller';
import type { Environment } from '../../contract/environment';
import type { LookupResponse } from '../../contract/imports';
import { getImports } from '../../store/imports/imports';
import { scheduleDetailPolls } from '../../store/service-calls/poll-schedule';
import { findSimilarUsernames } from './similar-usernames';
import { isRecordableId } from '../observations/create-observer';
import type { ImportsDeps } from '../imports-deps';
import type { ObservationInput } from '../observations/observation-input';
import { toImportRow } from '../list/to-import-row';

/** A long list is not sealed again with each of its entries: it says nothing but what is kept in clear anyway. */
const maxEntriesWithRaw = 20;

/**
 * Asks the service for all imports of a customer, records what it says, and answers with what we know of each. What is
 * new or has moved is then read in full by the watcher, since the list tells no warnings.
 */
export async function lookUpUsername(
  deps: ImportsDeps,
  input: { caller: Caller; environment: Environment; username: string },
): Promise<LookupResponse> {
  const { environment, username } = input;
  const { db } = deps.database;
  const answer = await deps.client.listImports({
    environment,
    lane: 'people',
    requestId: input.caller.requestId,
    username,
  });
  const listed = answer.value.filter(({ id }) => isRecordableId(id));
  if (listed.length < answer.value.length) {
    deps.log.warn(
      { entries: answer.value.length - listed.length },
      'entries of a list have identifiers that cannot be kept',
    );
  }
  const observed = await deps.observer.observeAll(
    listed.map(({ id, status }): ObservationInput => ({
      environment,
      importId: id,
      source: 'lookup',
      status,
      askedAt: answer.sentAt,
      seenAt: answer.receivedAt,
      by: actorName(input.caller.actor),
      // The sandbox answers any name with the same examples, which makes them nobody's.
      ...(environment === 'live' ? { about: { username }, aboutSource: 'lookup' } : {}),
      ...(listed.length <= maxEntriesWithRaw ? { raw: answer.raw } : {}),
    })),
  );
  if (environment === 'live') {
    const moved = observed.filter((one) => one.isNew || one.before?.statusKey !== one.row.statusKey);
    await scheduleDetailPolls(
      db,
      moved.map((one) => one.importId),
      { unlisted: false },
    );
  }
  const thresholds = await deps.stuck.read(environment);
  const now = deps.clock.now();
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
      return record ? [toImportRow(record, thresholds, now)] : [];
    }),
    alike: listed.length === 0 ? await findSimilarUsernames(db, environment, username) : [],
  };
}
