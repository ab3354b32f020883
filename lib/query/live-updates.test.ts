import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Change } from '../contract/stream';
import type { LivePlatform, StreamSource } from './live-channel';
import { createLiveUpdates } from './live-updates';

/** The few things of a page that are listened to; what is proven here is which queries are asked again. */
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
  const asked: Record<string, number> = {};
  const show = (...queryKey: string[]) => {
    const name = queryKey.join('/');
    asked[name] = 0;
    const observer = new QueryObserver(client, {
      queryKey,
      queryFn: () => (asked[name] = (asked[name] ?? 0) + 1),
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
  const tell = async (...changes: Omit<Change, 'id'>[]) => {
    for (const change of changes) {
      const id = String(++nextId);
      source?.onEvent?.({ name: 'change', id, data: JSON.stringify({ ...change, id }) });
    }
    await vi.advanceTimersByTimeAsync(300);
  };
  return { updates, show, asked, tell, source: () => source };
}
let nextId = 0;
const moved = (subject: string, environment: 'live' | 'sandbox' = 'live') => ({
  kind: 'import' as const,
  environment,
  subject,
});

it('asks again at once for what redraws in place, and holds the list back until the person wants it', async () => {
  const { updates, show, asked, tell } = setUp();
  show('import', 'live', '1');
  show('import', 'live', '2');
  show('imports', 'live', 'status=x');
  show('imports', 'live', 'counts');
  await tell(moved('1'), moved('3'), moved('1'));
  expect(asked).toEqual({
    'import/live/1': 1,
    'import/live/2': 0,
    'imports/live/status=x': 0,
    'imports/live/counts': 1,
  });
  expect(updates.snapshot().pending).toEqual({ live: 2, sandbox: 0 });
  updates.showPending('live');
  await vi.advanceTimersByTimeAsync(0);
  expect(asked['imports/live/status=x']).toBe(1);
  expect(updates.snapshot().pending.live).toBe(0);
});

it('never touches the other environment', async () => {
  const { updates, show, asked, tell } = setUp();
  show('imports', 'sandbox', '');
  show('import', 'sandbox', '1');
  await tell(moved('1', 'live'));
  expect(asked).toEqual({ 'imports/sandbox/': 0, 'import/sandbox/1': 0 });
  expect(updates.snapshot().pending.sandbox).toBe(0);
});

it('changes nothing while paused, counts what waits, and shows all of it afterwards', async () => {
  const { updates, show, asked, tell } = setUp();
  show('import', 'live', '1');
  await tell(moved('9'));
  updates.pause();
  await tell(moved('1'), moved('2'));
  expect(updates.snapshot()).toMatchObject({ state: 'paused', pending: { live: 2 } });
  expect(asked['import/live/1']).toBe(0);
  updates.resume();
  await vi.advanceTimersByTimeAsync(0);
  expect(asked['import/live/1']).toBe(1);
  expect(updates.snapshot()).toMatchObject({ state: 'live', pending: { live: 0 } });
});

it('asks every half minute while it is not live, and says so', async () => {
  const { updates, show, asked, source } = setUp();
  show('import', 'live', '1');
  expect(updates.snapshot().state).toBe('connecting');
  source()?.onError?.(false);
  await vi.advanceTimersByTimeAsync(6000);
  expect(updates.snapshot().state).toBe('polling');
  await vi.advanceTimersByTimeAsync(25_000);
  expect(asked['import/live/1']).toBe(1);
});

it('redraws what the server drew: in place at once, a list when the person wants it, and once for many changes', async () => {
  const { updates, tell } = setUp();
  const drawn = { page: 0, list: 0 };
  const page = () => void drawn.page++;
  const list = () => void drawn.list++;
  updates.register({ matches: (change) => change.subject === '1', defer: false, refresh: page });
  updates.register({ matches: (change) => change.kind === 'import', defer: false, refresh: page });
  updates.register({ matches: (change) => change.kind === 'import', defer: true, refresh: list });
  await tell(moved('1'), moved('2'), moved('3'));
  expect(drawn).toEqual({ page: 1, list: 0 });
  expect(updates.snapshot().pending.live).toBe(3);
  updates.showPending('live');
  expect(drawn).toEqual({ page: 1, list: 1 });
});
