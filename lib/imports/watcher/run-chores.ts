import type { Clock } from '../../core/clock';
import type { Log } from '../../core/log';
import { claimChore } from '../../store/chores';
import type { Database } from '../../store/database';

/** Something that some instance must do now and then, whether or not the service answers. */
export interface Chore {
  name: string;
  everyS: number;
  run: () => Promise<unknown>;
}

export interface Chores {
  start(): void;
  stop(): Promise<void>;
  /** Runs whatever is due now, once. */
  tick(): Promise<void>;
}

/**
 * Runs chores on whichever instance comes by first, each at most once in its time over all instances. One that fails
 * is told in the log and comes up again; it never holds up the others.
 */
export function createChores(parts: {
  database: Database;
  clock: Clock;
  log: Log;
  chores: readonly Chore[];
  tickMs?: number;
}): Chores {
  const { database, clock, log } = parts;
  const triedMs = new Map<string, number>();
  let ending = new AbortController();
  let loop: Promise<void> | undefined;

  const runOne = async (chore: Chore) => {
    const nowMs = clock.now().getTime();
    // The claim is asked for only when it can be due by our own count: most ticks cost no query at all.
    if (nowMs - (triedMs.get(chore.name) ?? Number.NEGATIVE_INFINITY) < chore.everyS * 1000) return;
    triedMs.set(chore.name, nowMs);
    try {
      if (await claimChore(database.db, chore.name, chore.everyS)) await chore.run();
    } catch (err) {
      log.error({ err, chore: chore.name }, 'a chore failed');
    }
  };
  const tick = async () => {
    for (const chore of parts.chores) if (!ending.signal.aborted) await runOne(chore);
  };

  return {
    tick,
    start: () => {
      if (loop) return;
      ending = new AbortController();
      loop = (async () => {
        while (!ending.signal.aborted) {
          await tick();
          await clock.sleep(parts.tickMs ?? 1000, ending.signal).catch(() => undefined);
        }
      })();
    },
    stop: async () => {
      ending.abort(new Error('the chores end'));
      await loop;
      loop = undefined;
    },
  };
}
