import { expect, it } from 'vitest';
import { createTestPostgresUrl } from '../../lib/store/testing/open-test-database';
import { runBusyPeople } from './busy-people.drill';

it('refuses more than ten calls at once by one person with the reason, and none of others', async () => {
  const outcome = await runBusyPeople({ databaseUrl: await createTestPostgresUrl(), viewers: 1, lookupsEach: 150 });
  expect(outcome).toMatchObject({
    refused: 140,
    refusal: {
      code: 'rate_limited',
      userMessage:
        'You already have 10 requests to the migration service running. Wait for one to finish, then try again.',
      retryAfterS: 2,
    },
    lookup: { ok: true },
    accept: { ok: true },
  });
});

it('refuses no call of people who stay below the limit', async () => {
  const outcome = await runBusyPeople({ databaseUrl: await createTestPostgresUrl(), viewers: 5, lookupsEach: 10 });
  expect(outcome).toMatchObject({ refused: 0, lookup: { ok: true }, accept: { ok: true } });
});
