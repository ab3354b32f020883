import type { Random } from '../random';
import type { CustomerAct } from '../lifecycle/customer-acts';

/** The life of one import as its people lead it: what they do, and how long after the act before. */
export interface Life {
  startFull: boolean;
  steps: { afterMs: number; act: LifeAct }[];
  /**
   * Where it lies in time. `anywhere`: created on any day of the world. `caught`: its last act was at most so long ago,
   * which is shorter than the work it started, so that it is seen at work.
   */
  caughtWithinMs: number | null;
}

export type LifeAct = CustomerAct | 'accept' | 'reject' | 'archive' | 'snag';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

// Longer than the longest run of each kind, so that the next act always finds the work done.
const sampleOverMs = 26 * minuteMs;
const fullOverMs = 6.1 * hourMs;
const undoOverMs = 41 * minuteMs;

type Steps = Life['steps'];

export function planLife(random: Random): Life {
  const within = (lowMs: number, highMs: number): number => lowMs + Math.floor(random.next() * (highMs - lowMs));
  const step = (act: LifeAct, lowMs: number, highMs: number): Steps[number] => ({
    afterMs: within(lowMs, highMs),
    act,
  });

  const authorize = (): Steps => [
    step('authorize-source', 40_000, 30 * minuteMs),
    step('authorize-destination', 30_000, random.chance(0.8) ? 12 * minuteMs : 2 * dayMs),
  ];
  const sample = (): Steps => {
    const start = step('start-sample', 20_000, random.chance(0.8) ? 50 * minuteMs : 30 * hourMs);
    // Sometimes a sample falls back to waiting, and is started again.
    return random.chance(0.08)
      ? [start, step('snag', minuteMs, 3 * minuteMs), step('start-sample', minuteMs, hourMs)]
      : [start];
  };
  const sampled = (): Steps => [...authorize(), ...sample()];
  const ask = (): Steps => [
    ...sampled(),
    step('ask-for-full', sampleOverMs, random.chance(0.7) ? 20 * hourMs : 5 * dayMs),
  ];
  const decided = (act: 'accept' | 'reject'): Steps => [
    ...ask(),
    step(act, 20 * minuteMs, random.chance(0.8) ? 26 * hourMs : 3 * dayMs),
  ];
  const sponsored = (): Steps => [...decided('accept'), step('start-full', 10 * minuteMs, 2 * dayMs)];
  const bought = (): Steps => [
    ...decided('reject'),
    step('buy-full', hourMs, 4 * dayMs),
    step('start-full', 10 * minuteMs, dayMs),
  ];
  const twice = (): Steps => [
    ...sampled(),
    step('undo', sampleOverMs, 6 * hourMs),
    step('start-over', undoOverMs, dayMs),
    ...sample(),
  ];

  const anywhere = (steps: Steps, startFull = false): Life => ({ startFull, steps, caughtWithinMs: null });
  const caught = (withinMs: number, steps: Steps, startFull = false): Life => ({
    startFull,
    steps,
    caughtWithinMs: withinMs,
  });

  return random.weighted<() => Life>([
    [() => anywhere(sponsored()), 118],
    [() => anywhere(bought()), 24],
    [() => anywhere(authorize(), true), 22],
    [() => anywhere(random.chance(0.5) ? [] : authorize().slice(0, 1)), 34],
    [() => anywhere(authorize()), 14],
    [() => anywhere(sampled()), 36],
    [() => anywhere(decided('reject')), 22],
    [
      () =>
        anywhere([
          ...sampled(),
          step('start-sample', 2 * hourMs, 2 * dayMs),
          step('ask-for-full', sampleOverMs, dayMs),
          step('accept', hourMs, dayMs),
          step('start-full', hourMs, dayMs),
        ]),
      14,
    ],
    [() => anywhere([...sponsored(), step('undo', fullOverMs, 6 * dayMs)]), 14],
    [() => anywhere([...sampled(), step('undo', sampleOverMs, 3 * dayMs)]), 10],
    [() => anywhere(twice()), 8],
    [
      () =>
        anywhere([...(random.chance(0.5) ? authorize().slice(0, 1) : sampled()), step('cancel', hourMs, 8 * dayMs)]),
      16,
    ],
    [() => anywhere([...sponsored(), step('archive', 10 * dayMs, 40 * dayMs)]), 20],
    // Seen at this very moment, so that every status has somebody in it.
    [() => caught(3 * hourMs, authorize().slice(0, 1)), 6],
    [() => caught(5 * hourMs, authorize()), 5],
    [() => caught(3.5 * minuteMs, sampled()), 6],
    [() => caught(2.5 * dayMs, ask()), 10],
    [() => caught(2 * dayMs, decided('accept')), 7],
    [() => caught(38 * minuteMs, sponsored()), 6],
    [() => caught(38 * minuteMs, authorize(), true), 3],
    [() => caught(4.5 * minuteMs, [...sponsored(), step('undo', fullOverMs, 6 * dayMs)]), 5],
  ])();
}
