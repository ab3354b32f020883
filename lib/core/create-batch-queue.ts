import { setImmediate as nextTurn } from 'node:timers/promises';
import { runOutsideContext } from './context.mjs';
import { isDatabaseOutage } from './database-outage';

interface BatchLimits {
  /** Limits of one batch. A larger item is a batch of its own. */
  maxItems: number;
  maxBytes: number;
  /** Limits of the items that wait for the next batch. */
  maxWaiting: number;
  maxWaitingBytes: number;
}

export interface BatchQueue<In, Out> {
  /** Resolves after the batch of the item was processed. Undefined if too many items wait. */
  add(item: In): Promise<Out> | undefined;
  hasRoom(): boolean;
  isIdle(): boolean;
  /** Resolves when nothing waits and nothing is being processed. */
  idle(): Promise<void>;
}

interface Waiting<In, Out> {
  item: In;
  resolve: (result: Out) => void;
  reject: (error: unknown) => void;
}

const maxTurns = 20;
const maxQuietTurns = 3;

/** Gathers items as long as the event loop brings more. A request takes several turns; without any, turns take no time. */
export async function whileArriving(waitingCount: () => number): Promise<void> {
  let count = waitingCount();
  let quietTurns = 0;
  for (let turn = 0; turn < maxTurns && quietTurns < maxQuietTurns; turn += 1) {
    await nextTurn();
    quietTurns = waitingCount() > count ? 0 : quietTurns + 1;
    count = waitingCount();
  }
}

/**
 * Processes items at once, and those that arrive meanwhile together. If a batch fails, its items are processed one by
 * one, so that an item fails only because of itself.
 */
export function createBatchQueue<In, Out>({
  gather,
  process,
  sizeOf,
  limits,
}: {
  /** Before each batch, as long as it is worth waiting for more items. */
  gather?: (waitingCount: () => number) => Promise<void>;
  /**
   * Calls `take` once, as late as possible: what arrives before that is in the batch. One result per item, in the same
   * order. A rejection means that nothing was done.
   */
  process: (take: () => readonly In[]) => Promise<readonly Out[]>;
  sizeOf: (item: In) => number;
  limits: BatchLimits;
}): BatchQueue<In, Out> {
  const waiting: Waiting<In, Out>[] = [];
  let waitingBytes = 0;
  let running: Promise<void> | undefined;

  const takeBatch = () => {
    let [count, bytes] = [0, 0];
    for (const { item } of waiting) {
      const size = sizeOf(item);
      if (count > 0 && (count >= limits.maxItems || bytes + size > limits.maxBytes)) break;
      count += 1;
      bytes += size;
    }
    waitingBytes -= bytes;
    return waiting.splice(0, count);
  };

  const processNext = async (takeNext: () => readonly Waiting<In, Out>[]): Promise<void> => {
    let batch: readonly Waiting<In, Out>[] | undefined;
    try {
      const results = await process(() => (batch ??= takeNext()).map(({ item }) => item));
      if (results.length !== batch?.length) throw new Error('some items of a batch have no result');
      results.forEach((result, index) => batch?.[index]?.resolve(result));
    } catch (error) {
      batch ??= takeNext();
      if (batch.length > 1 && !isDatabaseOutage(error)) {
        for (const one of batch) await processNext(() => [one]);
      } else {
        for (const { reject } of batch) reject(error);
      }
    }
  };

  const run = async () => {
    while (waiting.length > 0) {
      if (gather) await gather(() => waiting.length);
      await processNext(takeBatch);
    }
    running = undefined;
  };

  const hasRoom = () => waiting.length < limits.maxWaiting && waitingBytes < limits.maxWaitingBytes;
  return {
    hasRoom,
    isIdle: () => running === undefined,
    add: (item) => {
      if (!hasRoom()) return undefined;
      const processed = new Promise<Out>((resolve, reject) => waiting.push({ item, resolve, reject }));
      waitingBytes += sizeOf(item);
      // A batch is for many requests, not for the request that starts it.
      running ??= runOutsideContext(run);
      return processed;
    },
    idle: async () => {
      while (running) await running;
    },
  };
}
