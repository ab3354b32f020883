import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Change } from '../contract/stream';
import type { Role } from '../contract/roles';
import { systemClock } from '../core/clock';
import { currentContext, runInContext } from '../core/context.mjs';
import { createManualClock } from '../core/testing/manual-clock';
import { silentLog } from '../core/log';
import { eventually } from '../core/testing/eventually';
import { recordChange } from '../store/events/changes';
import { readLatestChangeId, sweepChanges } from '../store/events/change-feed';
import type { Database } from '../store/database/database';
import { openPostgres } from '../store/database/open-postgres';
import { readMigrations } from '../store/database/read-migrations';
import { createStatementRecorder } from '../store/testing/record-statements';
import { forEachEngineAtFullSize } from '../store/testing/for-each-engine';
import { createTestPostgresUrl } from '../store/testing/open-test-database';
import { createFeed } from './feed';
import { readEvents, subjectsOf } from './testing/read-events';

type Feed = ReturnType<typeof createFeed>;
type Viewer = Parameters<Feed['open']>[0];
const subscriber = (over: Partial<Viewer> = {}): Viewer => ({
  staffId: 's1',
  lastEventId: null,
  readRole: () => Promise.resolve('viewer'),
  ...over,
});
const change = (subject: string, kind: Change['kind'] = 'import') => ({
  kind,
  environment: 'live' as const,
  subject,
});

let feeds: Feed[] = [];
const openFeed = (database: Database, clock = systemClock, onCount = (_streams: number): void => undefined) => {
  const feed = createFeed({ database, clock, log: silentLog, onCount });
  feeds.push(feed);
  return feed;
};
afterEach(async () => {
  await Promise.all(feeds.map((feed) => feed.close()));
  feeds = [];
});

forEachEngineAtFullSize((_engine, open) => {
  let database: Database;
  beforeAll(async () => {
    database = await open();
  });
  const publish = (subject: string, kind?: Change['kind']) =>
    database.transaction((tx) => recordChange(tx, change(subject, kind)));
  const waitForFirstEvent = async (reader: ReturnType<typeof readEvents>) => {
    await vi.waitFor(() => expect(reader.events.length).toBeGreaterThan(0), eventually);
    return reader;
  };

  it('sends committed changes to every open stream, and none that rolled back', async () => {
    const feed = openFeed(database);
    const [one, other] = [readEvents(feed.open(subscriber())), readEvents(feed.open(subscriber()))];
    await Promise.all([waitForFirstEvent(one), waitForFirstEvent(other)]);
    await expect(
      database.transaction(async (tx) => {
        await recordChange(tx, change('undone'));
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    await publish('a');
    await publish('b');
    for (const reader of [one, other])
      await vi.waitFor(() => expect(subjectsOf(reader)).toEqual(['a', 'b']), eventually);
  });

  /** Only what the test announces arrives. */
  const openWithListener = async () => {
    let announce = (_payload: string) => undefined as void;
    const listen: Database['listen'] = (_channel, onPayload) => {
      announce = onPayload;
      return Promise.resolve(() => Promise.resolve());
    };
    const { engine, db, transaction, close } = database;
    const stream = openFeed({ engine, db, transaction, close, listen }).open(subscriber())[Symbol.asyncIterator]();
    expect((await stream.next()).value).toContain('event: hello');
    return { stream, announce: (payload: string) => announce(payload) };
  };

  it('sends an announced change at once, without a query', async () => {
    const { stream, announce } = await openWithListener();
    const statements = await createStatementRecorder(database)(async () => {
      announce(JSON.stringify({ id: '900000001', ...change('announced') }));
      expect((await stream.next()).value).toContain('"announced"');
    });
    expect(statements).toEqual([]);
  });

  it('lets pages load everything again when it cannot read a notification', async () => {
    const { stream, announce } = await openWithListener();
    // An older version sends the id alone.
    announce('17');
    expect((await stream.next()).value).toContain('event: reset');
  });

  it('announces the longest identifier in any characters', async () => {
    const reader = await waitForFirstEvent(readEvents(openFeed(database).open(subscriber())));
    const longest = '\u0001'.repeat(512);
    await publish(longest);
    await vi.waitFor(() => expect(subjectsOf(reader)).toEqual([longest]), eventually);
  });

  it('sends only changes that the role may see', async () => {
    const feed = openFeed(database);
    const plain = await waitForFirstEvent(readEvents(feed.open(subscriber())));
    const admin = await waitForFirstEvent(
      readEvents(feed.open(subscriber({ readRole: () => Promise.resolve('admin') }))),
    );
    await publish('d1', 'delivery');
    // Open queues and imports of everyone depend on it.
    await publish('policy', 'settings');
    await publish('i1');
    await vi.waitFor(() => expect(subjectsOf(admin)).toEqual(['d1', 'policy', 'i1']), eventually);
    await vi.waitFor(() => expect(subjectsOf(plain)).toEqual(['policy', 'i1']), eventually);
  });

  it('resumes after the last event without missing changes', async () => {
    const onCount = vi.fn();
    const feed = openFeed(database, systemClock, onCount);
    const first = await waitForFirstEvent(readEvents(feed.open(subscriber())));
    await publish('r1');
    await vi.waitFor(() => expect(subjectsOf(first)).toContain('r1'), eventually);
    const last = first.events.at(-1)?.id ?? null;
    await first.close();
    await vi.waitFor(() => expect(onCount).toHaveBeenLastCalledWith(0), eventually);
    await publish('r2');
    // Its transaction began long before that of the last event.
    await database.db.execute(sql`update changes set at = at - interval '1 minute' where subject = 'r2'`);
    await publish('r3');
    const again = readEvents(feed.open(subscriber({ lastEventId: last })));
    await vi.waitFor(
      () => expect(subjectsOf(again).filter((s) => s > 'r1' && s < 's')).toEqual(['r2', 'r3']),
      eventually,
    );
    expect(again.events[0]?.name).toBe('hello');
    expect(new Set(again.events.map(({ id }) => id)).size).toBe(again.events.length - (last === null ? 0 : 1));
  });

  it('sends reset when missed changes are no longer known', async () => {
    const feed = openFeed(database);
    await publish('old');
    for (const lastEventId of ['1', '999999999']) {
      await sweepChanges(database.db, -1);
      await publish('new');
      const reader = readEvents(feed.open(subscriber({ lastEventId })));
      await vi.waitFor(() => expect(reader.events[0]?.name).toBe('reset'), eventually);
      await reader.close();
    }
  });

  it('sends a heartbeat every 15 seconds and ends at the first one after the session ended', async () => {
    const clock = createManualClock();
    const onCount = vi.fn();
    const feed = openFeed(database, clock, onCount);
    let role: Role | undefined = 'viewer';
    const reader = await waitForFirstEvent(
      readEvents(feed.open(subscriber({ readRole: () => Promise.resolve(role) }))),
    );
    await clock.advance(15_000);
    await vi.waitFor(() => expect(reader.events.at(-1)?.name).toBe('heartbeat'), eventually);
    role = undefined;
    await clock.advance(15_000);
    await vi.waitFor(() => expect(reader.ended).toBe(true), eventually);
    expect(onCount).toHaveBeenLastCalledWith(0);
  });

  it('checks sessions outside of the request that was the first', async () => {
    const clock = createManualClock(new Date());
    const feed = openFeed(database, clock);
    const contexts: unknown[] = [];
    const readRole = async () => {
      contexts.push(currentContext().request);
      return 'viewer' as const;
    };
    const open = () => readEvents(feed.open(subscriber({ readRole })));
    await waitForFirstEvent(runInContext({ request: { id: 'first' } }, open));
    await clock.advance(15_000);
    await vi.waitFor(() => expect(contexts).toEqual([{ id: 'first' }, undefined]), eventually);
    await publish('ada', 'staff');
    await vi.waitFor(() => expect(contexts.slice(2)).toEqual([undefined]), eventually);
  });

  it('ends at once when the staff member is disabled', async () => {
    const feed = openFeed(database, createManualClock());
    let role: Role | undefined = 'agent';
    const reader = await waitForFirstEvent(
      readEvents(feed.open(subscriber({ readRole: () => Promise.resolve(role) }))),
    );
    role = undefined;
    await publish('s1', 'staff');
    await vi.waitFor(() => expect(reader.ended).toBe(true), eventually);
  });

  it('sends nothing without a session', async () => {
    const feed = openFeed(database);
    const reader = readEvents(feed.open(subscriber({ readRole: () => Promise.resolve(undefined) })));
    await vi.waitFor(() => expect(reader.ended).toBe(true), eventually);
    expect(reader.events).toEqual([]);
  });

  it('sends what was committed between reading the position and opening the stream', async () => {
    const feed = openFeed(database);
    await feed.readPosition();
    await publish('rendered');
    const latest = String(await readLatestChangeId(database.db));
    await vi.waitFor(async () => expect(await feed.readPosition()).toBe(latest), eventually);
    await publish('missed');
    const reader = readEvents(feed.open(subscriber({ lastEventId: latest })));
    await vi.waitFor(() => expect(subjectsOf(reader)).toContain('missed'), eventually);
    expect(reader.events[0]).toMatchObject({ name: 'hello', id: latest });
  });

  it('allows a hundred streams per staff member and ends all on close', async () => {
    const onCount = vi.fn();
    const feed = openFeed(database, systemClock, onCount);
    const readers = Array.from({ length: 101 }, () => readEvents(feed.open(subscriber())));
    await vi.waitFor(() => expect(readers[0]?.ended).toBe(true), eventually);
    expect(onCount).toHaveBeenLastCalledWith(100);
    await feed.close();
    await vi.waitFor(() => expect(readers.every(({ ended }) => ended)).toBe(true), eventually);
  });
});

describe('two instances on one PostgreSQL', () => {
  let instances: Database[] = [];
  beforeAll(async () => {
    const url = await createTestPostgresUrl();
    const migrations = await readMigrations();
    const first = await openPostgres({ url, migrations });
    instances = [first, await openPostgres({ url, migrations })];
  });
  afterAll(async () => {
    await Promise.all(instances.map((instance) => instance.close()));
  });

  it('sends a change that was recorded on the other instance', async () => {
    const [here, there] = instances;
    if (!here || !there) throw new Error('two instances are needed');
    const reader = readEvents(openFeed(there).open(subscriber()));
    await vi.waitFor(() => expect(reader.events[0]?.name).toBe('hello'), eventually);
    await here.transaction((tx) => recordChange(tx, change('418315')));
    await vi.waitFor(() => expect(subjectsOf(reader)).toEqual(['418315']), eventually);
  });

  it('does not lose a change that has a lower id but commits later', async () => {
    const [here, there] = instances;
    if (!here || !there) throw new Error('two instances are needed');
    const feed = openFeed(there);
    const [reader, witness] = [readEvents(feed.open(subscriber())), readEvents(feed.open(subscriber()))];
    await vi.waitFor(() => expect([reader.events.length, witness.events.length]).toEqual([1, 1]), eventually);
    let inserted = () => undefined as void;
    let commit = () => undefined as void;
    const isInserted = new Promise<void>((resolve) => (inserted = resolve));
    const mayCommit = new Promise<void>((resolve) => (commit = resolve));
    const committed = here.transaction(async (tx) => {
      await recordChange(tx, change('late'));
      inserted();
      await mayCommit;
    });
    await isInserted;
    await there.transaction((tx) => recordChange(tx, change('early')));
    await vi.waitFor(() => expect(subjectsOf(reader)).toEqual(['early']), eventually);
    const lastEventId = reader.events.at(-1)?.id ?? null;
    await reader.close();
    commit();
    await committed;
    // After the witness has received it, the resumed stream can only get it through the overlap.
    await vi.waitFor(() => expect(subjectsOf(witness)).toContain('late'), eventually);
    const again = readEvents(feed.open(subscriber({ lastEventId })));
    await vi.waitFor(() => expect(subjectsOf(again)).toContain('late'), eventually);
  });
});
