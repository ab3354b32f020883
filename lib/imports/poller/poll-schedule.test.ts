import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { seeded } from '../../core/testing/seeded';
import { ageEdgesS, estimateRates } from './estimate-rates';
import { movingIntervalS, planPolls, paceLimits, finishedIntervalS } from './poll-schedule';

const groupsArbitrary = fc.array(
  fc.record({
    rate: fc.double({ min: 1e-8, max: 0.1, noNaN: true }),
    units: fc.integer({ min: 1, max: 20_000 }),
    lists: fc.boolean(),
  }),
  { maxLength: 12 },
);

describe('planPolls', () => {
  it('never exceeds the share, and uses all of it when there is more to poll', () => {
    fc.assert(
      fc.property(groupsArbitrary, fc.double({ min: 0, max: 50, noNaN: true }), (moving, restingPerS) => {
        const plan = planPolls({ moving, restingPerS, sharePerS: 4 });
        expect(plan.spendsPerS).toBeLessThanOrEqual(4 * 1.001);
        // Every 20 minutes a change: polled every two minutes at most.
        const wanted = moving.reduce((sum, { rate, units }) => {
          const intervalS = 120 * Math.sqrt(1 / 1200 / rate);
          return sum + units / Math.max(paceLimits.shortestS, Math.min(paceLimits.longestS, intervalS));
        }, 0);
        if (wanted > 4) expect(plan.spendsPerS).toBeGreaterThan(4 * 0.99);
      }),
      { numRuns: 200 },
    );
  });

  it('polls a small installation often at little cost, and a larger one less while webhooks announce the changes', () => {
    const groups = (size: number) => [
      { rate: 1 / 1200, units: size, lists: true },
      { rate: 1 / (2 * 86_400), units: 3 * size, lists: true },
    ];
    const few = planPolls({ moving: groups(1), restingPerS: 0, sharePerS: 4 });
    expect(movingIntervalS(few, 1 / 1200, () => 0.5)).toBeCloseTo(paceLimits.shortestS, 5);
    expect(few.spendsPerS).toBeLessThanOrEqual(0.5);
    const more = planPolls({ moving: groups(100), restingPerS: 0, sharePerS: 4 });
    expect(movingIntervalS(more, 1 / 1200, () => 0.5)).toBeCloseTo(120, 5);
    const withWebhooks = planPolls({ moving: groups(100), restingPerS: 0, sharePerS: 4, announced: 0.9 });
    expect(withWebhooks.spendsPerS).toBeLessThan(more.spendsPerS / 1.5);
    expect(withWebhooks.cycleS).toBeLessThanOrEqual(paceLimits.longestS * 1.1);
  });

  it('plans for the read of the details after each change', () => {
    const groups = (lists: boolean) => [{ rate: 1 / 100, units: 4, lists }];
    const plannedPerS = (lists: boolean) =>
      planPolls({ moving: groups(lists), restingPerS: 0, sharePerS: 4 }).spendsPerS;
    expect(plannedPerS(true) - plannedPerS(false)).toBeCloseTo(4 / 100, 2);
  });

  it('never polls slower units more often than faster ones', () => {
    fc.assert(
      fc.property(groupsArbitrary, (moving) => {
        const plan = planPolls({ moving, restingPerS: 0, sharePerS: 4 });
        const sorted = [...moving].sort((a, b) => a.rate - b.rate);
        const intervals = sorted.map((group) => movingIntervalS(plan, group.rate, () => 0.5));
        for (let i = 1; i < intervals.length; i++)
          expect(intervals[i] ?? 0).toBeLessThanOrEqual((intervals[i - 1] ?? 0) * 1.000001);
      }),
      { numRuns: 100 },
    );
  });

  it('doubles the poll rate for four times the change rate', () => {
    const plan = planPolls({
      moving: [
        { rate: 1e-3, units: 1000, lists: false },
        { rate: 4e-3, units: 1000, lists: false },
      ],
      restingPerS: 0,
      sharePerS: 4,
    });
    const slow = movingIntervalS(plan, 1e-3, () => 0.5);
    const quick = movingIntervalS(plan, 4e-3, () => 0.5);
    expect(slow / quick).toBeCloseTo(2, 5);
  });

  it('returns a cycle that no moving unit exceeds, including jitter', () => {
    fc.assert(
      fc.property(groupsArbitrary, fc.double({ min: 0, max: 0.999, noNaN: true }), (moving, random) => {
        const plan = planPolls({ moving, restingPerS: 1, sharePerS: 4 });
        for (const group of moving)
          expect(movingIntervalS(plan, group.rate, () => random)).toBeLessThanOrEqual(plan.cycleS * 1.000001);
      }),
      { numRuns: 100 },
    );
  });

  it('limits finished imports to a tenth of the share', () => {
    const plan = planPolls({ moving: [{ rate: 1e-3, units: 10, lists: true }], restingPerS: 40, sharePerS: 4 });
    expect(plan.restingStretch).toBeCloseTo(100, 5);
    expect(finishedIntervalS(0)).toBe(86_400);
    expect(finishedIntervalS(5 * 86_400)).toBe(5 * 86_400);
    expect(finishedIntervalS(400 * 86_400)).toBe(14 * 86_400);
  });
});

describe('estimateRates', () => {
  it('uses the prior without data and the data once there is some', () => {
    expect(1 / estimateRates([]).of('Sample migration in progress', 60)).toBeCloseTo(1200, 0);
    const learned = estimateRates([
      { statusKey: 'Sample migration in progress', ageBucket: 0, exits: 500, exposureS: 500 * 120 },
    ]);
    expect(1 / learned.of('Sample migration in progress', 60)).toBeGreaterThan(115);
    expect(1 / learned.of('Sample migration in progress', 60)).toBeLessThan(135);
  });

  it('returns lower rates for older imports when the data says so', () => {
    const abandoned = estimateRates([
      { statusKey: 'Collecting credentials', ageBucket: 0, exits: 900, exposureS: 900 * 300 },
      { statusKey: 'Collecting credentials', ageBucket: ageEdgesS.length - 1, exits: 1, exposureS: 5000 * 86_400 },
    ]);
    const young = abandoned.of('Collecting credentials', 60);
    const old = abandoned.of('Collecting credentials', 30 * 86_400);
    expect(young / old).toBeGreaterThan(1000);
  });

  it('returns a rate for unknown statuses', () => {
    const rates = estimateRates([]);
    expect(rates.of('Something new', 0)).toBeGreaterThan(0);
    expect(rates.of(null, 0)).toBeGreaterThan(0);
  });
});

describe('simulated with 10,000 active imports', () => {
  const statusPeriods: { share: number; durationS: number }[] = [
    { share: 0.02, durationS: 600 },
    { share: 0.05, durationS: 1200 },
    { share: 0.08, durationS: 1800 },
    { share: 0.15, durationS: 2 * 3600 },
    { share: 0.7, durationS: 4 * 86_400 },
  ];
  const units = statusPeriods.flatMap(({ share, durationS }) =>
    Array.from({ length: Math.round(share * 10_000) }, () => 1 / durationS),
  );
  const groups = statusPeriods.map(({ share, durationS }) => ({
    rate: 1 / durationS,
    units: Math.round(share * 10_000),
    lists: false,
  }));
  const sharePerS = 4;
  const hours = 4;

  it('finds changes sooner than polling everything equally often, with the same number of requests', () => {
    const plan = planPolls({ moving: groups, restingPerS: 0, sharePerS });
    const random = seeded(11);
    const planned = simulate(units, (rate) => movingIntervalS(plan, rate, random), sharePerS, hours * 3600, seeded(5));
    const uniform = simulate(units, () => units.length / sharePerS, sharePerS, hours * 3600, seeded(5));
    expect(planned.polls).toBeLessThanOrEqual(uniform.polls * 1.01);
    expect(planned.found).toBeGreaterThan(5000);
    expect(planned.meanDelayS).toBeLessThan(uniform.meanDelayS * 0.7);
    // Plus the second that a poll may wait in the queue.
    expect(planned.longestGapS).toBeLessThanOrEqual(plan.cycleS * 1.05 + 1);
  });
});

/** Simulates the poller as a queue by due time, served at `perS`. Units change randomly at their rate. */
function simulate(
  rates: readonly number[],
  intervalOf: (rate: number) => number,
  perS: number,
  untilS: number,
  random: () => number,
) {
  const draw = (rate: number) => -Math.log(1 - random()) / rate;
  const state = rates.map((rate) => ({ rate, changesAt: draw(rate), polledAt: 0 }));
  // One-second bins.
  const bins: number[][] = Array.from({ length: untilS + 1 }, () => []);
  const due = (unit: number, atS: number) => bins[Math.ceil(atS)]?.push(unit);
  state.forEach(({ rate }, unit) => due(unit, intervalOf(rate) * random()));
  const waiting: number[] = [];
  let polls = 0;
  let found = 0;
  let delays = 0;
  let longestGapS = 0;
  for (let now = 0; now <= untilS; now++) {
    waiting.push(...(bins[now] ?? []));
    const served = waiting.splice(0, perS);
    for (const unit of served) {
      const one = state[unit];
      if (!one) continue;
      polls++;
      longestGapS = Math.max(longestGapS, now - one.polledAt);
      one.polledAt = now;
      if (one.changesAt <= now) {
        found++;
        delays += now - one.changesAt;
        one.changesAt = now + draw(one.rate);
      }
      due(unit, now + intervalOf(one.rate));
    }
  }
  return { polls, found, meanDelayS: delays / Math.max(1, found), longestGapS };
}
