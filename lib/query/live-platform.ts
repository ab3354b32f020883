import { streamEvents } from '../contract/stream';
import type { LivePlatform, StreamSource } from './live-channel';

/** The browser's own parts; undefined where one is missing, and then the page asks now and then instead. */
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
