import type { Clock } from '../../core/clock';
import { ServiceError } from '../../core/errors';
import { CallAbortedError } from './http-client';
import { lanes, type Lane, type Requester } from '../../core/request-budget';
import type { CallOptions } from '../service-client';

export interface SharedCall {
  /** Aborted when the last caller leaves. */
  readonly signal: AbortSignal;
  /** The best of all callers. */
  lane(): Lane;
  /** Called for each present and each later caller. Returns a function that unsubscribes. */
  forEachRequester(callback: (requester: Requester) => void): () => void;
  /** Until the latest deadline of all callers. */
  remainingMs(): number;
}

interface Waiter extends Requester {
  deadlineAtMs: number;
}

interface SharedEntry<T> {
  readonly call: SharedCall;
  readonly waiters: Set<Waiter>;
  readonly joinCallbacks: Set<(requester: Requester) => void>;
  readonly abort: AbortController;
  readonly result: Promise<T>;
}

/** Shares one call among concurrent callers with the same key. It is aborted when the last of them gives up. */
export function createCoalescer<T>(clock: Clock) {
  const shared = new Map<string, SharedEntry<T>>();
  /** Also those that new callers no longer join. */
  const running = new Set<SharedEntry<T>>();
  const nowMs = () => clock.now().getTime();

  function begin(key: string, work: (call: SharedCall) => Promise<T>): SharedEntry<T> {
    const waiters = new Set<Waiter>();
    const joinCallbacks: SharedEntry<T>['joinCallbacks'] = new Set();
    const abort = new AbortController();
    const call: SharedCall = {
      signal: abort.signal,
      lane: () => lanes.find((lane) => [...waiters].some((waiter) => waiter.lane === lane)) ?? 'poller',
      forEachRequester: (callback) => {
        for (const waiter of waiters) callback(waiter);
        joinCallbacks.add(callback);
        return () => joinCallbacks.delete(callback);
      },
      remainingMs: () => Math.max(0, ...[...waiters].map(({ deadlineAtMs }) => deadlineAtMs - nowMs())),
    };
    // Starts in a later microtask, after the first waiter has been added.
    const result = Promise.resolve().then(() => work(call));
    const entry: SharedEntry<T> = { call, waiters, joinCallbacks, abort, result };
    const remove = () => {
      running.delete(entry);
      if (shared.get(key) === entry) shared.delete(key);
    };
    result.then(remove, remove);
    shared.set(key, entry);
    running.add(entry);
    return entry;
  }

  return {
    run(
      key: string,
      options: CallOptions & { deadlineMs: number },
      work: (call: SharedCall) => Promise<T>,
    ): Promise<T> {
      const entry = shared.get(key) ?? begin(key, work);
      const { lane, person } = options;
      const waiter: Waiter = { lane, person, deadlineAtMs: nowMs() + options.deadlineMs };
      entry.waiters.add(waiter);
      for (const callback of [...entry.joinCallbacks]) callback(waiter);

      return new Promise<T>((resolve, reject) => {
        const done = new AbortController();
        const leave = (why: 'deadline' | 'caller', reason: unknown): void => {
          if (done.signal.aborted) return;
          finish();
          reject(abortError(why, reason, options.deadlineMs));
          if (entry.waiters.size > 0) return;
          // A new caller must not join an aborted call.
          if (shared.get(key) === entry) shared.delete(key);
          entry.abort.abort(new CallAbortedError(why));
        };
        const onAbort = () => leave('caller', options.signal?.reason);
        const finish = (): void => {
          // With a reason, because the default one records a stack trace.
          done.abort('done');
          options.signal?.removeEventListener('abort', onAbort);
          entry.waiters.delete(waiter);
        };
        entry.result.finally(finish).then(resolve, reject);
        if (options.signal?.aborted) onAbort();
        else {
          options.signal?.addEventListener('abort', onAbort, { once: true });
          clock.sleep(options.deadlineMs, done.signal).then(
            () => leave('deadline', undefined),
            () => undefined,
          );
        }
      });
    },

    /** New callers start a new call: a running one may return data from before a change. */
    clear(): void {
      shared.clear();
    },

    abortAll(): void {
      for (const entry of running) entry.abort.abort(new CallAbortedError('caller'));
      shared.clear();
    },
  };
}

function abortError(why: 'deadline' | 'caller', reason: unknown, deadlineMs: number): ServiceError {
  return new ServiceError('service_timed_out', {
    workDone: 'no',
    userMessage:
      why === 'deadline'
        ? `The migration service did not reply within ${Math.round(deadlineMs / 100) / 10} s.`
        : 'The request to the migration service was cancelled.',
    logMessage: why === 'deadline' ? 'no answer within the deadline' : 'given up by the caller',
    cause: reason,
  });
}

export type Coalescer<T> = ReturnType<typeof createCoalescer<T>>;
