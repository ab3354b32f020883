import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import type { Database } from '../store/database/database';
import { outboxEvents, outboxMessages } from '../store/schema/outbox';
import { forEachEngineAtFullSize } from '../store/testing/for-each-engine';
import { expandEvents } from './expand-events';
import { openCustomerOutbox } from './testing/open-customer-outbox';

forEachEngineAtFullSize((_engine, open) => {
  it('writes the messages of all other changes when one cannot be processed, and tries that one later', async () => {
    const database = await open();
    const outbox = openCustomerOutbox(database);
    const ids = Array.from({ length: 12 }, () => randomUUID());
    for (const id of ids.slice(0, 6)) await outbox.create(id);
    const [broken = ''] = ids;
    // A decision that this version does not know, as after a downgrade.
    const from = { status: null, gone: false, decision: 'from a later version', warnings: 0 };
    await database.db
      .insert(outboxEvents)
      .values({ kind: 'import', environment: 'live', importId: broken, data: { from } });
    for (const id of ids.slice(6)) await outbox.create(id);

    await outbox.expand();
    const eventsOf = async (id: string) => (await outbox.messages(id)).map(({ event }) => event);
    for (const id of ids.slice(1)) expect(await eventsOf(id), id).toEqual(['started']);
    const left = await database.db.select().from(outboxEvents);
    expect(left.length).toBeGreaterThan(0);
    for (const event of left) {
      expect(event.importId).toBe(broken);
      expect(event.dueAt.getTime()).toBeGreaterThan(event.at.getTime() + 50_000);
    }
  });

  it('gives way to webhooks between two batches, also if they never cease', async () => {
    const database = await open();
    const outbox = openCustomerOutbox(database);
    for (let nr = 0; nr < 30; nr += 1) await outbox.create(randomUUID());
    const leftAtRests: number[] = [];
    const sleep = async () => void leftAtRests.push(await database.db.$count(outboxEvents));
    const clock = { ...outbox.deps.clock, sleep };
    await expandEvents({ ...outbox.deps, clock, isBusy: () => true }, new AbortController().signal);
    expect(leftAtRests[0]).toBeGreaterThan(0);
    expect(await database.db.$count(outboxEvents)).toBe(0);
    expect(await database.db.$count(outboxMessages)).toBe(30);
  });

  it('writes one message about a change although the first attempt ends before its commit', async () => {
    const database = await open();
    const outbox = openCustomerOutbox(database);
    const id = randomUUID();
    await outbox.create(id);
    const events = await database.db.$count(outboxEvents);
    let written = 0;
    const process = new AbortController();
    const ending: Database = {
      ...database,
      transaction: (work) =>
        database.transaction(async (tx) => {
          await work(tx);
          written = await tx.$count(outboxMessages);
          process.abort();
          throw new Error('killed before the commit');
        }),
    };
    await expandEvents({ ...outbox.deps, database: ending }, process.signal);
    expect(written).toBe(1);
    expect(await outbox.messages(id)).toEqual([]);
    expect(await database.db.$count(outboxEvents)).toBe(events);
    await outbox.expand();
    await outbox.expand();
    expect((await outbox.messages(id)).map(({ event }) => event)).toEqual(['started']);
  });
});
