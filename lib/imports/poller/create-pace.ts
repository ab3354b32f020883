import type { Clock } from '../../core/clock';

/** Polls of about this time are claimed together. */
const roundS = 1;
/** What was not used in this time is lost, so that no burst follows a pause. */
const keepS = 5;

/** Slightly more than is planned, so that polls that came together do not delay all that follow. */
const reserve = 1.05;

/** How many polls may start now, so that about `plannedPerS` start over time. */
export function createPace(clock: Clock, plannedPerS: number) {
  const perS = plannedPerS * reserve;
  const most = Math.max(1, perS * keepS);
  const round = Math.max(1, Math.round(perS * roundS));
  let tokens = round;
  let atMs = clock.now().getTime();
  const refill = () => {
    const nowMs = clock.now().getTime();
    tokens = Math.min(most, tokens + (Math.max(0, nowMs - atMs) / 1000) * perS);
    atMs = nowMs;
    return tokens;
  };
  return {
    available: () => Math.max(1, Math.floor(refill() + 1e-9)),
    use: (count: number) => {
      tokens -= count;
    },
    /** Until there are enough for a round. */
    waitMs: () => Math.ceil((Math.max(0, round - refill() - 1e-9) / perS) * 1000),
  };
}
