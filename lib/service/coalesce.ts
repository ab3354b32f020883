import type { Clock } from '../core/clock';
import { GivenUp } from './given-up';
import type { Lane } from './service-client';

/** What the work of a shared question may know about those who wait for it. */
export interface Flight {
  /** Aborted when nobody waits any more. Its reason says why the last one left. */
  readonly signal: AbortSignal;
  /** People's as soon as one person waits. */
  lane(): Lane;
  /** Calls back when a person joins what only the watcher waited for. Returns how to stop listening. */
  onRaised(callback: () => void): () => void;
  /** Until the last of those who wait gives up. */
  leftMs(): number;
}

export interface Waiting {
  lane: Lane;
  deadlineMs: number;
  signal?: AbortSignal | undefined;
  /** Makes the error of a caller that stops waiting. */
  gaveUp(why: 'deadline' | 'caller', reason: unknown): Error;
}

interface Caller {
  lane: Lane;
  untilMs: number;
}

interface Shared<T> {
  readonly flight: Flight;
  readonly callers: Set<Caller>;
  readonly raised: Set<() => void>;
  readonly end: AbortController;
  readonly result: Promise<T>;
}

/**
 * The same question asked by ten at once is asked once. Each waits for itself: one that gives up, by its deadline or
 * its signal, leaves the others waiting, and only the last to leave ends the question.
 */
export function createCoalescer<T>(clock: Clock) {
  const shared = new Map<string, Shared<T>>();
  const nowMs = () => clock.now().getTime();

  function begin(key: string, work: (flight: Flight) => Promise<T>): Shared<T> {
    const callers = new Set<Caller>();
    const raised = new Set<() => void>();
    const end = new AbortController();
    const flight: Flight = {
      signal: end.signal,
      lane: () => ([...callers].some(({ lane }) => lane === 'people') ? 'people' : 'watcher'),
      onRaised: (callback) => {
        raised.add(callback);
        return () => raised.delete(callback);
      },
      leftMs: () => Math.max(0, ...[...callers].map(({ untilMs }) => untilMs - nowMs())),
    };
    // Begun in a later turn, so that the first caller counts before the work asks for its lane.
    const result = Promise.resolve().then(() => work(flight));
    const entry: Shared<T> = { flight, callers, raised, end, result };
    const forget = () => {
      if (shared.get(key) === entry) shared.delete(key);
    };
    result.then(forget, forget);
    shared.set(key, entry);
    return entry;
  }

  return {
    ask(key: string, waiting: Waiting, work: (flight: Flight) => Promise<T>): Promise<T> {
      const entry = shared.get(key) ?? begin(key, work);
      const caller: Caller = { lane: waiting.lane, untilMs: nowMs() + waiting.deadlineMs };
      const wasQuiet = entry.callers.size > 0 && entry.flight.lane() === 'watcher';
      entry.callers.add(caller);
      if (wasQuiet && waiting.lane === 'people') for (const callback of [...entry.raised]) callback();

      return new Promise<T>((resolve, reject) => {
        const done = new AbortController();
        const leave = (why: 'deadline' | 'caller', reason: unknown): void => {
          if (done.signal.aborted) return;
          finish();
          reject(waiting.gaveUp(why, reason));
          if (entry.callers.size > 0) return;
          // Nobody may join what is being given up.
          if (shared.get(key) === entry) shared.delete(key);
          entry.end.abort(new GivenUp(why));
        };
        const onAbort = () => leave('caller', waiting.signal?.reason);
        const finish = (): void => {
          done.abort();
          waiting.signal?.removeEventListener('abort', onAbort);
          entry.callers.delete(caller);
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
        if (waiting.signal?.aborted) onAbort();
        else {
          waiting.signal?.addEventListener('abort', onAbort, { once: true });
          clock.sleep(waiting.deadlineMs, done.signal).then(
            () => leave('deadline', undefined),
            () => undefined,
          );
        }
      });
    },

    /** Whoever asks from now on asks anew: what is under way may have been answered before something was changed. */
    forget(): void {
      shared.clear();
    },

    /** Ends every question; those who wait get the error of a caller that gave up. */
    endAll(): void {
      for (const entry of [...shared.values()]) entry.end.abort(new GivenUp('caller'));
      shared.clear();
    },
  };
}

export type Coalescer<T> = ReturnType<typeof createCoalescer<T>>;
