import type { Environment } from '../../contract/environment';
import type { ListedImport, ServiceResponse } from '../../service/service-client';
import type { CurrentRow } from '../timeline/derive-current';
import { scheduleDetailPolls } from '../../store/service-calls/poll-schedule';
import type { ObservationInput } from './observation-input';
import { type ObservedImport, type Observer, isRecordableId, observeAll } from './observe';

/** The raw list is stored with each of its entries, so long lists are not stored. */
const maxEntriesWithRaw = 20;

/** Less than a day, so that a list that is polled once a day leads to a read each time. */
const readAgainMs = 23 * 60 * 60_000;

type ListAnswer = ServiceResponse<ListedImport[]>;

/** The list that the service answered about a username, and why it was requested. */
export interface ListObservation {
  environment: Environment;
  username: string;
  source: 'watcher' | 'lookup';
  by?: string;
  answer: ListAnswer;
}

export async function recordLists(
  deps: { observer: Observer },
  lists: readonly ListObservation[],
): Promise<ObservedImport[]> {
  return observeAll(readDetailsNext(deps.observer), lists.flatMap(listInputs));
}

/**
 * New and changed imports of a list are then read in full by the poller, because a list has no warnings. Scheduled in the
 * transaction of the change, so that readers of the change know that the details are still to come.
 */
export function readDetailsNext(observer: Observer, isListed: (importId: string) => boolean = () => true): Observer {
  return {
    ...observer,
    afterObserve: async (tx, observed) => {
      await observer.afterObserve?.(tx, observed);
      const moved = observed.filter(
        ({ environment, importId, isNew, before, row, listedAt }) =>
          environment === 'live' &&
          isListed(importId) &&
          (isNew || before?.statusKey !== row.statusKey || (before.gone && !row.gone) || isReadAgain(row, listedAt)),
      );
      const ids = moved.map(({ importId }) => importId);
      await scheduleDetailPolls(tx, ids, { unlisted: false });
    },
  };
}

/** An import that is gone, but listed: once more at once, since a single 404 may be a mistake, then once a day. */
function isReadAgain({ seenAt, sinceTo }: CurrentRow, listedAt: Date | undefined): boolean {
  if (!listedAt) return false;
  return seenAt.getTime() === sinceTo?.getTime() || listedAt.getTime() - seenAt.getTime() >= readAgainMs;
}

export function listInputs({ environment, username, answer, ...origin }: ListObservation): ObservationInput[] {
  return answer.value
    .filter(({ id }) => isRecordableId(id))
    .map(({ id, status }) => ({
      environment,
      importId: id,
      ...origin,
      status,
      listed: true as const,
      sentAt: answer.sentAt,
      seenAt: answer.receivedAt,
      // The sandbox lists the same examples for every username.
      ...(environment === 'live' ? { about: { username }, aboutSource: 'lookup' as const } : {}),
      ...(answer.value.length <= maxEntriesWithRaw ? { raw: answer.raw } : {}),
    }));
}
