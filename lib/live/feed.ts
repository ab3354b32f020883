import type { Role } from '../contract/roles';
import type { Change } from '../contract/stream';
import type { Clock } from '../core/clock';
import type { Log } from '../core/log';
import { readChanges, readLatestChangeId, readMissedChanges } from '../store/change-feed';
import { changeChannel } from '../store/changes';
import type { Database } from '../store/database';
import { createEventQueue, type EventQueue } from './event-queue';
import { maySee } from './may-see';

interface Viewer {
  /** Whose stream it is: somebody who opens many loses the oldest. */
  staffId: string;
  /** `Last-Event-ID`, or what a page remembers of it. */
  lastEventId: string | null;
  /** The role now, from the database; undefined once the session has ended. Asked at the start and at every beat. */
  check(): Promise<Role | undefined>;
}

export interface Feed {
  /** Text of server-sent events, as they happen. Ends when the session does, when we end, or when its reader leaves. */
  open(viewer: Viewer): AsyncIterable<string>;
  close(): Promise<void>;
  readonly streams: number;
}

interface Stream {
  viewer: Viewer;
  queue: EventQueue;
  role: Role | undefined;
  /** While what was missed is being read, what happens meanwhile waits here. */
  held: Change[] | undefined;
  /** What was read as missed: its notification may still be on the way. */
  caughtUp: ReadonlySet<string>;
  checked: Promise<void>;
}

const beatMs = 15_000;
const mostWaiting = 2000;
const mostMissed = 1000;
const mostStreamsEach = 20;
const checksAtOnce = 20;

/** One LISTEN a process, told to every open stream of it. */
export function createFeed(parts: {
  database: Database;
  clock: Clock;
  log: Log;
  onCount?: (streams: number) => void;
}): Feed {
  const { database, clock, log } = parts;
  const streams = new Set<Stream>();
  const ending = new AbortController();
  let listening: Promise<() => Promise<void>> | undefined;
  let pending: number[] = [];
  let draining: Promise<void> | undefined;
  let beating: Promise<void> | undefined;

  const tell = (stream: Stream, change: Change) => {
    if (stream.held) stream.held.push(change);
    else if (!stream.caughtUp.has(change.id)) show(stream, change);
  };
  const show = (stream: Stream, change: Change) => {
    if (stream.role && maySee(stream.role, change)) stream.queue.push(changeEvent(change));
  };

  const drain = async () => {
    while (pending.length > 0 && !ending.signal.aborted) {
      const ids = pending.splice(0, 500);
      const found = await readChanges(database.db, ids);
      for (const change of found) {
        for (const stream of streams) tell(stream, change);
        // Somebody was disabled, signed out or given another role: find out whom it concerns now, not at the next beat.
        if (change.kind === 'staff') for (const stream of streams) void recheck(stream);
      }
    }
  };
  const onPayload = (payload: string) => {
    const id = Number(payload);
    if (!Number.isSafeInteger(id) || streams.size === 0) return;
    pending.push(id);
    draining ??= drain()
      .catch((err: unknown) => {
        log.error({ err }, 'changes could not be read');
        pending = [];
        return resetAll();
      })
      .finally(() => {
        draining = undefined;
      });
  };
  /** Some changes may have been missed: everybody reads again what they show. */
  const resetAll = async () => {
    const latest = await readLatestChangeId(database.db).catch(() => undefined);
    for (const stream of streams) {
      if (latest === undefined) stream.queue.end();
      else stream.queue.push(event('reset', '{}', latest));
    }
  };

  /** One after the other: a check that began before a change must not have the last word about it. */
  const recheck = (stream: Stream): Promise<void> => {
    stream.checked = stream.checked.then(async () => {
      // Who cannot be checked is not shown anything more; the page comes back by itself.
      stream.role = await stream.viewer.check().catch(() => undefined);
      if (stream.role === undefined) stream.queue.end();
    });
    return stream.checked;
  };

  const begin = async (stream: Stream) => {
    listening ??= database
      .listen(changeChannel, onPayload, () => void resetAll())
      .catch((error: unknown) => {
        // The next stream tries again.
        listening = undefined;
        throw error;
      });
    await listening;
    await recheck(stream);
    if (stream.queue.ended) return;
    const after = stream.viewer.lastEventId;
    const afterId = after !== null && /^\d{1,15}$/.test(after) ? Number(after) : undefined;
    const missed = afterId === undefined ? [] : await readMissedChanges(database.db, afterId, mostMissed);
    const latest = await readLatestChangeId(database.db);
    const { held = [] } = stream;
    stream.held = undefined;
    const first = missed === undefined ? event('reset', '{}', latest) : event('hello', '{}', afterId ?? latest);
    stream.queue.push(`retry: 3000\n${first}`);
    for (const change of missed ?? []) show(stream, change);
    stream.caughtUp = new Set(missed?.map(({ id }) => id));
    for (const change of held) tell(stream, change);
  };

  /** One loop for all streams: each is checked, and then told that it lives. */
  const beat = async () => {
    while (!ending.signal.aborted) {
      await clock.sleep(beatMs, ending.signal);
      const all = [...streams];
      for (let at = 0; at < all.length; at += checksAtOnce) {
        await Promise.all(
          all.slice(at, at + checksAtOnce).map(async (stream) => {
            await recheck(stream);
            stream.queue.push('event: beat\ndata: {}\n\n');
          }),
        );
      }
    }
  };

  return {
    open: (viewer) => {
      const stream: Stream = {
        viewer,
        role: undefined,
        held: [],
        caughtUp: new Set(),
        checked: Promise.resolve(),
        queue: createEventQueue({
          most: mostWaiting,
          onEnd: () => {
            streams.delete(stream);
            parts.onCount?.(streams.size);
          },
        }),
      };
      if (ending.signal.aborted) {
        stream.queue.end();
        return stream.queue;
      }
      const own = [...streams].filter((other) => other.viewer.staffId === viewer.staffId);
      if (own.length >= mostStreamsEach) own[0]?.queue.end();
      streams.add(stream);
      parts.onCount?.(streams.size);
      begin(stream).catch((err: unknown) => {
        log.error({ err }, 'a live stream could not begin');
        stream.queue.end();
      });
      beating ??= beat().catch(() => undefined);
      return stream.queue;
    },
    close: async () => {
      ending.abort(new Error('the feed ends'));
      for (const stream of streams) stream.queue.end();
      const stop = await listening?.catch(() => undefined);
      await stop?.();
      await draining;
      await beating;
    },
    get streams() {
      return streams.size;
    },
  };
}

function changeEvent(change: Change): string {
  return event('change', JSON.stringify(change), Number(change.id));
}

function event(name: string, data: string, id: number): string {
  return `id: ${id}\nevent: ${name}\ndata: ${data}\n\n`;
}
