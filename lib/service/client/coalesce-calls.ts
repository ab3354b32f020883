import type { Clock } from '../../core/clock';
import { CallAborted } from './call-aborted';
import type { Lane } from '../service-client';

/** What the work of a shared question may know about those who wait for it. */
export interface SharedCall {
  /** Aborted when nobody waits any more. Its reason says why the last one left. */
  readonly signal: AbortSignal;
  /** People's as soon as one person waits. */
  lane(): Lane;
  /** Calls back when a person joins what only the watcher waited for. Returns how to stop listening. */
  onLaneRaised(callback: () => void): () => void;
  /** Until the last of those who wait gives up. */
  remainingMs(): number;
}

export interface WaitOptions {
  lane: Lane;
  deadlineMs: number;
  signal?: AbortSignal | undefined;
  /** Makes the error of a caller that stops waiting. */
  toAbortError(why: 'deadline' | 'caller', reason: unknown): Error;
}

interface Waiter {
  lane: Lane;
  deadlineAtMs: number;
}

interface SharedEntry<T> {
  readonly call: SharedCall;
  readonly waiters: Set<Waiter>;
  readonly raisedCallbacks: Set<() => void>;
  readonly abort: AbortController;
  readonly result: Promise<T>;
}

/**
 * The same question asked by ten at once is asked once. Each waits for itself: one that gives up, by its deadline or
 * its signal, leaves the others waiting, and only the last to leave ends the question.
 */
export function createCoalescer<T>(clock: Clock) {
  const shared = new Map<string, SharedEntry<T>>();
  const nowMs = () => clock.now().getTime();

  function begin(key: string, work: (call: SharedCall) => Promise<T>): SharedEntry<T> {
    const callers = new Set<Waiter>();
    const raised = new Set<() => void>();
    const end = new AbortController();
    const call: SharedCall = {
      signal: end.signal,
      lane: () => ([...callers].some(({ lane }) => lane === 'people') ? 'people' : 'poller'),
      onLaneRaised: (callback) => {
        raised.add(callback);
        return () => raised.delete(callback);
      },
      remainingMs: () => Math.max(0, ...[...callers].map(({ deadlineAtMs }) => deadlineAtMs - nowMs())),
    };
    // Begun in a later turn, so that the first caller counts before the work asks for its lane.
    const result = Promise.resolve().then(() => work(call));
    const entry: SharedEntry<T> = { call, waiters: callers, raisedCallbacks: raised, abort: end, result };
    const forget = () => {
      if (shared.get(key) === entry) shared.delete(key);
    };
    result.then(forget, forget);
    shared.set(key, entry);
    return entry;
  }

  return {
    run(key: string, options: WaitOptions, work: (call: SharedCall) => Promise<T>): Promise<T> {
      const entry = shared.get(key) ?? begin(key, work);
      const caller: Waiter = { lane: options.lane, deadlineAtMs: nowMs() + options.deadlineMs };
      const wasQuiet = entry.waiters.size > 0 && entry.call.lane() === 'poller';
      entry.waiters.add(caller);
      if (wasQuiet && options.lane === 'people') for (const callback of [...entry.raisedCallbacks]) callback();

      return new Promise<T>((resolve, reject) => {
        const done = new AbortController();
        const leave = (why: 'deadline' | 'caller', reason: unknown): void => {
          if (done.signal.aborted) return;
          finish();
          reject(options.toAbortError(why, reason));
          if (entry.waiters.size > 0) return;
          // Nobody may join what is being given up.
          if (shared.get(key) === entry) shared.delete(key);
          entry.abort.abort(new CallAborted(why));
        };
        const onAbort = () => leave('caller', options.signal?.reason);
        const finish = (): void => {
          done.abort();
          options.signal?.removeEventListener('abort', onAbort);
          entry.waiters.delete(caller);
        };
        entry.result.then(
          (value) => {
            finish();
            resolve(value);
          },
          (error: unknown) => {
            finish();
            reject(error);
          },
        );
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

    /** Whoever asks from now on asks anew: what is under way may have been answered before something was changed. */
    clear(): void {
      shared.clear();
    },

    /** Ends every question; those who wait get the error of a caller that gave up. */
    abortAll(): void {
      for (const entry of [...shared.values()]) entry.abort.abort(new CallAborted('caller'));
      shared.clear();
    },
  };
}

export type Coalescer<T> = ReturnType<typeof createCoalescer<T>>;
