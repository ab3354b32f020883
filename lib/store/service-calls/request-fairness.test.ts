import { setMaxListeners } from 'node:events';
import fc from 'fast-check';
import { beforeAll, expect, inject, test } from 'vitest';
import type { Lane } from '../../core/request-budget';
import { forEachEngineAtFullSize } from '../testing/for-each-engine';
import { createVirtualTime, type VirtualTime } from '../testing/virtual-time';
import { createRequestBudget } from './request-budget';

const ratePerS = 50;
/** Four at this rate. */
const bookedAhead = 4;
const { signal } = new AbortController();
setMaxListeners(0, signal);

interface Arrival {
  afterMs: number;
  process: number;
  lane: Lane;
  person: string | null;
}

interface Served extends Arrival {
  atMs: number;
  /** How many of the same person already waited in the same lane, this one included. */
  own: number;
  /** Calls of each lane that this process served while this call waited. */
  before: Record<Lane, number>;
}

const people = ['ada', 'ben', 'cleo'];
const arrival: fc.Arbitrary<Arrival> = fc
  .record({
    afterMs: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat(100) }),
    process: fc.nat(1),
    lane: fc.constantFrom<Lane>('decision', 'people', 'people', 'people', 'poller'),
    // One person has most calls.
    person: fc.constantFrom('ada', 'ada', 'ada', ...people),
  })
  .map((one) => ({ ...one, person: one.lane === 'poller' ? null : one.person }));

forEachEngineAtFullSize((_engine, open) => {
  let time: VirtualTime;
  let names = 0;
  beforeAll(async () => {
    time = await createVirtualTime(await open());
  });
  const createProcesses = (count: number) => {
    const name = `test ${++names}`;
    const { database, clock, nowMs: monotonicMs } = time;
    return Array.from({ length: count }, () =>
      createRequestBudget({ database, clock, monotonicMs, ratePerS, name, random: () => 0.5 }),
    );
  };

  async function serveAll(arrivals: readonly Arrival[]): Promise<Served[]> {
    const budgets = createProcesses(2);
    const counts = budgets.map(() => ({ decision: 0, people: 0, poller: 0 }));
    const served: Served[] = [];
    const waiting: Arrival[] = [];
    const take = async (call: Arrival) => {
      const budget = budgets[call.process];
      const count = counts[call.process];
      if (!budget || !count) throw new Error('no such process');
      waiting.push(call);
      const isOwn = (other: Arrival) =>
        other.process === call.process && other.lane === call.lane && other.person === call.person;
      const own = waiting.filter(isOwn).length;
      const atArrival = { ...count };
      await budget.take(call, signal);
      waiting.splice(waiting.indexOf(call), 1);
      const before = {
        decision: count.decision - atArrival.decision,
        people: count.people - atArrival.people,
        poller: count.poller - atArrival.poller,
      };
      count[call.lane] += 1;
      served.push({ ...call, atMs: time.nowMs(), own, before });
    };
    const calls: Promise<void>[] = [];
    const start = async () => {
      for (const each of arrivals) {
        if (each.afterMs > 0) await time.clock.sleep(each.afterMs);
        calls.push(take(each));
      }
      await Promise.all(calls);
    };
    await time.pass(start());
    return served;
  }

  test('keeps the rate and serves decisions first, then people fairly, for any arrivals', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(arrival, { minLength: 20, maxLength: 40 }), async (arrivals) => {
        const served = await serveAll(arrivals);
        expect(served).toHaveLength(arrivals.length);
        const times = served.map(({ atMs }) => atMs);
        const mostIn200Ms = Math.max(
          ...times.map((fromMs) => times.filter((atMs) => atMs >= fromMs && atMs - fromMs < 200).length),
        );
        expect(mostIn200Ms).toBeLessThanOrEqual(ratePerS / 5);
        for (const { lane, own, before } of served) {
          if (lane === 'poller') continue;
          // Each person at most once per own call.
          expect(before[lane]).toBeLessThan(people.length * own);
          // At most four decisions in a row while lookups wait.
          if (lane === 'decision') expect(before.people).toBeLessThanOrEqual(Math.floor(before.decision / 4) + 1);
          else expect(before.decision).toBeLessThanOrEqual(4 * (before.people + 1));
          // The poller has at most two in five slots.
          expect(before.poller).toBeLessThanOrEqual(Math.ceil((2 / 3) * (before.decision + before.people + 1)) + 1);
        }
      }),
      { numRuns: inject('fullSize') ? 100 : 3, seed: 7 },
    );
  });

  const createSenders = (count: number) => {
    const order: Lane[] = [];
    const processes = createProcesses(count).map((budget) => (lane: Lane, calls: number) => {
      const person = lane === 'poller' ? null : `only ${lane}`;
      return Array.from({ length: calls }, () => budget.take({ lane, person }, signal).then(() => order.push(lane)));
    });
    return { processes, order };
  };

  test('lets one lookup go after four decisions in a row', async () => {
    const { processes, order } = createSenders(1);
    await time.pass(Promise.all(processes.flatMap((send) => [...send('people', 3), ...send('decision', 12)])));
    // Once the last decision has gone, nothing is left.
    expect(order.join(' ')).toBe([1, 2, 3].map(() => 'decision decision decision decision people').join(' '));
  });

  test.each([1, 2])('polls while people wait in %s processes', async (count) => {
    const { processes, order } = createSenders(count);
    const calls = processes.flatMap((send) => [...send('people', 30), ...send('decision', 5), ...send('poller', 3)]);
    await time.pass(Promise.all(calls));
    // A starved poller would come last.
    expect(order.lastIndexOf('poller')).toBeLessThan(0.9 * calls.length);
    expect(order).toHaveLength(calls.length);
  });

  test('lets a process with one call wait only for the slots that other processes have booked ahead', async () => {
    const [busy, second, third] = createProcesses(3);
    if (!busy || !second || !third) throw new Error('three processes expected');
    let sent = 0;
    const flood = (budget: typeof busy) =>
      Array.from({ length: 40 }, () => budget.take({ lane: 'people', person: 'ada' }, signal).then(() => (sent += 1)));
    const rest = [...flood(busy), ...flood(second)];
    await time.passUntil(() => sent > 5);
    for (const lane of ['decision', 'people'] as const) {
      const sentBefore = sent;
      await time.pass(third.take({ lane, person: 'ben' }, signal));
      expect(sent - sentBefore).toBeLessThanOrEqual(2 * bookedAhead);
      const sentBeforeOwn = sent;
      await time.pass(busy.take({ lane, person: 'ben' }, signal));
      expect(sent - sentBeforeOwn).toBeLessThanOrEqual(lane === 'decision' ? bookedAhead : 2 * bookedAhead);
    }
    await time.pass(Promise.all(rest));
  });
});
