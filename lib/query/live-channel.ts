import {
  readChange,
  readLiveMessage,
  streamEvents,
  streamHeartbeatS,
  type Change,
  type LiveMessage,
} from '../contract/stream';
import { parseJson } from './api-fetch';

export type ChannelState = 'waiting' | 'live';

export interface LivePlatform {
  /** `navigator.locks`: exactly one holder among all tabs of the browser. */
  holdLock(name: string, signal: AbortSignal, held: () => Promise<void>): Promise<unknown>;
  openChannel(name: string): BroadcastChannel;
  openStream(after: string | null): StreamSource;
  setTimer(run: () => void, ms: number): () => void;
}

interface StreamSource {
  onEvent: ((event: { name: string; id: string; data: string }) => void) | null;
  /** `final`: it will not reconnect by itself. */
  onError: ((final: boolean) => void) | null;
  close(): void;
}

export interface LiveListener {
  onChange(change: Change): void;
  /** Changes may be missing: fetch everything again. */
  onReset(): void;
  onState(state: ChannelState): void;
}

const lockName = 'landfall-live';
const channelName = 'landfall-live';
const silenceTimeoutMs = streamHeartbeatS * 2500;
const minRetryMs = 1000;
const maxRetryMs = 30_000;
const maxRemembered = 4000;
/** A change may be committed after one with a higher id, but not much later. */
const overlapMs = 2000;

/**
 * Over HTTP/1.1 a browser opens six connections per host, so all tabs share the stream of the one with the lock. `after` is
 * the position of this tab's page: later changes are delivered, also those from before it joined.
 */
export function joinLiveChannel(platform: LivePlatform, listener: LiveListener, after: string | null) {
  const leaving = new AbortController();
  const channel = platform.openChannel(channelName);
  const seen = new Map<string, { change: Change; atMs: number }>();
  let lastId = after;
  /** All changes after this one are in `seen`, or were announced by a reset. */
  let completeSince = after;
  /** A tab without the stream has to get the changes since `after` from the one with it. */
  let caughtUp = false;
  let state: ChannelState | undefined;
  let leading = false;
  let source: StreamSource | undefined;
  let retryMs = minRetryMs;
  let cancelSilence = () => undefined as void;
  let cancelRetry = () => undefined as void;

  const postMessage = (message: LiveMessage) => {
    if (!leaving.signal.aborted) channel.postMessage(message);
  };
  const setState = (next: ChannelState) => {
    if (leading) postMessage({ type: 'state', state: next, id: lastId });
    if (state === next) return;
    state = next;
    listener.onState(next);
  };
  const restartSilenceTimer = () => {
    cancelSilence();
    cancelSilence = platform.setTimer(() => {
      setState('waiting');
      if (leading) reconnect(0);
    }, silenceTimeoutMs);
  };
  const remember = (id: string | null) => {
    if (id !== null && /^\d{1,15}$/.test(id) && Number(id) > Number(lastId ?? -1)) lastId = id;
  };
  const deliver = (change: Change) => {
    if (seen.has(change.id)) return;
    seen.set(change.id, { change, atMs: Date.now() });
    // Maps keep insertion order, so the first is the oldest.
    if (seen.size > maxRemembered) {
      for (const id of seen.keys()) if (seen.size > maxRemembered / 2) seen.delete(id);
      completeSince = lastId;
    }
    remember(change.id);
    listener.onChange(change);
  };
  const reset = (id: string | null) => {
    lastId = null;
    remember(id);
    completeSince = lastId;
    listener.onReset();
  };
  /** Undefined if some may be missing. Before this tab has caught up, those after `after` are still to come. */
  const changesAfter = (position: string | null): Change[] | undefined =>
    position === null || completeSince === null || Number(position) < Number(completeSince)
      ? undefined
      : [...seen.values()]
          .filter(({ change, atMs }) => Number(change.id) > Number(position) || atMs > Date.now() - overlapMs)
          .map(({ change }) => change);

  const connect = () => {
    if (leaving.signal.aborted) return;
    const opened = platform.openStream(lastId);
    source = opened;
    restartSilenceTimer();
    opened.onEvent = ({ name, id, data }) => {
      if (source !== opened) return;
      retryMs = minRetryMs;
      restartSilenceTimer();
      if (name === 'change') {
        const change = readChange(parseJson(data));
        if (change) {
          postMessage({ type: 'change', change });
          deliver(change);
        }
      } else if (name === 'reset') {
        postMessage({ type: 'reset', id: id || null });
        reset(id || null);
      } else {
        remember(id || null);
        // Without a position, changes before the first connection are unknown.
        if (completeSince === null) reset(lastId);
      }
      setState('live');
    };
    opened.onError = (final) => {
      if (source !== opened) return;
      setState('waiting');
      if (final) reconnect(retryMs);
    };
  };
  const reconnect = (afterMs: number) => {
    source?.close();
    source = undefined;
    cancelRetry();
    cancelRetry = platform.setTimer(connect, afterMs);
    retryMs = Math.min(maxRetryMs, retryMs * 2);
  };

  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    const message = readLiveMessage(data);
    if (!message || leaving.signal.aborted) return;
    if (message.type === 'who') {
      if (!leading || !state) return;
      const changes = changesAfter(message.after);
      postMessage({ type: 'recent', after: message.after, changes: changes ?? null });
      postMessage({ type: 'state', state, id: lastId });
      return;
    }
    if (leading) return;
    restartSilenceTimer();
    if (message.type === 'change') deliver(message.change);
    else if (message.type === 'reset') {
      caughtUp = true;
      reset(message.id);
    } else if (message.type === 'recent') {
      // The answer to another tab may lack changes.
      if (caughtUp || message.after !== after) return;
      caughtUp = true;
      if (message.changes === null) reset(lastId);
      else for (const change of message.changes) deliver(change);
    } else {
      if (!caughtUp) postMessage({ type: 'who', after });
      remember(message.id);
      setState(message.state);
    }
  };

  setState('waiting');
  postMessage({ type: 'who', after });
  platform
    .holdLock(lockName, leaving.signal, async () => {
      if (leaving.signal.aborted) return;
      leading = true;
      if (!caughtUp) lastId = after;
      caughtUp = true;
      connect();
      await new Promise<void>((resolve) => leaving.signal.addEventListener('abort', () => resolve(), { once: true }));
    })
    // Aborted while waiting for the lock: this tab has left.
    .catch(() => undefined);

  return {
    changesAfter,
    leave: () => {
      if (leaving.signal.aborted) return;
      leaving.abort();
      cancelSilence();
      cancelRetry();
      source?.close();
      channel.close();
    },
  };
}

/** Undefined if the browser lacks one of the APIs; the page polls then. */
export function livePlatform(): LivePlatform | undefined {
  if (
    typeof navigator === 'undefined' ||
    !('locks' in navigator) ||
    typeof BroadcastChannel === 'undefined' ||
    typeof EventSource === 'undefined'
  )
    return undefined;
  return {
    holdLock: (name, signal, held) => navigator.locks.request(name, { signal }, held),
    openChannel: (name) => new BroadcastChannel(name),
    openStream,
    setTimer: (run, ms) => {
      const timer = setTimeout(run, ms);
      return () => clearTimeout(timer);
    },
  };
}

function openStream(after: string | null): StreamSource {
  const events = new EventSource(after === null ? '/api/stream' : `/api/stream?after=${encodeURIComponent(after)}`);
  const source: StreamSource = { onEvent: null, onError: null, close: () => events.close() };
  for (const name of streamEvents)
    events.addEventListener(name, (event: MessageEvent<string>) =>
      source.onEvent?.({ name, id: event.lastEventId, data: event.data }),
    );
  events.onerror = () => source.onError?.(events.readyState === EventSource.CLOSED);
  return source;
}
