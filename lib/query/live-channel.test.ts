import { afterEach, expect, it, vi } from 'vitest';
import type { Change } from '../contract/stream';
import { eventually } from '../core/testing/eventually';
import { joinLiveChannel, type ChannelState, type LivePlatform } from './live-channel';

type StreamSource = ReturnType<LivePlatform['openStream']>;

/** One browser: passes its lock from tab to tab in order, and counts its streams. */
function browser() {
  const queue: (() => void)[] = [];
  let heldBy: symbol | undefined;
  const opened: (StreamSource & { after: string | null; closed: boolean })[] = [];
  const timers = new Set<{ run: () => void; ms: number }>();
  const next = () => {
    heldBy = undefined;
    queue.shift()?.();
  };
  const platform: LivePlatform = {
    holdLock: (_name, signal, held) =>
      new Promise((resolve, reject) => {
        const me = Symbol('tab');
        const run = () => {
          if (signal.aborted) return next();
          heldBy = me;
          void held().then(() => {
            next();
            resolve(undefined);
          });
        };
        signal.addEventListener('abort', () => {
          if (heldBy !== me) reject(new Error('gave up'));
        });
        if (heldBy === undefined && queue.length === 0) run();
        else queue.push(run);
      }),
    openChannel: (name) => new BroadcastChannel(name),
    openStream: (after) => {
      const source = { after, closed: false, onEvent: null, onError: null, close: () => void (source.closed = true) };
      opened.push(source);
      return source;
    },
    setTimer: (run, ms) => {
      const timer = { run, ms };
      timers.add(timer);
      return () => void timers.delete(timer);
    },
  };
  const open = () => opened.filter((source) => !source.closed);
  return { platform, opened, open, timers };
}

function tab(platform: LivePlatform, after: string | null = '3') {
  const seen = { changes: [] as string[], resets: 0, states: [] as ChannelState[] };
  const joined = joinLiveChannel(
    platform,
    {
      onChange: (change) => seen.changes.push(change.subject),
      onReset: () => seen.resets++,
      onState: (state) => seen.states.push(state),
    },
    after,
  );
  tabs.push(joined);
  return Object.assign(seen, joined);
}
let tabs: { leave(): void }[] = [];
afterEach(() => {
  for (const joined of tabs) joined.leave();
  tabs = [];
});

const change = (id: number): Change => ({ id: String(id), kind: 'import', environment: 'live', subject: `i${id}` });
const emit = (source: StreamSource | undefined, id: number) =>
  source?.onEvent?.({ name: 'change', id: String(id), data: JSON.stringify(change(id)) });

it('opens one stream for ten tabs and delivers everything once to each', async () => {
  const { platform, open, opened } = browser();
  const ten = Array.from({ length: 10 }, () => tab(platform));
  await vi.waitFor(() => expect(open()).toHaveLength(1), eventually);
  open()[0]?.onEvent?.({ name: 'hello', id: '4', data: '{}' });
  emit(open()[0], 5);
  emit(open()[0], 6);
  emit(open()[0], 5);
  for (const one of ten) await vi.waitFor(() => expect(one.changes).toEqual(['i5', 'i6']), eventually);
  for (const one of ten) await vi.waitFor(() => expect(one.states.at(-1)).toBe('live'), eventually);
  expect(opened).toHaveLength(1);
});

it('lets the next tab resume where the closed one was', async () => {
  const { platform, open, opened } = browser();
  const [first, second] = [tab(platform), tab(platform)];
  await vi.waitFor(() => expect(open()).toHaveLength(1), eventually);
  emit(open()[0], 41);
  await vi.waitFor(() => expect(second.changes).toEqual(['i41']), eventually);
  first.leave();
  await vi.waitFor(() => expect(open()).toHaveLength(1), eventually);
  expect(opened.at(-1)?.after).toBe('41');
  emit(open()[0], 41);
  emit(open()[0], 42);
  await vi.waitFor(() => expect(second.changes).toEqual(['i41', 'i42']), eventually);
});

it('reports in every tab when it is not live, reconnects and resumes', async () => {
  const { platform, open, timers } = browser();
  const [leader, follower] = [tab(platform), tab(platform)];
  await vi.waitFor(() => expect(open()).toHaveLength(1), eventually);
  emit(open()[0], 7);
  await vi.waitFor(() => expect(follower.states.at(-1)).toBe('live'), eventually);
  open()[0]?.onError?.(true);
  await vi.waitFor(
    () => expect([leader.states.at(-1), follower.states.at(-1)]).toEqual(['waiting', 'waiting']),
    eventually,
  );
  const retry = [...timers].find(({ ms }) => ms < 30_000);
  expect(retry).toBeDefined();
  retry?.run();
  expect(open().at(-1)?.after).toBe('7');
  open().at(-1)?.onEvent?.({ name: 'heartbeat', id: '', data: '{}' });
  await vi.waitFor(() => expect([leader.states.at(-1), follower.states.at(-1)]).toEqual(['live', 'live']), eventually);
});

it('reopens a silent stream, and marks a tab whose leader sleeps as not live', async () => {
  const { platform, open, timers } = browser();
  const [leader, follower] = [tab(platform), tab(platform)];
  await vi.waitFor(() => expect(open()).toHaveLength(1), eventually);
  emit(open()[0], 7);
  await vi.waitFor(() => expect(follower.states.at(-1)).toBe('live'), eventually);
  const before = open()[0];
  for (const { run } of [...timers].filter(({ ms }) => ms >= 30_000)) run();
  expect([leader.states.at(-1), follower.states.at(-1)]).toEqual(['waiting', 'waiting']);
  for (const { run } of [...timers].filter(({ ms }) => ms === 0)) run();
  expect(open()).toHaveLength(1);
  expect(open()[0]).not.toBe(before);
});

it('forwards a reset to every tab', async () => {
  const { platform, open } = browser();
  const two = [tab(platform), tab(platform)];
  await vi.waitFor(() => expect(open()).toHaveLength(1), eventually);
  open()[0]?.onEvent?.({ name: 'reset', id: '90', data: '{}' });
  for (const one of two) await vi.waitFor(() => expect(one.resets).toBe(1), eventually);
});

it('sends the current state to a new tab', async () => {
  const { platform, open } = browser();
  tab(platform);
  await vi.waitFor(() => expect(open()).toHaveLength(1), eventually);
  open()[0]?.onEvent?.({ name: 'hello', id: '3', data: '{}' });
  const late = tab(platform);
  await vi.waitFor(() => expect(late.states.at(-1)).toBe('live'), eventually);
});

it('gives a new tab the changes since its page was rendered', async () => {
  const { platform, open, opened } = browser();
  tab(platform);
  await vi.waitFor(() => expect(open()).toHaveLength(1), eventually);
  expect(opened[0]?.after).toBe('3');
  emit(open()[0], 4);
  emit(open()[0], 5);
  // The overlap may repeat the change that it has.
  const known = tab(platform, '4');
  await vi.waitFor(() => expect(known.changes).toContain('i5'), eventually);
  expect(known.resets).toBe(0);
  // Rendered before the other tab, so that what it lacks is unknown.
  const older = tab(platform, '2');
  await vi.waitFor(() => expect(older.resets).toBe(1), eventually);
  expect(known.resets).toBe(0);
});

it('gives tabs that open together the changes since their pages, also from before the stream', async () => {
  const { platform, open } = browser();
  const [leader, follower] = [tab(platform, '6'), tab(platform, '5')];
  await vi.waitFor(() => expect(open()).toHaveLength(1), eventually);
  open()[0]?.onEvent?.({ name: 'hello', id: '6', data: '{}' });
  await vi.waitFor(() => expect(follower.resets).toBe(1), eventually);
  expect(leader.resets).toBe(0);
});

it('resets once if the position of the page is unknown', async () => {
  const { platform, open } = browser();
  const only = tab(platform, null);
  await vi.waitFor(() => expect(open()).toHaveLength(1), eventually);
  open()[0]?.onEvent?.({ name: 'hello', id: '6', data: '{}' });
  open()[0]?.onEvent?.({ name: 'hello', id: '6', data: '{}' });
  expect(only.resets).toBe(1);
});
