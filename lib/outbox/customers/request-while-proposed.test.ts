import { expect, it } from 'vitest';
import { requestFullMigration } from '../../sponsorship/request-full-migration';
import { openSponsorship } from '../../sponsorship/testing/open-sponsorship';
import { staffCaller } from '../../sponsorship/testing/staff-caller';
import { openTestDatabase } from '../../store/testing/open-test-database';
import { openCustomerOutbox } from '../testing/open-customer-outbox';

it('confirms a request that is filed while a decision is proposed, once', async () => {
  const database = await openTestDatabase();
  const { deps, close } = await openSponsorship(database);
  const outbox = openCustomerOutbox(database);
  const id = 'proposed';
  await outbox.reportAndExpand(id, 'Sample migration completed');
  await outbox.addDecision(id, { state: 'proposed' });
  await outbox.expand();
  await outbox.send();
  const caller = staffCaller('Ines');
  const request = { caller, environment: 'live', importId: id, source: 'agent', verified: true, message: '' } as const;
  for (let n = 0; n < 2; n += 1) await requestFullMigration(deps, request);
  await outbox.expand();
  const events = (await outbox.messages(id)).map(({ event }) => event);
  expect(events.filter((event) => event === 'request_received')).toHaveLength(1);
  await close();
});
