import { sql } from 'drizzle-orm';
import { createCipher, generateKey } from '../../../core/cipher';
import { groupBy } from '../../../core/group-by';
import { silentLog } from '../../../core/log';
import { createMetrics } from '../../../core/metrics';
import type { Database } from '../../../store/database/database';
import { createRequestBudget } from '../../../store/service-calls/request-budget';
import { imports, pollUnits } from '../../../store/schema/imports';
import { createVirtualTime } from '../../../store/testing/virtual-time';
import { createPollPlanner } from '../create-poll-planner';
import { createPoller } from '../create-poller';
import { createFakeService } from './create-fake-service';

interface SimulationOptions {
  /** Each of another customer, so that no poll covers two of them. */
  imports: number;
  ratePerS: number;
  /** The poller's part of the rate, as in `compose.ts`. */
  sharePerS: number;
  warmUpMinutes: number;
  minutes: number;
  random: () => number;
}

export interface SimulatedPolling {
  sentPerS: number;
  plannedPerS: number;
  /** Expected time until a change is found, weighted by how often each import changes. */
  meanDelayS: number;
  /** The same if polls were distributed perfectly at the planned rate. */
  optimalDelayS: number;
}

const statuses = [
  'Collecting credentials',
  'Sample migration in progress',
  'Sample migration completed',
  'In preparation',
  'Migration in progress',
];

/**
 * Polls active imports in simulated time. A change at a random time is found by the next poll; since nothing depends on
 * changes, the expected delay follows from the gaps between polls, without waiting for changes to happen.
 */
export async function simulatePoller(database: Database, options: SimulationOptions): Promise<SimulatedPolling> {
  const { ratePerS, sharePerS, random } = options;
  const time = await createVirtualTime(database, { stepMs: 5 });
  const { clock, nowMs } = time;
  const requestBudget = createRequestBudget({ ...time, ratePerS, random, monotonicMs: nowMs });
  const service = createFakeService({ latencyMs: 50, clock, requestBudget });
  const planner = createPollPlanner({ database: time.database, random, sharePerS });
  const observer = {
    database: time.database,
    cipher: createCipher([generateKey()]),
    afterObserve: planner.afterObserve,
  };
  const poller = createPoller(
    {
      ...time,
      client: service.client,
      observer,
      planner,
      random,
      log: silentLog,
      metrics: createMetrics(),
      instance: 'simulated',
    },
    { maxInFlight: Math.min(8, Math.ceil(sharePerS * 2)) },
  );

  const made = Array.from({ length: options.imports }, (_, index) => ({
    id: `i${index}`,
    username: `u${index}@x.example`,
    status: statuses[index % statuses.length] ?? '',
  }));
  for (const { id, username, status } of made) service.put(username, id, status);
  const { db } = time.database;
  for (let at = 0; at < made.length; at += 500) {
    const since = new Date(nowMs() - 86_400_000 * random());
    await db.insert(imports).values(
      made.slice(at, at + 500).map(({ id, username, status }) => ({
        environment: 'live' as const,
        ...{ id, username, statusText: status, statusKey: status },
        ...{
          sinceFrom: since,
          sinceTo: since,
          firstSeenAt: since,
          seenAt: since,
          seenBy: 'watcher',
          searchTerms: [id],
        },
      })),
    );
  }
  await planner.planMissing();
  await planner.refresh();
  // As if polling had been going on for long: due at any time within their intervals, instead of all at once.
  await db.update(pollUnits).set({ nextPollAt: sql`now() + random() * (next_poll_at - now())` });

  const startedMs = nowMs();
  poller.start();
  await passMinutes(options.warmUpMinutes);
  const fromMs = nowMs();
  await passMinutes(options.minutes);
  const untilMs = nowMs();
  const { spendsPerS: plannedPerS } = planner.plan;
  const units = await db.select({ key: pollUnits.key, rate: pollUnits.rate }).from(pollUnits);
  await time.pass(poller.stop());

  const polls = groupBy(service.calls, ({ key }) => key);
  const sent = service.calls.filter(({ atMs }) => atMs >= fromMs && atMs < untilMs).length;
  const totalRate = units.reduce((sum, { rate }) => sum + rate, 0);
  const rootSum = units.reduce((sum, { rate }) => sum + Math.sqrt(rate), 0);
  const delayOf = (key: string) =>
    meanAgeS(
      (polls.get(key) ?? []).map(({ atMs }) => atMs),
      { startedMs, fromMs, untilMs },
    );
  return {
    sentPerS: sent / ((untilMs - fromMs) / 1000),
    plannedPerS,
    meanDelayS: units.reduce((sum, { key, rate }) => sum + rate * delayOf(key), 0) / totalRate,
    optimalDelayS: rootSum ** 2 / (2 * plannedPerS * totalRate),
  };

  async function passMinutes(minutes: number): Promise<void> {
    const endMs = nowMs() + minutes * 60_000;
    await time.passUntil(() => nowMs() >= endMs);
  }
}

/** How long ago the last poll was, on average over the time watched. The first poll counts as overdue since the start. */
function meanAgeS(pollsMs: readonly number[], watched: { startedMs: number; fromMs: number; untilMs: number }): number {
  const { startedMs, fromMs, untilMs } = watched;
  const points = [startedMs, ...pollsMs.filter((ms) => ms < untilMs), untilMs];
  let area = 0;
  for (let index = 1; index < points.length; index += 1) {
    const last = points[index - 1] ?? 0;
    const begin = Math.max(fromMs, last);
    const end = points[index] ?? 0;
    if (end > begin) area += ((begin - last + (end - last)) / 2) * (end - begin);
  }
  return area / (untilMs - fromMs) / 1000;
}
