import type { Random } from '../../core/clock';

/**
 * Each unit (a customer's list or one import) changes at an expected rate; polling it every T seconds finds a change
 * T/2 late on average. With a limited request rate, the mean delay is smallest when the poll rate is proportional to
 * the square root of the change rate (Lagrange).
 */
interface PollGroup {
  /** Expected changes per second of one unit. */
  rate: number;
  units: number;
  /** A change found in a list takes one more request, for the details. */
  lists: boolean;
}

export interface PlanInput {
  /** Units that may still change. */
  moving: readonly PollGroup[];
  /** Polls per second that finished units would take at their fixed intervals. */
  restingPerS: number;
  /** Requests per second the poller may use. */
  sharePerS: number;
  /** Part of the changes that webhooks announce. Each of these takes one request, for the details. */
  announced?: number;
  limits?: PaceLimits;
}

export interface PaceLimits {
  shortestS: number;
  /** Exceeded when there are too many units for the rate. */
  longestS: number;
}

export interface PollPlan {
  /** Poll rate divided by the square root of the change rate. */
  perRoot: number;
  shortestS: number;
  longestS: number;
  /** Factor on the intervals of finished units, above 1 when there are too many of them. */
  restingStretch: number;
  /** Every moving unit is polled once within this time. */
  cycleS: number;
  /** Planned requests per second. */
  spendsPerS: number;
  movingUnits: number;
}

export const paceLimits: PaceLimits = { shortestS: 10, longestS: 900 };
/** More polls than this are hardly worth their cost: imports that change every 20 minutes are polled every two minutes. */
const mostPerRoot = 1 / (120 * Math.sqrt(1 / 1200));
/** Unless all polls together take no more than this: then a small installation is up to date at hardly any cost. */
const alwaysPerS = 0.5;
const maxRestingShare = 0.1;
const maxFloorShare = 0.5;
const jitter = 0.1;

export function planPolls(input: PlanInput): PollPlan {
  const { moving, restingPerS, sharePerS, announced = 0, limits = paceLimits } = input;
  const { shortestS } = limits;
  const sumOf = (value: (group: PollGroup) => number) =>
    moving.reduce((sum, group) => sum + group.units * value(group), 0);
  const restingShare = Math.min(restingPerS, sharePerS * maxRestingShare);
  const announcedPerS = Math.min(
    sumOf(({ rate }) => rate * announced),
    sharePerS * maxFloorShare,
  );
  const share = sharePerS - restingShare - announcedPerS;
  const movingUnits = sumOf(() => 1);
  const spends = (perRoot: number, longestS: number) =>
    sumOf(({ rate, lists }) => {
      const intervalS = intervalFor({ perRoot, shortestS, longestS }, rate);
      const found = lists ? 1 - Math.exp(-rate * (1 - announced) * intervalS) : 0;
      return (1 + found) / intervalS;
    });
  // Polling slow units every `longestS` may take at most half of the share, unless fast units leave more.
  const floorS = Math.max(limits.longestS, movingUnits / (share * maxFloorShare));
  /** At this and above, all units are polled every `shortestS`. */
  const highest = Math.max(...moving.map(({ rate }) => 1 / (shortestS * Math.sqrt(rate))));
  const fastest = Math.max(
    mostPerRoot * Math.sqrt(1 - announced),
    Math.min(
      highest,
      solve((value) => spends(value, floorS), Math.min(alwaysPerS, share)),
    ),
  );
  const isLimited = spends(fastest, floorS) > share;
  const perRoot = isLimited ? solve((value) => spends(value, floorS), share) : fastest;
  const longestS = isLimited
    ? floorS
    : Math.max(limits.longestS, 1 / solve((value) => spends(fastest, 1 / value), share));
  const slowest = moving.reduce(
    (most, group) => Math.max(most, intervalFor({ perRoot, shortestS, longestS }, group.rate)),
    0,
  );
  return {
    perRoot,
    shortestS,
    longestS,
    restingStretch: restingShare > 0 ? restingPerS / restingShare : 1,
    cycleS: slowest * (1 + jitter),
    spendsPerS: spends(perRoot, longestS) + restingShare + announcedPerS,
    movingUnits,
  };
}

/** Bisection: spending grows with the value. */
function solve(spends: (value: number) => number, share: number): number {
  let low = 1e-12;
  let high = 1e12;
  for (let i = 0; i < 120; i++) {
    const middle = Math.sqrt(low * high);
    if (spends(middle) > share) high = middle;
    else low = middle;
  }
  return low;
}

function intervalFor(
  { perRoot, shortestS, longestS }: Pick<PollPlan, 'perRoot' | 'shortestS' | 'longestS'>,
  rate: number,
): number {
  return Math.min(longestS, Math.max(shortestS, 1 / (perRoot * Math.sqrt(rate))));
}

export function movingIntervalS(plan: PollPlan, rate: number, random: Random): number {
  return intervalFor(plan, rate) * (1 + jitter * (2 * random() - 1));
}

const dayS = 86_400;

/** The time since the unit finished, between one day and two weeks. */
export function finishedIntervalS(finishedForS: number): number {
  return Math.min(14 * dayS, Math.max(dayS, finishedForS));
}

export function restingIntervalS(plan: PollPlan, fixedIntervalS: number, random: Random): number {
  return fixedIntervalS * plan.restingStretch * (1 + jitter * (2 * random() - 1));
}

/** 10, 20, 40 ... seconds after failures in a row, up to 15 minutes. */
export function backoffS(failures: number, random: Random): number {
  return Math.min(900, 10 * 2 ** Math.min(failures - 1, 10)) * (0.75 + 0.5 * random());
}
