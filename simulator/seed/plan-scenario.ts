import type { Random } from '../random';
import type { CustomerAction } from '../lifecycle/customer-actions';

export interface Scenario {
  startFull: boolean;
  /** `afterMs` counts from the previous step. */
  steps: { afterMs: number; action: ScenarioAction }[];
  /** Set when the last action must be so recent that its work is still running. Null: created on any day. */
  lastActionWithinMs: number | null;
}

export type ScenarioAction = CustomerAction | 'accept' | 'reject' | 'archive' | 'snag';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

// Longer than the longest work of each kind, so that it is finished before the next action.
const afterSampleMs = 26 * minuteMs;
const afterFullMs = 6.1 * hourMs;
const afterUndoMs = 41 * minuteMs;

type ScenarioSteps = Scenario['steps'];

export function planScenario(random: Random): Scenario {
  const within = (lowMs: number, highMs: number): number => lowMs + Math.floor(random.next() * (highMs - lowMs));
  const step = (action: ScenarioAction, lowMs: number, highMs: number): ScenarioSteps[number] => ({
    afterMs: within(lowMs, highMs),
    action,
  });

  const authorize = (): ScenarioSteps => [
    step('authorize-source', 40_000, 30 * minuteMs),
    step('authorize-destination', 30_000, random.chance(0.8) ? 12 * minuteMs : 2 * dayMs),
  ];
  const sample = (): ScenarioSteps => {
    const start = step('start-sample', 20_000, random.chance(0.8) ? 50 * minuteMs : 30 * hourMs);
    // Sometimes a sample falls back to waiting and is started again.
    return random.chance(0.08)
      ? [start, step('snag', minuteMs, 3 * minuteMs), step('start-sample', minuteMs, hourMs)]
      : [start];
  };
  const sampled = (): ScenarioSteps => [...authorize(), ...sample()];
  const requested = (): ScenarioSteps => [
    ...sampled(),
    step('request-full', afterSampleMs, random.chance(0.7) ? 20 * hourMs : 5 * dayMs),
  ];
  const decided = (action: 'accept' | 'reject'): ScenarioSteps => [
    ...requested(),
    step(action, 20 * minuteMs, random.chance(0.8) ? 26 * hourMs : 3 * dayMs),
  ];
  const sponsored = (): ScenarioSteps => [...decided('accept'), step('start-full', 10 * minuteMs, 2 * dayMs)];
  const bought = (): ScenarioSteps => [
    ...decided('reject'),
    step('buy-full', hourMs, 4 * dayMs),
    step('start-full', 10 * minuteMs, dayMs),
  ];
  const twice = (): ScenarioSteps => [
    ...sampled(),
    step('undo', afterSampleMs, 6 * hourMs),
    step('start-over', afterUndoMs, dayMs),
    ...sample(),
  ];

  const anyTime = (steps: ScenarioSteps, startFull = false): Scenario => ({
    startFull,
    steps,
    lastActionWithinMs: null,
  });
  const recent = (withinMs: number, steps: ScenarioSteps, startFull = false): Scenario => ({
    startFull,
    steps,
    lastActionWithinMs: withinMs,
  });

  return random.weighted<() => Scenario>([
    [() => anyTime(sponsored()), 118],
    [() => anyTime(bought()), 24],
    [() => anyTime(authorize(), true), 22],
    [() => anyTime(random.chance(0.5) ? [] : authorize().slice(0, 1)), 34],
    [() => anyTime(authorize()), 14],
    [() => anyTime(sampled()), 36],
    [() => anyTime(decided('reject')), 22],
    [
      () =>
        anyTime([
          ...sampled(),
          step('start-sample', 2 * hourMs, 2 * dayMs),
          step('request-full', afterSampleMs, dayMs),
          step('accept', hourMs, dayMs),
          step('start-full', hourMs, dayMs),
        ]),
      14,
    ],
    [() => anyTime([...sponsored(), step('undo', afterFullMs, 6 * dayMs)]), 14],
    [() => anyTime([...sampled(), step('undo', afterSampleMs, 3 * dayMs)]), 10],
    [() => anyTime(twice()), 8],
    [
      () => anyTime([...(random.chance(0.5) ? authorize().slice(0, 1) : sampled()), step('cancel', hourMs, 8 * dayMs)]),
      16,
    ],
    [() => anyTime([...sponsored(), step('archive', 10 * dayMs, 40 * dayMs)]), 20],
    // Recent, so that every status occurs.
    [() => recent(3 * hourMs, authorize().slice(0, 1)), 6],
    [() => recent(5 * hourMs, authorize()), 5],
    [() => recent(3.5 * minuteMs, sampled()), 6],
    [() => recent(2.5 * dayMs, requested()), 10],
    [() => recent(2 * dayMs, decided('accept')), 7],
    [() => recent(38 * minuteMs, sponsored()), 6],
    [() => recent(38 * minuteMs, authorize(), true), 3],
    [() => recent(4.5 * minuteMs, [...sponsored(), step('undo', afterFullMs, 6 * dayMs)]), 5],
  ])();
}
