import { sql } from 'drizzle-orm';
import { createCipher, generateKey } from '../../../core/cipher';
import { groupBy } from '../../../core/group-by';
import { silentLog } from '../../../core/log';
import { createMetrics } from '../../../core/metrics';
import type { Database, Db } from '../../../store/database/database';
import { createRequestBudget } from '../../../store/service-calls/request-budget';
import { imports, pollUnits, statusPeriods } from '../../../store/schema/imports';
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
  /** Changes in this time are watched. */
  minutes: number;
  /** How long the last of them may take. */
  followUpMinutes: number;
  /** Factor on how long imports stay in a status, for short simulations. */
  durationScale?: number;
  random: () => number;
}

export interface SimulatedPolling {
  sentPerS: number;
  plannedPerS: number;
  meanDelayS: number;
  /** The mean delay if the planned requests were distributed perfectly. */
  optimalDelayS: number;
}

/** Mean durations in the order in which an import passes through them, again and again. */
const cycle = [
  { status: 'Collecting credentials', meanS: 1800 },
  { status: 'Sample migration in progress', meanS: 1200 },
  { status: 'Sample migration completed', meanS: 2 * 86_400 },
  { status: 'In preparation', meanS: 7200 },
  { status: 'Migration in progress', meanS: 7200 },
] as const;
const totalS = cycle.reduce((sum, { meanS }) => sum + meanS, 0);
/** Past periods per import, from which the planner learns how long a status lasts. */
const pastPeriods = 3;

interface Simulated {
  id: string;
  username: string;
  /** Index in the cycle. */
  at: number;
}
interface StatusChange extends Simulated {
  atMs: number;
}

/** Polls imports that change at random, in simulated time, and measures how late each change is found. */
export async function simulatePoller(database: Database, options: SimulationOptions): Promise<SimulatedPolling> {
  const { ratePerS, sharePerS, durationScale = 1, random } = options;
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
  const deps = { ...time, client: service.client, observer, planner, random, log: silentLog, metrics: createMetrics() };
  const poller = createPoller(
    { ...deps, instance: 'simulated' },
    { maxInFlight: Math.min(8, Math.ceil(sharePerS * 2)) },
  );

  const made = Array.from({ length: options.imports }, (_, index) => ({
    id: `i${index}`,
    username: `u${index}@x.example`,
    at: pickStatus(random),
  }));
  const put = ({ username, id, at }: Simulated) => service.put(username, id, cycle[at]?.status ?? '');
  for (const one of made) put(one);
  const { db } = time.database;
  await store(db, made, nowMs(), random);
  // The rates first, then the polls, then how many polls there are.
  await planner.refresh();
  await planner.planMissing();
  await planner.refresh();
  const { perRoot, shortestS, longestS } = planner.plan;
  // As if polling had been going on for long: due at any time within their intervals, instead of all at once.
  await db.update(pollUnits).set({
    nextPollAt: sql`now() + random() * make_interval(secs =>
      least(${longestS}::float8, greatest(${shortestS}::float8, 1 / (${perRoot}::float8 * sqrt(rate)))))`,
  });

  const { warmUpMinutes, minutes, followUpMinutes } = options;
  const startMs = nowMs();
  const fromMs = startMs + warmUpMinutes * 60_000;
  const untilMs = fromMs + minutes * 60_000;
  const endMs = untilMs + followUpMinutes * 60_000;
  const changes = planChanges(made, { startMs, endMs, durationScale, random });
  const passUntilMs = (ms: number) => time.passUntil(() => nowMs() >= ms);
  const stopping = new AbortController();
  const changing = applyChanges();
  async function applyChanges() {
    for (const change of changes) {
      if (change.atMs > nowMs()) await clock.sleep(change.atMs - nowMs(), stopping.signal);
      put(change);
    }
  }
  changing.catch(() => undefined);
  poller.start();
  await passUntilMs(untilMs);
  const { spendsPerS: plannedPerS } = planner.plan;
  await passUntilMs(endMs);
  await time.pass(poller.stop());

  const calls = groupBy(service.calls, ({ key }) => key);
  const delaysS = changes
    .filter(({ atMs }) => atMs >= fromMs && atMs < untilMs)
    .map(({ id, username, atMs }) => {
      const polls = [...(calls.get(username) ?? []), ...(calls.get(id) ?? [])].map((call) => call.atMs);
      return (Math.min(endMs, ...polls.filter((ms) => ms >= atMs)) - atMs) / 1000;
    });
  if (delaysS.length === 0) throw new Error('nothing changed in the time watched');
  const rates = made.map(({ at }) => 1 / (cycle[at]?.meanS ?? totalS));
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  return {
    sentPerS: service.calls.filter(({ atMs }) => atMs >= fromMs && atMs < untilMs).length / (minutes * 60),
    plannedPerS,
    meanDelayS: sum(delaysS) / delaysS.length,
    // With the poll rate in proportion to the square root of the change rate (Lagrange).
    optimalDelayS: sum(rates.map(Math.sqrt)) ** 2 / (2 * plannedPerS * sum(rates)),
  };
}

/** As often as imports are in a status at a random time. */
function pickStatus(random: () => number): number {
  let left = random() * totalS;
  return cycle.findIndex(({ meanS }) => (left -= meanS) < 0);
}

const exponential = (meanS: number, random: () => number) => -meanS * Math.log(1 - random());

function planChanges(
  made: readonly Simulated[],
  options: { startMs: number; endMs: number; durationScale: number; random: () => number },
): StatusChange[] {
  const { startMs, endMs, durationScale, random } = options;
  const changes = made.flatMap((one) => {
    const own: StatusChange[] = [];
    let { at } = one;
    let atMs = startMs;
    for (;;) {
      atMs += 1000 * exponential(durationScale * (cycle[at]?.meanS ?? totalS), random);
      if (atMs >= endMs) return own;
      at = (at + 1) % cycle.length;
      own.push({ ...one, at, atMs });
    }
  });
  return changes.sort((a, b) => a.atMs - b.atMs);
}

async function store(db: Db, made: readonly Simulated[], nowMs: number, random: () => number): Promise<void> {
  for (let from = 0; from < made.length; from += 500) {
    const some = made.slice(from, from + 500);
    await db.insert(imports).values(
      some.map(({ id, username, at }) => {
        const { status, meanS } = cycle[at] ?? cycle[0];
        const since = new Date(nowMs - 1000 * exponential(meanS, random));
        const seen = { sinceFrom: since, sinceTo: since, firstSeenAt: since, seenAt: since, seenBy: 'watcher' };
        return {
          environment: 'live' as const,
          id,
          username,
          statusText: status,
          statusKey: status,
          searchTerms: [],
          ...seen,
        };
      }),
    );
    await db.insert(statusPeriods).values(
      some.flatMap(({ id }) =>
        Array.from({ length: pastPeriods }, (_, index) => {
          const { status, meanS } = cycle[pickPast(random)] ?? cycle[0];
          return {
            environment: 'live' as const,
            importId: id,
            fingerprint: String(index),
            statusKey: status,
            durationS: Math.round(exponential(meanS, random)),
            endedAt: new Date(nowMs - 86_400_000 * random()),
          };
        }),
      ),
    );
  }
}

/** Every status ends equally often. */
const pickPast = (random: () => number) => Math.floor(random() * cycle.length);
