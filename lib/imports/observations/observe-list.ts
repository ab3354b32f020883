import type { Environment } from '../../contract/environment';
import type { CallOptions, ListedImport, ServiceClient, ServiceResponse } from '../../service/service-client';
import type { Database } from '../../store/database/database';
import { scheduleDetailPolls } from '../../store/service-calls/poll-schedule';
import type { ObservationInput } from './observation-input';
import { type ObservedImport, type Observer, isRecordableId, observeAll } from './observe';

/** The raw list is stored with each of its entries, so long lists are not stored. */
const maxEntriesWithRaw = 20;

type ListAnswer = ServiceResponse<ListedImport[]>;

/** The list that the service answered about a username, and why it was requested. */
export interface ListObservation {
  environment: Environment;
  username: string;
  source: 'watcher' | 'lookup';
  by?: string;
  answer: ListAnswer;
}

export async function observeList(
  deps: { client: Pick<ServiceClient, 'listImports'>; observer: Observer; database: Database },
  call: CallOptions & { username: string },
  origin: Pick<ListObservation, 'source' | 'by'>,
): Promise<{ answer: ListAnswer; observed: ObservedImport[] }> {
  const { environment, username } = call;
  const answer = await deps.client.listImports(call);
  return { answer, observed: await recordLists(deps, [{ environment, username, ...origin, answer }]) };
}

/** New and changed imports are then read in full by the poller, because a list has no warnings. */
export async function recordLists(
  deps: { observer: Observer; database: Database },
  lists: readonly ListObservation[],
): Promise<ObservedImport[]> {
  const observed = await observeAll(deps.observer, lists.flatMap(listInputs));
  const moved = observed.filter(
    ({ environment, isNew, before, row }) => environment === 'live' && (isNew || before?.statusKey !== row.statusKey),
  );
  const ids = moved.map(({ importId }) => importId);
  await scheduleDetailPolls(deps.database.db, ids, { unlisted: false });
  return observed;
}

export function listInputs({ environment, username, answer, ...origin }: ListObservation): ObservationInput[] {
  return answer.value
    .filter(({ id }) => isRecordableId(id))
    .map(({ id, status }) => ({
      environment,
      importId: id,
      ...origin,
      status,
      sentAt: answer.sentAt,
      seenAt: answer.receivedAt,
      // The sandbox lists the same examples for every username.
      ...(environment === 'live' ? { about: { username }, aboutSource: 'lookup' as const } : {}),
      ...(answer.value.length <= maxEntriesWithRaw ? { raw: answer.raw } : {}),
    }));
}
