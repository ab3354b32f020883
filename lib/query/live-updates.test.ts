import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Change } from '../contract/stream';
import type { LivePlatform } from './live-channel';
import { createLiveUpdates } from './live-updates';

type StreamSource = ReturnType<LivePlatform['openStream']>;

/** Only the parts of a page that live updates listen to. */
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('document', { visibilityState: 'visible' });
  vi.stubGlobal('navigator', { onLine: true });
});
afterEach(() => {
  for (const stop of stops) stop();
  stops = [];
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
let stops: (() => void)[] = [];

function setUp() {
  const client = new QueryClient();
  const fetches: Record<string, number> = {};
  const show = (...queryKey: string[]) => {
    const name = queryKey.join('/');
    fetches[name] = 0;
    const observer = new QueryObserver(client, {
      queryKey,
      queryFn: () => (fetches[name] = (fetches[name] ?? 0) + 1),
      initialData: 0,
      staleTime: Infinity,
    });
    stops.push(observer.subscribe(() => undefined));
  };
  let source: StreamSource | undefined;
  const platform: LivePlatform = {
    holdLock: (_name, _signal, held) => held(),
    openChannel: () =>
      ({ postMessage: () => undefined, close: () => undefined, onmessage: null }) as unknown as BroadcastChannel,
    openStream: () => {
      const opened: StreamSource = { onEvent: null, onError: null, close: () => undefined };
      source = opened;
      return opened;
    },
    setTimer: (run, ms) => {
      const timer = setTimeout(run, ms);
      return () => clearTimeout(timer);
    },
  };
  const updates = createLiveUpdates(client, () => platform);
  stops.push(updates.start());
  const send = async (...changes: Omit<Change, 'id'>[]) => {
    for (const change of changes) {
      const id = String(++nextId);
      source?.onEvent?.({ name: 'change', id, data: JSON.stringify({ ...change, id }) });
    }
    await vi.advanceTimersByTimeAsync(300);
  };
  return { updates, show, fetches, send, source: () => source };
}
let nextId = 0;
const moved = (subject: string, environment: 'live' | 'sandbox' = 'live') => ({
  kind: 'import' as const,
  environment,
  subject,
});

it('refetches queries that update in place, and defers lists', async () => {
  const { updates, show, fetches, send } = setUp();
  show('import', 'live', '1');
  show('import', 'live', '2');
  show('imports', 'live', 'status=x');
  show('imports', 'live', 'counts');
  await send(moved('1'), moved('3'), moved('1'));
  expect(fetches).toEqual({
    'import/live/1': 1,
    'import/live/2': 0,
    'imports/live/status=x': 0,
    'imports/live/counts': 1,
  });
  expect(updates.snapshot().pending).toEqual({ live: 2, sandbox: 0 });
  updates.showPending('live');
  await vi.advanceTimersByTimeAsync(0);
  expect(fetches['imports/live/status=x']).toBe(1);
  expect(updates.snapshot().pending.live).toBe(0);
});

it('never touches the other environment', async () => {
  const { updates, show, fetches, send } = setUp();
  show('imports', 'sandbox', '');
  show('import', 'sandbox', '1');
  await send(moved('1', 'live'));
  expect(fetches).toEqual({ 'imports/sandbox/': 0, 'import/sandbox/1': 0 });
  expect(updates.snapshot().pending.sandbox).toBe(0);
});

it('changes nothing while paused, counts updates, and shows them afterwards', async () => {
  const { updates, show, fetches, send } = setUp();
  show('import', 'live', '1');
  await send(moved('9'));
  updates.pause();
  await send(moved('1'), moved('2'));
  expect(updates.snapshot()).toMatchObject({ state: 'paused', pending: { live: 2 } });
  expect(fetches['import/live/1']).toBe(0);
  updates.resume();
  await vi.advanceTimersByTimeAsync(0);
  expect(fetches['import/live/1']).toBe(1);
  expect(updates.snapshot()).toMatchObject({ state: 'live', pending: { live: 0 } });
});

it('polls every half minute while it is not live, and reports it', async () => {
  const { updates, show, fetches, source } = setUp();
  show('import', 'live', '1');
  expect(updates.snapshot().state).toBe('connecting');
  source()?.onError?.(false);
  await vi.advanceTimersByTimeAsync(6000);
  expect(updates.snapshot().state).toBe('polling');
  await vi.advanceTimersByTimeAsync(25_000);
  expect(fetches['import/live/1']).toBe(1);
});

it('refreshes server-rendered sections: in place at once, lists on demand, and once for many changes', async () => {
  const { updates, send } = setUp();
  const refreshes = { page: 0, list: 0 };
  const page = () => void refreshes.page++;
  const list = () => void refreshes.list++;
  updates.register({ matches: (change) => change.subject === '1', defer: false, refresh: page });
  updates.register({ matches: (change) => change.kind === 'import', defer: false, refresh: page });
  updates.register({ matches: (change) => change.kind === 'import', defer: true, refresh: list });
  await send(moved('1'), moved('2'), moved('3'));
  expect(refreshes).toEqual({ page: 1, list: 0 });
  expect(updates.snapshot().pending.live).toBe(3);
  updates.showPending('live');
  expect(refreshes).toEqual({ page: 1, list: 1 });
});
