import type { Clock } from '../../core/clock';
import { createBatchQueue } from '../../core/create-batch-queue';
import type { Log } from '../../core/log';
import type { Database } from '../../store/database/database';
import type { Observer } from '../observations/observe';
import { recordLists, type ListObservation } from '../observations/observe-list';

export interface LookupRecorder {
  /** False if too many wait: the caller records it then. */
  recordLater(list: ListObservation): boolean;
  /** Records all at once from now on. Resolves when none waits. */
  drain(): Promise<void>;
}

/** Lookups of a quarter of a second share a transaction. One for each would delay the statements of the next request. */
const delayMs = 250;
const limits = { maxItems: 50, maxBytes: 4_000_000, maxWaiting: 100, maxWaitingBytes: 8_000_000 };

/** Records answered lookups that changed nothing, together (docs/decisions/0013-lookup-answers-first.md). */
export function createLookupRecorder(deps: {
  database: Database;
  observer: Observer;
  clock: Clock;
  log: Log;
}): LookupRecorder {
  const draining = new AbortController();
  const queue = createBatchQueue<ListObservation, void>({
    process: async (take) => {
      await deps.clock.sleep(delayMs, draining.signal).catch(() => undefined);
      const lists = take();
      await recordLists(deps, lists);
      return lists.map(() => undefined);
    },
    sizeOf: ({ answer }) => answer.raw.length,
    limits,
  });
  return {
    recordLater: (list) => {
      const recorded = queue.add(list);
      recorded?.catch((err: unknown) =>
        deps.log.error({ err }, 'a lookup that confirmed its imports could not be recorded'),
      );
      return recorded !== undefined;
    },
    drain: async () => {
      draining.abort('draining');
      await queue.idle();
    },
  };
}
