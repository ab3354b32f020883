import { expect, it, vi } from 'vitest';
import { startSimulator } from '@/simulator/start-simulator';
import { systemClock } from '../../core/clock';
import { silentLog } from '../../core/log';
import { createMetrics } from '../../core/metrics';
import { createCipher, generateKey } from '../../core/cipher';
import { eventually } from '../../core/testing/eventually';
import { createServiceClient } from '../../service/client/create-service-client';
import { createRequestBudget } from '../../store/service-calls/request-budget';
import { imports } from '../../store/schema/imports';
import { openTestDatabase } from '../../store/testing/open-test-database';
import { createPollPlanner } from './create-poll-planner';
import { recordLists } from '../observations/observe-list';
import { createPoller } from './create-poller';

it('finds all changes within one cycle without any webhook', async () => {
  const simulator = await startSimulator({ rate: 50 });
  const database = await openTestDatabase();
  const random = Math.random;
  const sharePerS = 20;
  const client = createServiceClient({
    url: simulator.url,
    sandboxUrl: simulator.sandboxUrl,
    token: simulator.token,
    password: 'X',
    requestBudget: createRequestBudget({ database, ratePerS: 50 }),
    clock: systemClock,
    random,
    log: silentLog,
  });
  const planner = createPollPlanner({ database, random, sharePerS, limits: { shortestS: 1, longestS: 3 } });
  const observer = {
    database,
    cipher: createCipher([generateKey()]),
    afterObserve: planner.afterObserve,
  };
  const deps = {
    database,
    client,
    observer,
    planner,
    clock: systemClock,
    random,
    log: silentLog,
    metrics: createMetrics(),
    instance: 'a',
  };
  const poller = createPoller(deps, { idleMs: 100 });
  try {
    const customers = ['ops@acme.example', 'it@bay.example', 'team@cove.example'];
    const ids = customers.flatMap((username) =>
      Array.from({ length: 4 }, () =>
        String(simulator.placeImport({ username, status: 'Sample migration in progress' })['id']),
      ),
    );
    for (const username of customers) {
      const environment = 'live';
      const answer = await deps.client.listImports({ environment, lane: 'poller', person: null, username });
      await recordLists(deps, [{ environment, username, source: 'lookup', answer }]);
    }
    await planner.refresh();
    const known = async () => new Map((await database.db.select().from(imports)).map((row) => [row.id, row]));
    expect((await known()).size).toBe(ids.length);

    // The simulator has no webhook address.
    const [removed, ...moved] = ids;
    for (const id of moved) simulator.advance(id, 'Sample migration completed');
    if (removed !== undefined) simulator.remove(removed, 'cancelled');
    poller.start();
    const cycleMs = planner.plan.cycleS * 1000;
    // Only the plan is checked strictly; full reads share the rate limit and the machine may be busy.
    expect(cycleMs).toBeLessThan(4000);
    await vi.waitFor(async () => {
      const rows = await known();
      for (const id of moved) expect(rows.get(id)?.statusText).toBe('Sample migration completed');
      expect(rows.get(removed ?? '')?.gone).toBe(true);
      for (const id of moved) expect(rows.get(id)?.family).not.toBeNull();
    }, eventually);
    expect(simulator.log().filter(({ status }) => status === 429)).toEqual([]);
  } finally {
    await poller.stop();
    await client.close();
    await database.close();
    await simulator.close();
  }
});
