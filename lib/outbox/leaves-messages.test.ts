import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../store/database/database';
import { outboxEvents } from '../store/schema/outbox';
import { installation } from '../store/schema/system';
import { openTestDatabase } from '../store/testing/open-test-database';
import { createMessageJob } from './create-message-job';
import { createSkipMailsJob } from './delivery/skip-mails';
import { openCustomerOutbox } from './testing/open-customer-outbox';

let database: Database;
let outbox: ReturnType<typeof openCustomerOutbox>;
beforeAll(async () => {
  database = await openTestDatabase();
  outbox = openCustomerOutbox(database);
});
afterAll(() => database.close());

const { signal } = new AbortController();
const write = (mail = outbox.deps.mail) => createMessageJob({ ...outbox.deps, mail }, () => undefined).run(signal);
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

it('writes and keeps none when no instance has had e-mail for two minutes', async () => {
  await database.db.update(installation).set({ at: sql`now() - interval '121 seconds'` });
  await outbox.create('b');
  await write(off);
  await skip();
  expect(await database.db.$count(outboxEvents)).toBe(0);
  expect(await statesOf('a')).toEqual(['skipped']);
  expect(await statesOf('b')).toEqual([]);
});
