import { expect, it } from 'vitest';
import { createTestPostgresUrl } from '../../lib/store/testing/open-test-database';
import { runBusyPeople } from './busy-people.drill';

it('refuses more than ten calls at once by one person with the reason, and serves others at once', async () => {
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

it("sends an agent's lookup after one lookup of each other person, and an accept before lookups", async () => {
  const outcome = await runBusyPeople({ databaseUrl: await createTestPostgresUrl(), viewers: 5, lookupsEach: 10 });
  expect(outcome).toMatchObject({ refused: 0, lookup: { ok: true }, accept: { ok: true } });
  // Of 50, and a few more than needed, because some leave before the two calls wait.
  expect(outcome.lookup.sentBefore).toBeLessThanOrEqual(20);
  expect(outcome.accept.sentBefore).toBeLessThanOrEqual(15);
});
