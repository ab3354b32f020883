import type { Random } from '../../core/clock';

/**
 * When to ask for what. Each unit (a customer's list, or one import) changes at some expected rate; asking for it
 * every T seconds finds a change T/2 late on average. Under a bounded number of requests a second the mean delay over
 * all changes is least when the rate of asking is proportional to the square root of the rate of change (Lagrange).
 * Everything here is pure: the loop around it owns time, database and network.
 */
interface PollGroup {
  /** Expected changes a second of one unit of this group. */
  rate: number;
  units: number;
}

export interface PlanInput {
  /** Units in which something may still move. */
  moving: readonly PollGroup[];
  /** Looks a second that the finished ones would take by their own rule. */
  restingPerS: number;
  /** Requests a second the watcher may spend. */
  sharePerS: number;
  limits?: PaceLimits;
}

export interface PaceLimits {
  /** Asking one unit more often than this buys nothing that a person would notice. */
  shortestS: number;
  /** While there is room for it, nothing that may move is left alone for longer. */
  longestS: number;
}

export interface PollPlan {
  /** The rate of asking is this times the square root of the rate of change. */
  perRoot: number;
  shortestS: number;
  /** No moving unit waits longer than this. */
  longestS: number;
  /** Finished units wait this many times as long as their rule says, when there are too many of them. */
  restingStretch: number;
  /** Within this many seconds every moving unit has been asked for once, with nobody telling us anything. */
  cycleS: number;
  /** What the plan spends, in requests a second. */
  spendsPerS: number;
  movingUnits: number;
}

export const paceLimits: PaceLimits = { shortestS: 10, longestS: 900 };
const maxRestingShare = 0.1;
const maxFloorShare = 0.5;
const jitter = 0.1;

export function planPolls({ moving, restingPerS, sharePerS, limits = paceLimits }: PlanInput): PollPlan {
  const { shortestS } = limits;
  const restingShare = Math.min(restingPerS, sharePerS * maxRestingShare);
  const share = sharePerS - restingShare;
  const movingUnits = moving.reduce((sum, group) => sum + group.units, 0);
  // The floor under slow units must not eat what the quick ones need: it gives way when there are too many of them.
  const longestS = Math.max(limits.longestS, movingUnits / (share * maxFloorShare));
  const spends = (perRoot: number) =>
    moving.reduce((sum, group) => sum + group.units / intervalFor({ perRoot, shortestS, longestS }, group.rate), 0);
  const perRoot = spends(Number.MAX_VALUE) <= share ? Number.MAX_VALUE : solvePerRoot(spends, share);
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
    spendsPerS: spends(perRoot) + restingShare,
    movingUnits,
  };
}

/** Spending grows with `perRoot`, so halving the interval between too little and too much finds the point. */
function solvePerRoot(spends: (perRoot: number) => number, share: number): number {
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

/** Seconds until a moving unit is asked for again. The jitter keeps units from marching in step. */
export function movingIntervalS(plan: PollPlan, rate: number, random: Random): number {
  return intervalFor(plan, rate) * (1 + jitter * (2 * random() - 1));
}

const dayS = 86_400;

/** Finished for a day: look after a day; for a week: after a week; at least every two weeks. */
export function finishedIntervalS(finishedForS: number): number {
  return Math.min(14 * dayS, Math.max(dayS, finishedForS));
}

export function restingIntervalS(plan: PollPlan, fixedIntervalS: number, random: Random): number {
  return fixedIntervalS * plan.restingStretch * (1 + jitter * (2 * random() - 1));
}

/** Seconds to leave a unit alone after failures in a row: 10, 20, 40 ... up to 15 minutes. */
export function backoffS(failures: number, random: Random): number {
  return Math.min(900, 10 * 2 ** Math.min(failures - 1, 10)) * (0.75 + 0.5 * random());
}
