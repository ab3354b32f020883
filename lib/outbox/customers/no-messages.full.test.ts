import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startSimulator, type RunningSimulator } from '../../../simulator/start-simulator';
import { prune } from '../../data-protection/prune';
import { openDataProtection } from '../../data-protection/testing/open-data-protection';
import { rebuild } from '../../imports/observations/rebuild';
import { seedDemo } from '../../imports/seed-demo';
import { seedDemoSponsorship } from '../../sponsorship/seed-demo-sponsorship';
import type { Database } from '../../store/database/database';
import { imports } from '../../store/schema/imports';
import { outboxEvents, outboxMessages } from '../../store/schema/outbox';
import { openTestDatabase } from '../../store/testing/open-test-database';
import { openCustomerOutbox } from '../testing/open-customer-outbox';

let simulator: RunningSimulator;
let database: Database;
let outbox: ReturnType<typeof openCustomerOutbox>;
beforeAll(async () => {
  simulator = await startSimulator({ port: 0, world: 200 });
  database = await openTestDatabase();
  outbox = openCustomerOutbox(database);
});
afterAll(async () => {
  await simulator.close();
  await database.close();
});

const countEvents = () => database.db.$count(outboxEvents);
const countMessages = () => database.db.$count(outboxMessages);

it('writes nothing about the history of the demo, and then about what happens in it', async () => {
  const { deps, clock } = outbox;
  clock.set(new Date());
  const historyUrl = `${simulator.controlUrl}/history`;
  const observer = { database, cipher: deps.cipher };
  await seedDemo({ ...deps, observer, historyUrl, fetch });
  await seedDemoSponsorship(deps, { url: historyUrl, fetch });
  expect(await database.db.$count(imports)).toBe(200);
  expect(await database.db.$count(imports, sql`decision = 'accepted'`)).toBeGreaterThan(0);
  expect(await countEvents()).toBe(0);

  const [running] = await database.db
    .select()
    .from(imports)
    .where(sql`status_key = 'Migration in progress'`)
    .limit(1);
  await outbox.reportAndExpand(running?.id ?? '', 'Migration completed', { about: {} });
  expect((await outbox.messages(running?.id ?? '')).map(({ event }) => event)).toEqual(['completed']);
});

it('writes nothing about rows that a rebuild repairs', async () => {
  const before = await countMessages();
  await database.db.execute(sql`update imports set status_key = 'Held', decision = 'none'`);
  await database.db.delete(outboxEvents);
  expect((await rebuild(database)).repaired).toBeGreaterThan(150);
  expect(await countEvents()).toBe(0);
  await outbox.expand();
  expect(await countMessages()).toBe(before);
});

it('writes nothing about imports that retention deletes', async () => {
  await outbox.clock.advance(4000 * 86_400_000);
  await prune(openDataProtection(outbox.deps), new AbortController().signal);
  expect(await database.db.$count(imports)).toBeLessThan(200);
  expect(await countEvents()).toBe(0);
});
