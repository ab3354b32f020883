import { expect, it } from 'vitest';
import { decideSponsorship } from '../../sponsorship/decide-sponsorship';
import { requestFullMigration } from '../../sponsorship/request-full-migration';
import { openSponsorship } from '../../sponsorship/testing/open-sponsorship';
import { staffCaller } from '../../sponsorship/testing/staff-caller';
import { openTestDatabase } from '../../store/testing/open-test-database';
import { openCustomerOutbox } from '../testing/open-customer-outbox';

it('answers a request that was made again after a rejection', async () => {
  const database = await openTestDatabase();
  const { deps, close } = await openSponsorship(database);
  const outbox = openCustomerOutbox(database);
  const importId = 'rejected';
  await outbox.reportAndExpand(importId, 'Sample migration completed');
  const decisionId = await outbox.reject(importId);
  await outbox.expand();
  await outbox.send();
  const target = { caller: staffCaller('Ines'), environment: 'live', importId } as const;
  await requestFullMigration(deps, { ...target, source: 'agent', verified: true, message: '' });
  await outbox.expand();
  await outbox.send();
  const body = { reason: '', note: 'Ask us again in May.', overrideBudget: false, decisionId };
  await decideSponsorship(deps, { ...target, kind: 'reject', body });
  await outbox.expand();
  const messages = await outbox.messages(importId);
  expect(messages.map(({ event }) => event).slice(-3)).toEqual(['rejected', 'request_received', 'rejected']);
  await close();
});
