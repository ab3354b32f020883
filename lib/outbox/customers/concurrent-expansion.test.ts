import { expect, it } from 'vitest';
import { openTestPostgresDatabase } from '../../store/testing/open-test-database';
import { outboxEvents, outboxMessages } from '../../store/schema/outbox';
import { openCustomerOutbox } from '../testing/open-customer-outbox';

const journey = [
  'Sample migration in progress',
  'Sample migration completed',
  'Migration in progress',
  'Migration completed',
];

it('leaves one pending message per import, about its last state, while instances and changes race', async () => {
  const database = await openTestPostgresDatabase();
  const outbox = openCustomerOutbox(database);
  const ids = Array.from({ length: 20 }, (_, n) => `racing ${n}`);
  let isOver = false;
  const expandAllTheTime = async () => {
    while (!isOver) await outbox.expand();
    await outbox.expand();
  };
  const instances = [expandAllTheTime(), expandAllTheTime(), expandAllTheTime()];
  await Promise.all(
    ids.map(async (id) => {
      for (const status of journey) await outbox.report(id, status);
    }),
  );
  isOver = true;
  await Promise.all(instances);
  const rows = await database.db.select().from(outboxMessages);
  const pending = rows.filter(({ state }) => state === 'pending');
  expect(await database.db.$count(outboxEvents)).toBe(0);
  expect(pending.map(({ importId }) => importId).sort()).toEqual(ids.toSorted());
  expect(new Set(pending.map(({ event }) => event))).toEqual(new Set(['completed']));
  await database.close();
});
