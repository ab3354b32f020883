import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../store/database/database';
import { outboxEvents } from '../store/schema/outbox';
import { installation } from '../store/schema/system';
import { openTestDatabase } from '../store/testing/open-test-database';
import { insertEvents } from '../store/testing/outbox-rows';
import { createMessageJob } from './create-message-job';
import { createSendPostsJob } from './delivery/send-posts';
import { createSkipMailsJob } from './delivery/skip-mails';
import { expandEvents } from './expand-events';
import { leavesMessages } from './leaves-messages';
import type { OutboxDeps } from './outbox-deps';
import { collectItems } from './staff/collect-items';
import { openCustomerOutbox } from './testing/open-customer-outbox';
import { startReceiver } from './testing/start-receiver';

let database: Database;
let outbox: ReturnType<typeof openCustomerOutbox>;
beforeAll(async () => {
  database = await openTestDatabase();
  outbox = openCustomerOutbox(database);
});
afterAll(() => database.close());

const { signal } = new AbortController();
/** Runs the job like the background jobs. */
const writeIfDue = async (deps: OutboxDeps) => {
  const job = createMessageJob(deps, () => undefined);
  if (((await job.early?.untilDueMs?.()) ?? Infinity) <= 0) await job.run(signal);
};
const write = (mail = outbox.deps.mail) => writeIfDue({ ...outbox.deps, mail });
const off = { mode: 'off', from: null } as const;
const skip = () => createSkipMailsJob({ database, mail: off }).run(signal);
const statesOf = async (importId: string) => (await outbox.messages(importId)).map(({ state }) => state);

it('leaves messages to an instance with e-mail while one runs', async () => {
  await write();
  await outbox.create('a');
  await write(off);
  expect(await database.db.$count(outboxEvents)).toBeGreaterThan(0);
  await write();
  await skip();
  expect(await statesOf('a')).toEqual(['pending']);
});

it('leaves what is for NOTIFY_URL to an instance with it while one runs', async () => {
  const receiver = await startReceiver();
  const run = async (notifyUrl: string | undefined) => {
    const deps = { ...outbox.deps, notifyUrl, fetch, metrics: { message: () => undefined } };
    await writeIfDue(deps);
    await createSendPostsJob(deps).run(signal);
  };
  await run(receiver.url);
  await insertEvents(database.db, [
    { kind: 'request_waiting', environment: 'live', data: { text: 'It happened.' }, at: outbox.clock.now() },
  ]);
  await run(undefined);
  await expandEvents({ ...outbox.deps, notifyUrl: receiver.url }, signal);
  await outbox.clock.advance(60_000);
  await run(undefined);
  await collectItems({ ...outbox.deps, notifyUrl: receiver.url }, signal);
  await run(undefined);
  expect(receiver.received).toEqual([]);
  await run(receiver.url);
  expect(receiver.received).toHaveLength(1);
  await receiver.close();
});

it('does not wait for an instance with NOTIFY_URL that has no e-mail', async () => {
  await database.db.delete(installation);
  const waits = (change: Partial<OutboxDeps>) => leavesMessages({ ...outbox.deps, ...change });
  const withUrl = { mail: off, notifyUrl: 'https://chat.example' };
  expect([await waits({}), await waits(withUrl), await waits({})]).toEqual([false, true, false]);
});

it('writes and keeps none when no instance has had e-mail for two minutes', async () => {
  await database.db.update(installation).set({ at: sql`now() - interval '121 seconds'` });
  await outbox.create('b');
  await write(off);
  await skip();
  expect(await database.db.$count(outboxEvents)).toBe(0);
  expect(await statesOf('a')).toEqual(['skipped']);
  expect(await statesOf('b')).toEqual([]);
});
