import type { CallOptions, ListedImport, ServiceClient, ServiceResponse } from '../../service/service-client';
import type { Database } from '../../store/database/database';
import { scheduleDetailPolls } from '../../store/service-calls/poll-schedule';
import type { ObservationInput } from './observation-input';
import { type ObservedImport, type Observer, isRecordableId, observeAll } from './observe';

/** The raw list is stored with each of its entries, so long lists are not stored. */
const maxEntriesWithRaw = 20;

/** New and changed imports are then read in full by the poller, because a list has no warnings. */
export async function observeList(
  deps: { client: Pick<ServiceClient, 'listImports'>; observer: Observer; database: Database },
  call: CallOptions & { username: string },
  origin: { source: 'watcher' | 'lookup'; by?: string },
): Promise<{ answer: ServiceResponse<ListedImport[]>; observed: ObservedImport[] }> {
  const { environment } = call;
  const answer = await deps.client.listImports(call);
  const inputs = listInputs(answer, call, origin);
  const observed = await observeAll(deps.observer, inputs);
  if (environment === 'live') {
    const moved = observed.filter(({ isNew, before, row }) => isNew || before?.statusKey !== row.statusKey);
    const ids = moved.map(({ importId }) => importId);
    await scheduleDetailPolls(deps.database.db, ids, { unlisted: false });
  }
  return { answer, observed };
}

export function listInputs(
  answer: ServiceResponse<ListedImport[]>,
  { environment, username }: Pick<CallOptions, 'environment'> & { username: string },
  origin: { source: 'watcher' | 'lookup'; by?: string },
): ObservationInput[] {
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
