import { expect, it, vi } from 'vitest';
import { startSimulator } from '@/simulator/start-simulator';
import { systemClock } from '../../core/clock';
import { silentLog } from '../../core/log';
import { createMetrics } from '../../core/metrics';
import { createSealer, makeKey } from '../../core/seal';
import { eventually } from '../../core/testing/eventually';
import { createServiceClient } from '../../service/create-service-client';
import { createBudgetRow } from '../../store/budget';
import { imports } from '../../store/schema/imports';
import { openTestDatabase } from '../../store/testing/open-test-database';
import { createObserver } from '../observe';
import { createWatchPlanner } from './create-watch-planner';
import { lookUpList } from './look';
import { createWatcher } from './run-watcher';

it('with every webhook lost the record is right within one cycle, from the real client against the simulator', async () => {
  const simulator = await startSimulator({ rate: 50 });
  const database = await openTestDatabase();
  const random = Math.random;
  const sharePerS = 20;
  const client = createServiceClient({
    url: simulator.url,
    sandboxUrl: simulator.sandboxUrl,
    token: simulator.token,
    password: 'X',
    budget: createBudgetRow({ database, ratePerS: 50 }),
    clock: systemClock,
    random,
    log: silentLog,
  });
  const planner = createWatchPlanner({ database, random, sharePerS, limits: { shortestS: 1, longestS: 3 } });
  const observer = createObserver({ database, sealer: createSealer([makeKey()]), afterObserve: planner.afterObserve });
  const parts = {
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
  const watcher = createWatcher(parts, { sharePerS, idleMs: 100 });
  try {
    const customers = ['ops@acme.example', 'it@bay.example', 'team@cove.example'];
    const ids = customers.flatMap((username) =>
      Array.from({ length: 4 }, () =>
        String(simulator.placeImport({ username, status: 'Sample migration in progress' })['id']),
      ),
    );
    for (const username of customers)
      await lookUpList(parts, { username, source: 'lookup' }, new AbortController().signal);
    await planner.refresh();
    const known = async () => new Map((await database.db.select().from(imports)).map((row) => [row.id, row]));
    expect((await known()).size).toBe(ids.length);

    // Nobody tells us anything: no address for webhooks is set at the simulator.
    const [removed, ...moved] = ids;
    for (const id of moved) simulator.advance(id, 'Sample migration completed');
    if (removed !== undefined) simulator.remove(removed, 'cancelled');
    watcher.start();
    const cycleMs = planner.plan.cycleS * 1000;
    // Reading in full what changed takes turns as well; the machine may be busy, so the wait is generous, not the plan.
    expect(cycleMs).toBeLessThan(4000);
    await vi.waitFor(async () => {
      const rows = await known();
      for (const id of moved) expect(rows.get(id)?.statusText).toBe('Sample migration completed');
      expect(rows.get(removed ?? '')?.gone).toBe(true);
      for (const id of moved) expect(rows.get(id)?.family).not.toBeNull();
    }, eventually);
    expect(simulator.log().filter(({ status }) => status === 429)).toEqual([]);
  } finally {
    await watcher.stop();
    await client.close();
    await database.close();
    await simulator.close();
  }
});
