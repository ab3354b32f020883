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

function setUp(position: string | null = '0', holdLock: LivePlatform['holdLock'] = (_name, _signal, held) => held()) {
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
    holdLock,
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
  stops.push(updates.start(position));
  const emit = (...changes: (Omit<Change, 'id'> & { id?: number })[]) => {
    for (const change of changes) {
      const id = String(change.id ?? ++nextId);
      source?.onEvent?.({ name: 'change', id, data: JSON.stringify({ ...change, id }) });
    }
  };
  const send = async (...changes: Omit<Change, 'id'>[]) => {
    emit(...changes);
    await vi.advanceTimersByTimeAsync(300);
  };
  return { client, updates, show, fetches, emit, send, source: () => source };
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
  show('imports', 'live', 'list', 'status=x');
  show('imports', 'live', 'counts');
  await send(moved('1'), moved('3'), moved('1'));
  expect(fetches).toEqual({
    'import/live/1': 1,
    'import/live/2': 0,
    'imports/live/list/status=x': 0,
    'imports/live/counts': 1,
  });
  expect(updates.snapshot().pending).toEqual({ live: 2, sandbox: 0 });
  updates.showPending('live');
  await vi.advanceTimersByTimeAsync(0);
  expect(fetches['imports/live/list/status=x']).toBe(1);
  expect(updates.snapshot().pending.live).toBe(0);
});

it('never touches the other environment', async () => {
  const { updates, show, fetches, send } = setUp();
  show('imports', 'sandbox', 'list', '');
  show('import', 'sandbox', '1');
  await send(moved('1', 'live'));
  expect(fetches).toEqual({ 'imports/sandbox/list/': 0, 'import/sandbox/1': 0 });
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

it('refetches everything after more changes at once than it remembers', async () => {
  const { show, fetches, send } = setUp();
  show('import', 'live', '1');
  await send(...Array.from({ length: 5000 }, () => moved('9')), moved('1'));
  expect(fetches['import/live/1']).toBe(1);
  // Once.
  await send(moved('9'));
  expect(fetches['import/live/1']).toBe(1);
});

it('polls every half minute while it is not live, and reports it', async () => {
  const { updates, show, fetches, source } = setUp();
  show('import', 'live', '1');
  show('lookup', 'live', 'ada');
  expect(updates.snapshot().state).toBe('connecting');
  source()?.onError?.(false);
  await vi.advanceTimersByTimeAsync(6000);
  expect(updates.snapshot().state).toBe('polling');
  await vi.advanceTimersByTimeAsync(25_000);
  expect(fetches['import/live/1']).toBe(1);
  // A request to the service in the person's name.
  expect(fetches['lookup/live/ada']).toBe(0);
});

it('refreshes server-rendered sections: in place at once, lists on demand, and once for many changes', async () => {
  const { updates, send } = setUp();
  const refreshes = { page: 0, list: 0 };
  const page = () => void refreshes.page++;
  const list = () => void refreshes.list++;
  const scope = { kinds: ['import'], environment: 'live' } as const;
  updates.register({ ...scope, subject: '1', defer: false, refresh: page });
  updates.register({ ...scope, defer: false, refresh: page });
  updates.register({ ...scope, defer: true, refresh: list });
  await send(moved('1'), moved('2'), moved('3'));
  expect(refreshes).toEqual({ page: 1, list: 0 });
  expect(updates.snapshot().pending.live).toBe(3);
  updates.showPending('live');
  expect(refreshes).toEqual({ page: 1, list: 1 });
});

it('keeps announced updates over a pause and shows them afterwards', async () => {
  const { updates, show, fetches, send } = setUp();
  show('imports', 'live', 'list', 'status=x');
  await send(moved('1'));
  expect(updates.snapshot().pending.live).toBe(1);
  updates.pause();
  updates.resume();
  await vi.advanceTimersByTimeAsync(0);
  expect(fetches['imports/live/list/status=x']).toBe(1);
  expect(updates.snapshot().pending.live).toBe(0);
});

it('fetches again after a fetch during which a change arrived, without restarting it', async () => {
  const { client, send } = setUp();
  const answers: ((value: string) => void)[] = [];
  const queryFn = () => new Promise<string>((resolve) => answers.push(resolve));
  const observer = new QueryObserver(client, { queryKey: ['import', 'live', '1'], queryFn, staleTime: Infinity });
  stops.push(observer.subscribe(() => undefined));
  const answer = async (index: number, value: string) => {
    answers[index]?.(value);
    await vi.advanceTimersByTimeAsync(0);
    expect(observer.getCurrentResult().data).toBe(value);
  };
  for (const index of [0, 1]) {
    expect(answers).toHaveLength(index + 1);
    await send(moved('1'));
    await send(moved('1'));
    // Changes faster than the answers would keep the page from ever showing one.
    expect(answers).toHaveLength(index + 1);
    await answer(index, `answer ${index}`);
  }
  expect(answers).toHaveLength(3);
  await answer(2, 'current');
  expect(answers).toHaveLength(3);
});

it('acts at once on a first change, and groups those that follow', async () => {
  const { show, fetches, emit } = setUp();
  show('import', 'live', '1');
  show('import', 'live', '2');
  await vi.advanceTimersByTimeAsync(1000);
  emit({ kind: 'delivery', environment: 'live', subject: 'd1' });
  await vi.advanceTimersByTimeAsync(0);
  // The delivery concerns nothing on this page, so it delays nothing.
  emit(moved('1'), moved('1'));
  await vi.advanceTimersByTimeAsync(0);
  expect(fetches).toEqual({ 'import/live/1': 1, 'import/live/2': 0 });
  for (let n = 0; n < 10; n++) {
    emit(moved('1'), moved('2'));
    await vi.advanceTimersByTimeAsync(1);
  }
  expect(fetches).toEqual({ 'import/live/1': 1, 'import/live/2': 0 });
  await vi.advanceTimersByTimeAsync(40);
  expect(fetches).toEqual({ 'import/live/1': 2, 'import/live/2': 1 });
});

it('shows changes from between the render and the connection, and announces no older ones that are repeated', async () => {
  const { updates, show, fetches, emit } = setUp('2000');
  show('import', 'live', '1');
  show('imports', 'live', 'list', '');
  emit({ ...moved('1'), id: 1999 });
  await vi.advanceTimersByTimeAsync(100);
  // It may have been committed later than its id says.
  expect(fetches['import/live/1']).toBe(1);
  expect(updates.snapshot().pending.live).toBe(0);
  emit({ ...moved('1'), id: 2001 });
  await vi.advanceTimersByTimeAsync(100);
  expect(fetches['import/live/1']).toBe(2);
  expect(updates.snapshot().pending.live).toBe(1);
});

it('shows a change that arrived while the next page was on its way', async () => {
  const { updates, show, fetches, emit } = setUp('3000');
  let refreshes = 0;
  emit({ ...moved('1'), id: 3001 });
  await vi.advanceTimersByTimeAsync(60_000);
  show('import', 'live', '1');
  show('imports', 'live', 'list', '');
  updates.register({ kinds: ['import'], environment: 'live', defer: false, refresh: () => void refreshes++ });
  updates.catchUp('3001');
  expect([fetches['import/live/1'], updates.snapshot().pending.live, refreshes]).toEqual([0, 0, 0]);
  updates.catchUp('3000');
  await vi.advanceTimersByTimeAsync(0);
  expect([fetches['import/live/1'], updates.snapshot().pending.live, refreshes]).toEqual([1, 1, 1]);
  // Older than what is remembered: everything is fetched.
  updates.catchUp('2999');
  await vi.advanceTimersByTimeAsync(0);
  expect(fetches).toEqual({ 'import/live/1': 2, 'imports/live/list/': 1 });
});

it('fetches nothing when a page that was rendered with the layout becomes usable before the stream is open', async () => {
  let grant = () => undefined as void;
  const { updates, show, fetches, emit } = setUp('4000', async (_name, _signal, held) => {
    await new Promise<void>((resolve) => (grant = resolve));
    await held();
  });
  show('import', 'live', '1');
  show('imports', 'live', 'list', '');
  updates.catchUp('4000');
  await vi.advanceTimersByTimeAsync(100);
  expect(fetches).toEqual({ 'import/live/1': 0, 'imports/live/list/': 0 });
  grant();
  await vi.advanceTimersByTimeAsync(0);
  emit({ ...moved('1'), id: 4001 });
  await vi.advanceTimersByTimeAsync(100);
  expect(fetches).toEqual({ 'import/live/1': 1, 'imports/live/list/': 0 });
  expect(updates.snapshot().pending.live).toBe(1);
});

it('announces no change that the list was fetched after, also if an earlier render is shown again', async () => {
  const { client, updates, show, emit } = setUp('5000');
  const list = ['imports', 'live', 'list', ''];
  const other = ['imports', 'live', 'list', 'status=x'];
  show(...list);
  client.setQueryData(other, 0);
  emit({ ...moved('1'), id: 5001 });
  await vi.advanceTimersByTimeAsync(100);
  expect(updates.snapshot().pending.live).toBe(1);
  client.setQueryData(list, 7);
  expect(updates.snapshot().pending.live).toBe(1);
  void client.refetchQueries({ queryKey: list });
  await vi.advanceTimersByTimeAsync(0);
  expect(updates.snapshot().pending.live).toBe(0);
  expect(client.getQueryState(other)?.isInvalidated).toBe(true);
  updates.catchUp('5000');
  expect(updates.snapshot().pending.live).toBe(0);
  emit({ ...moved('1'), id: 5002 });
  await vi.advanceTimersByTimeAsync(100);
  expect(updates.snapshot().pending.live).toBe(1);
});

it('refetches in a hidden tab', async () => {
  const { show, fetches, send } = setUp();
  vi.stubGlobal('document', { visibilityState: 'hidden' });
  show('import', 'live', '1');
  await send(moved('1'));
  expect(fetches['import/live/1']).toBe(1);
});

it('refetches once connected if the position of the page is unknown', async () => {
  const { show, fetches, source } = setUp(null);
  show('import', 'live', '1');
  await vi.advanceTimersByTimeAsync(6000);
  expect(fetches['import/live/1']).toBe(0);
  source()?.onEvent?.({ name: 'hello', id: '7', data: '{}' });
  await vi.advanceTimersByTimeAsync(0);
  expect(fetches['import/live/1']).toBe(1);
});

it('refetches a page from the back/forward cache when shown, and again when it is live', async () => {
  const { show, fetches, source } = setUp();
  source()?.onEvent?.({ name: 'hello', id: '7', data: '{}' });
  show('import', 'live', '1');
  window.dispatchEvent(new Event('pagehide'));
  window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
  await vi.advanceTimersByTimeAsync(0);
  expect(fetches['import/live/1']).toBe(1);
  source()?.onEvent?.({ name: 'hello', id: '9', data: '{}' });
  await vi.advanceTimersByTimeAsync(0);
  expect(fetches['import/live/1']).toBe(2);
});

it('updates counts at once when another person decides, in their environment only', async () => {
  const { updates, show, fetches, send } = setUp();
  for (const environment of ['live', 'sandbox']) {
    show('queue', environment, 'count');
    show('imports', environment, 'counts');
    show('imports', environment, 'list', 'decision=asked');
  }
  for (const kind of ['decision', 'request'] as const) await send({ kind, environment: 'sandbox', subject: '1' });
  expect(fetches).toEqual({
    'queue/live/count': 0,
    'imports/live/counts': 0,
    'imports/live/list/decision=asked': 0,
    'queue/sandbox/count': 2,
    'imports/sandbox/counts': 2,
    'imports/sandbox/list/decision=asked': 0,
  });
  expect(updates.snapshot().pending).toEqual({ live: 0, sandbox: 2 });
});

it('refreshes sections for settings in every environment, and for other changes only in theirs', async () => {
  const { updates, send } = setUp();
  let refreshes = 0;
  updates.register({
    kinds: ['import', 'settings'],
    environment: 'sandbox',
    defer: false,
    refresh: () => void refreshes++,
  });
  await send(moved('1', 'live'), { kind: 'decision', environment: 'sandbox', subject: '1' });
  expect(refreshes).toBe(0);
  await send({ kind: 'settings', environment: 'live', subject: 'policy' });
  expect(refreshes).toBe(1);
  await send(moved('1', 'sandbox'));
  expect(refreshes).toBe(2);
});

it('refetches a customer at once after a change of their imports, and now and then after others', async () => {
  const { updates, send } = setUp();
  let fetches = 0;
  const stop = updates.registerImports('live', ['1', '2'], () => void fetches++);
  await send(moved('1'), { kind: 'decision', environment: 'live', subject: '2' });
  expect(fetches).toBe(1);
  await send({ kind: 'message', environment: 'live', subject: '2' });
  expect(fetches).toBe(2);
  await send(moved('1', 'sandbox'), moved('9'), moved('8'));
  await send(moved('7'));
  expect(fetches).toBe(2);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(fetches).toBe(3);
  await send({ kind: 'request', environment: 'live', subject: 'a tool request' });
  await vi.advanceTimersByTimeAsync(30_000);
  expect(fetches).toBe(4);
  await send(moved('7'));
  stop();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(fetches).toBe(4);
});
