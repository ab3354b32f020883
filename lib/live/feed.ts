import { roleAtLeast, type Role } from '../contract/roles';
import type { Change } from '../contract/stream';
import type { Clock } from '../core/clock';
import { runOutsideContext } from '../core/context.mjs';
import type { Log } from '../core/log';
import { readLatestChangeId, readMissedChanges } from '../store/events/change-feed';
import { changeChannel, readNotifiedChange } from '../store/events/changes';
import type { Database } from '../store/database/database';
import { createEventQueue, type EventQueue } from './event-queue';

interface Subscriber {
  /** A staff member with too many streams loses the oldest. */
  staffId: string;
  /** `Last-Event-ID`, or the page's copy of it. */
  lastEventId: string | null;
  /** Undefined once the session has ended. Read at the start and at every heartbeat. */
  readRole(): Promise<Role | undefined>;
}

interface Stream {
  subscriber: Subscriber;
  queue: EventQueue;
  role: Role | undefined;
  /** Holds new changes while missed ones are being read. */
  buffered: Change[] | undefined;
  /** Changes sent as missed, whose notification may still arrive. */
  replayedIds: ReadonlySet<string>;
  roleCheck: Promise<void>;
}

/** Changes carry only ids, so a page still has to fetch what it may see. */
const requiredRole: Record<Change['kind'], Role> = {
  import: 'viewer',
  decision: 'viewer',
  request: 'viewer',
  bulk: 'viewer',
  message: 'viewer',
  delivery: 'admin',
  staff: 'admin',
  settings: 'viewer',
};

const heartbeatMs = 15_000;
const maxQueuedEvents = 2000;
const maxMissedChanges = 1000;
/** Each is a browser; its tabs share one. Too few would make open browsers end each other's streams in turns. */
const maxStreamsPerStaff = 100;
const checkConcurrency = 20;

export function createFeed(deps: { database: Database; clock: Clock; log: Log; onCount?: (streams: number) => void }) {
  const { database, clock, log } = deps;
  const streams = new Set<Stream>();
  const shutdown = new AbortController();
  let listening: Promise<() => Promise<void>> | undefined;
  let latestId: number | undefined;
  let isListening = false;
  let received = 0;
  let heartbeat: Promise<void> | undefined;

  const deliver = (stream: Stream, change: Change) => {
    if (stream.buffered) stream.buffered.push(change);
    else if (!stream.replayedIds.has(change.id)) send(stream, change);
  };
  const send = (stream: Stream, change: Change) => {
    if (!stream.role || !roleAtLeast(stream.role, requiredRole[change.kind])) return;
    stream.queue.push(event('change', JSON.stringify(change), Number(change.id)));
  };

  const onPayload = (payload: string) => {
    received += 1;
    const change = readNotifiedChange(payload);
    if (!change) {
      log.warn({}, 'a notification could not be read; open pages load their data again');
      void resetAll();
      return;
    }
    latestId = Math.max(latestId ?? 0, Number(change.id));
    for (const stream of streams) deliver(stream, change);
    // A role or session may have changed: check now instead of at the next heartbeat.
    if (change.kind === 'staff') for (const stream of streams) void recheck(stream);
  };
  /** Makes every page reload its data, because changes may have been missed. */
  const resetAll = async () => {
    received += 1;
    const latest = await readLatestChangeId(database.db).catch(() => undefined);
    for (const stream of streams) {
      if (latest === undefined) stream.queue.end();
      else stream.queue.push(event('reset', '{}', latest));
    }
  };

  /** Sequential, so that an older check cannot overwrite the result of a newer one. */
  const recheck = (stream: Stream): Promise<void> => {
    stream.roleCheck = stream.roleCheck.then(async () => {
      // If the role cannot be read, end the stream; the page reconnects by itself.
      stream.role = await stream.subscriber.readRole().catch(() => undefined);
      if (stream.role === undefined) stream.queue.end();
    });
    return stream.roleCheck;
  };

  // Outside of the request that is the first: it is for all of them.
  const listen = () =>
    (listening ??= runOutsideContext(() => database.listen(changeChannel, onPayload, () => void resetAll())).then(
      (stop) => {
        isListening = true;
        return stop;
      },
      (error: unknown) => {
        listening = undefined;
        throw error;
      },
    ));

  const start = async (stream: Stream) => {
    await listen();
    await recheck(stream);
    if (stream.queue.ended) return;
    const after = stream.subscriber.lastEventId;
    const afterId = after !== null && /^\d{1,15}$/.test(after) ? Number(after) : undefined;
    const missed = afterId === undefined ? [] : await readMissedChanges(database.db, afterId, maxMissedChanges);
    const latest = await readLatestChangeId(database.db);
    const { buffered = [] } = stream;
    stream.buffered = undefined;
    const first = missed === undefined ? event('reset', '{}', latest) : event('hello', '{}', afterId ?? latest);
    stream.queue.push(`retry: 3000\n${first}`);
    for (const change of missed ?? []) send(stream, change);
    stream.replayedIds = new Set(missed?.map(({ id }) => id));
    for (const change of buffered) deliver(stream, change);
  };

  const runHeartbeat = async () => {
    while (!shutdown.signal.aborted) {
      await clock.sleep(heartbeatMs, shutdown.signal);
      const all = [...streams];
      for (let at = 0; at < all.length; at += checkConcurrency) {
        await Promise.all(
          all.slice(at, at + checkConcurrency).map(async (stream) => {
            await recheck(stream);
            stream.queue.push('event: heartbeat\ndata: {}\n\n');
          }),
        );
      }
    }
  };

  return {
    open: (subscriber: Subscriber): AsyncIterable<string> => {
      const stream: Stream = {
        subscriber,
        role: undefined,
        buffered: [],
        replayedIds: new Set(),
        roleCheck: Promise.resolve(),
        queue: createEventQueue({
          maxQueued: maxQueuedEvents,
          onEnd: () => {
            streams.delete(stream);
            deps.onCount?.(streams.size);
          },
        }),
      };
      if (shutdown.signal.aborted) {
        stream.queue.end();
        return stream.queue;
      }
      const own = [...streams].filter((other) => other.subscriber.staffId === subscriber.staffId);
      if (own.length >= maxStreamsPerStaff) own[0]?.queue.end();
      streams.add(stream);
      deps.onCount?.(streams.size);
      start(stream).catch((err: unknown) => {
        log.error({ err }, 'could not start a live stream');
        stream.queue.end();
      });
      heartbeat ??= runOutsideContext(runHeartbeat).catch(() => undefined);
      return stream.queue;
    },
    /**
     * Read by a page before its data: a stream that resumes after it misses nothing. From memory, so it may be older than
     * the database, which only repeats changes. Null if it is unknown.
     */
    readPosition: async (): Promise<string | null> => {
      try {
        await listen();
        latestId ??= await readLatestChangeId(database.db);
        return String(latestId);
      } catch (err) {
        log.error({ err }, 'could not read the position of the live stream');
        return null;
      }
    },
    /** Stays the same until a change is received. Undefined while changes are not received. */
    version: (): number | undefined => (isListening ? received : undefined),
    close: async () => {
      shutdown.abort(new Error('the feed is closing'));
      for (const stream of streams) stream.queue.end();
      const stop = await listening?.catch(() => undefined);
      await stop?.();
      await heartbeat;
    },
  };
}

function event(name: string, data: string, id: number): string {
  return `id: ${id}\nevent: ${name}\ndata: ${data}\n\n`;
}
