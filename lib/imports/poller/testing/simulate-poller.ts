import { createCipher, generateKey } from '../../../core/cipher';
import { groupBy } from '../../../core/group-by';
import { silentLog } from '../../../core/log';
import { createMetrics } from '../../../core/metrics';
import type { Database, Db } from '../../../store/database/database';
import { createRequestBudget } from '../../../store/service-calls/request-budget';
import { insertMany } from '../../../store/database/insert-many';
import { statusPeriods } from '../../../store/schema/imports';
import { pollUnits } from '../../../store/schema/polling';
import { createVirtualTime } from '../../../store/testing/virtual-time';
import { observeAll, type Observer } from '../../observations/observe';
import { createPollPlanner } from '../create-poll-planner';
import { createPoller } from '../create-poller';
import { movingIntervalS } from '../poll-schedule';
import { createFakeService } from './create-fake-service';

export interface SimulationOptions {
  /** Each of another customer, so that no poll covers two of them. */
  imports: number;
  ratePerS: number;
  /** The poller's part of the rate, as in `compose.ts`. */
  sharePerS: number;
  warmUpMinutes: number;
  /** Changes in this time are watched. */
  minutes: number;
  /** How long polls are watched afterwards; then the time for which they are scheduled counts. */
  followUpMinutes: number;
  instances?: number;
  latencyMs?: number;
  /** Part of the calls that the service answers with 429. */
  limitedPart?: number;
  random: () => number;
}

export interface SimulatedPolling {
  sentPerS: number;
  plannedPerS: number;
  meanDelayS: number;
  /**
   * The mean delay if the planned requests were distributed perfectly, by a poller that knows all rates and every status
   * at any time and reads no details. So no real poller reaches it.
   */
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
/** The planner learns from the changes of this time how long a status lasts. */
const historyMs = 86_400_000;

interface Simulated {
  id: string;
  username: string;
  /** Index in the cycle. */
  at: number;
}
interface StatusChange extends Simulated {
  atMs: number;
}

const rateAt = (at: number) => 1 / (cycle[at]?.meanS ?? totalS);
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** Polls imports that change at random, in simulated time, and computes how late a change is found on average. */
export async function simulatePoller(opened: Database, options: SimulationOptions): Promise<SimulatedPolling> {
  const { ratePerS, sharePerS, random, latencyMs = 50, instances = 1, limitedPart = 0 } = options;
  const time = await createVirtualTime(opened, { stepMs: 5 });
  const { clock, nowMs, database } = time;
  const requestBudget = createRequestBudget({ ...time, ratePerS, random, monotonicMs: nowMs });
  const service = createFakeService({ latencyMs, clock, requestBudget, random });
  service.limitedPart = limitedPart;
  const cipher = createCipher([generateKey()]);
  const createInstance = (_: unknown, index: number) => {
    const planner = createPollPlanner({ database, random, sharePerS });
    const observer = { database, cipher, afterObserve: planner.afterObserve };
    const deps = {
      ...time,
      client: service.client,
      observer,
      planner,
      random,
      log: silentLog,
      metrics: createMetrics(),
    };
    return { planner, poller: createPoller({ ...deps, instance: `simulated ${index}` }) };
  };
  const [first, ...others] = Array.from({ length: instances }, createInstance);
  if (!first) throw new Error('no instance');
  const pollers = [first, ...others].map(({ poller }) => poller);
  const { planner } = first;

  const begun = Array.from({ length: options.imports }, (_, index) => ({
    id: `i${index}`,
    username: `u${index}@x.example`,
    at: pickStatus(random),
  }));
  const made = await store({ database, cipher }, begun, nowMs(), random);
  const put = ({ username, id, at }: Simulated) => service.put(username, id, cycle[at]?.status ?? '');
  for (const one of made) put(one);
  await planner.refresh();
  await planner.planMissing();
  await planner.refresh();
  const startMs = nowMs();
  const fromMs = startMs + options.warmUpMinutes * 60_000;
  const untilMs = fromMs + options.minutes * 60_000;
  const endMs = untilMs + options.followUpMinutes * 60_000;
  // As if polling had been going on for long: the status of each import is as old as the time left until its poll is short.
  const dueAtStart = await readDueTimes(database.db);
  const paths = made.map((one) => {
    const intervalMs = 1000 * movingIntervalS(planner.plan, rateAt(one.at), () => 0.5);
    const leftMs = Math.max(0, (dueAtStart.get(one.username) ?? startMs) - startMs);
    return planChanges(one, { startMs: startMs - Math.max(0, intervalMs - leftMs), endMs, random });
  });

  const stopping = new AbortController();
  const repeat = (everyMs: number, work: () => unknown) => {
    const loop = async () => {
      for (;;) {
        await clock.sleep(everyMs, stopping.signal);
        void work();
      }
    };
    loop().catch(() => undefined);
  };
  const applyChanges = async () => {
    for (const change of paths.flat().sort((a, b) => a.atMs - b.atMs)) {
      if (change.atMs > nowMs()) await clock.sleep(change.atMs - nowMs(), stopping.signal);
      put(change);
    }
  };
  applyChanges().catch(() => undefined);
  const plannedPerS: number[] = [];
  repeat(10_000, () => nowMs() > fromMs && nowMs() <= untilMs && plannedPerS.push(planner.plan.spendsPerS));
  for (const poller of pollers) poller.start();
  await time.passUntil(() => nowMs() >= endMs);
  await time.pass(Promise.all(pollers.map((poller) => poller.stop())));
  stopping.abort();

  const dueAtEnd = await readDueTimes(database.db);
  const calls = groupBy(service.calls, ({ key }) => key);
  const delays = made.map((one, index) => {
    const polls = [...(calls.get(one.username) ?? []), ...(calls.get(one.id) ?? [])].map(({ atMs }) => atMs);
    const last = Math.max(endMs, dueAtEnd.get(one.username) ?? endMs);
    return expectDelay([...polls.sort((a, b) => a - b), last], one.at, paths[index] ?? [], { fromMs, untilMs });
  });
  const roots = sum(made.map(({ at }) => Math.sqrt(rateAt(at))));
  const planned = sum(plannedPerS) / plannedPerS.length;
  return {
    sentPerS: service.calls.filter(({ atMs }) => atMs >= fromMs && atMs < untilMs).length / (options.minutes * 60),
    plannedPerS: planned,
    meanDelayS: sum(delays.map(({ delay }) => delay)) / sum(delays.map(({ changes }) => changes)),
    // With the poll rate in proportion to the square root of the change rate (Lagrange).
    optimalDelayS: roots ** 2 / (2 * planned * sum(made.map(({ at }) => rateAt(at)))),
  };
}

/** Expected number of changes in a time and the sum of their delays: averages over when changes happen, so few imports do. */
function expectDelay(
  pollsMs: readonly number[],
  startAt: number,
  path: readonly StatusChange[],
  { fromMs, untilMs }: { fromMs: number; untilMs: number },
): { changes: number; delay: number } {
  const edges = [fromMs, ...pollsMs, ...path.map(({ atMs }) => atMs), untilMs]
    .filter((ms) => ms >= fromMs && ms <= untilMs)
    .sort((a, b) => a - b);
  let changes = 0;
  let delay = 0;
  for (const [index, edge] of edges.slice(1).entries()) {
    const begin = edges[index] ?? edge;
    const at = path.findLast(({ atMs }) => atMs <= begin)?.at ?? startAt;
    const lengthS = (edge - begin) / 1000;
    const pollInS = ((pollsMs.find((ms) => ms >= edge) ?? edge) - begin) / 1000;
    changes += rateAt(at) * lengthS;
    delay += rateAt(at) * lengthS * (pollInS - lengthS / 2);
  }
  return { changes, delay };
}

async function readDueTimes(db: Db): Promise<Map<string, number>> {
  const rows = await db.select({ key: pollUnits.key, at: pollUnits.nextPollAt }).from(pollUnits);
  return new Map(rows.map(({ key, at }) => [key, at.getTime()]));
}

/** Picks each status as often as imports are in it at a random time. */
function pickStatus(random: () => number): number {
  let left = random() * totalS;
  return cycle.findIndex(({ meanS }) => (left -= meanS) < 0);
}

const exponential = (meanS: number, random: () => number) => -meanS * Math.log(1 - random());

function planChanges(
  one: Simulated,
  { startMs, endMs, random }: { startMs: number; endMs: number; random: () => number },
): StatusChange[] {
  const changes: StatusChange[] = [];
  let { at } = one;
  for (let atMs = startMs; ;) {
    atMs += 1000 * exponential(1 / rateAt(at), random);
    if (atMs >= endMs) return changes;
    at = (at + 1) % cycle.length;
    changes.push({ ...one, at, atMs });
  }
}

/** Imports as they are after `historyMs` of changes, and the periods that ended in that time. */
async function store(
  observer: Observer,
  made: readonly Simulated[],
  nowMs: number,
  random: () => number,
): Promise<Simulated[]> {
  const { db } = observer.database;
  const beginMs = nowMs - historyMs;
  const stored = made.map((one) => {
    const past = planChanges(one, { startMs: beginMs, endMs: nowMs, random });
    const sinceMs = [beginMs - 1000 * exponential(1 / rateAt(one.at), random), ...past.map(({ atMs }) => atMs)];
    const statuses = [one.at, ...past.map(({ at }) => at)].map((at) => cycle[at]?.status ?? '');
    return { now: { ...one, at: past.at(-1)?.at ?? one.at }, sinceMs, statuses };
  });
  for (let from = 0; from < stored.length; from += 500) {
    const some = stored.slice(from, from + 500);
    await observeAll(
      observer,
      some.map(({ now: { id, username }, sinceMs, statuses }) => ({
        environment: 'live',
        importId: id,
        source: 'lookup',
        status: statuses.at(-1) ?? null,
        seenAt: new Date(sinceMs.at(-1) ?? nowMs),
        about: { username },
      })),
    );
    await insertMany(
      db,
      statusPeriods,
      some.flatMap(({ now: { id }, sinceMs, statuses }) =>
        sinceMs.slice(1).map((endMs, index) => ({
          environment: 'live' as const,
          importId: id,
          fingerprint: String(index),
          statusKey: statuses[index] ?? '',
          durationS: Math.round((endMs - (sinceMs[index] ?? endMs)) / 1000),
          endedAt: new Date(endMs),
        })),
      ),
    );
  }
  return stored.map(({ now }) => now);
}
