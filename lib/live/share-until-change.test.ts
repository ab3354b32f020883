import { afterEach, expect, it, vi } from 'vitest';
import { createManualClock } from '../core/testing/manual-clock';
import { eventually } from '../core/testing/eventually';
import { silentLog } from '../core/log';
import { recordChange } from '../store/events/changes';
import { forEachEngineAtFullSize } from '../store/testing/for-each-engine';
import { createFeed } from './feed';
import { createSharing } from './share-until-change';

function openSharing() {
  const clock = createManualClock();
  let version: number | undefined = 1;
  let reads = 0;
  const share = createSharing({ clock, feed: { version: () => version } });
  return {
    clock,
    setVersion: (next: number | undefined) => (version = next),
    read: share((key: 'live' | 'sandbox') => Promise.resolve(`${key} ${(reads += 1)}`)),
  };
}

it('reads once for each key until something changes', async () => {
  const { read, setVersion } = openSharing();
  expect(await Promise.all([read('live'), read('live'), read('sandbox')])).toEqual(['live 1', 'live 1', 'sandbox 2']);
  setVersion(2);
  expect(await read('live')).toBe('live 3');
});

it('reads again after two seconds, because some changes have no event', async () => {
  const { read, clock } = openSharing();
  await read('live');
  await clock.advance(1_999);
  expect(await read('live')).toBe('live 1');
  await clock.advance(1);
  expect(await read('live')).toBe('live 2');
});

it('reads every time while changes are not received', async () => {
  const { read, setVersion } = openSharing();
  setVersion(undefined);
  expect([await read('live'), await read('live')]).toEqual(['live 1', 'live 2']);
});

forEachEngineAtFullSize((_engine, open) => {
  const closing: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0)) await close();
  });

  it('reads again once a committed change has reached the feed, and has no version before it listens', async () => {
    const database = await open();
    const clock = createManualClock();
    const feed = createFeed({ database, clock, log: silentLog });
    closing.push(feed.close);
    expect(feed.version()).toBeUndefined();
    await feed.readPosition();
    let reads = 0;
    const read = createSharing({ clock, feed })(() => Promise.resolve((reads += 1)));
    expect([await read('all'), await read('all')]).toEqual([1, 1]);
    await database.transaction((tx) => recordChange(tx, { kind: 'import', environment: 'live', subject: 'i1' }));
    await vi.waitFor(async () => expect(await read('all')).toBe(2), eventually);
  });
});
