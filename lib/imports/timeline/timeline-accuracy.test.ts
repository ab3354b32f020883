import fc from 'fast-check';
import { describe, expect, inject, it } from 'vitest';
import { knownStatuses } from '../../contract/status';
import { mergePoints, type StoredPoint } from '../observations/merge-points';
import type { Point } from './point';
import { withFingerprint } from '../testing/arbitrary-point';
import { buildTimeline } from './build-timeline';
import { emptyTimeline } from '../testing/empty-timeline';

const reported = fc.infiniteStream(fc.record({ arrives: fc.boolean(), lateS: fc.integer({ min: 0, max: 290 }) }));

interface Scenario {
  steps: { status: string; lastsS: number }[];
  polls: { afterS: number; tookMs: number }[];
  reported: Iterator<{ arrives: boolean; lateS: number }>;
  cutToSeconds: boolean;
  /** How far the service's clock is ahead of ours. */
  aheadMs: number;
}

/** An import moves through statuses; some reports arrive, and we poll now and then. */
const slowChanges: fc.Arbitrary<Scenario> = fc.record({
  steps: fc.array(
    fc.record({ status: fc.constantFrom(...knownStatuses, 'Held'), lastsS: fc.integer({ min: 1, max: 4000 }) }),
    {
      minLength: 2,
      maxLength: 10,
    },
  ),
  polls: fc.array(
    fc.record({ afterS: fc.integer({ min: 1, max: 1500 }), tookMs: fc.integer({ min: 0, max: 15_000 }) }),
    {
      minLength: 1,
      maxLength: 30,
    },
  ),
  reported,
  cutToSeconds: fc.boolean(),
  aheadMs: fc.oneof(fc.constant(0), fc.integer({ min: -5000, max: 5000 })),
});

/** Changes every few seconds, in the usual order, while responses take up to 15 seconds. */
const fastChanges: fc.Arbitrary<Scenario> = fc.record({
  steps: fc
    .array(fc.record({ status: fc.constantFrom(...knownStatuses), lastsS: fc.integer({ min: 1, max: 9 }) }), {
      minLength: 2,
      maxLength: 9,
    })
    .map((steps) => steps.toSorted((a, b) => knownStatuses.indexOf(a.status) - knownStatuses.indexOf(b.status))),
  polls: fc.array(fc.record({ afterS: fc.integer({ min: 1, max: 8 }), tookMs: fc.integer({ min: 0, max: 15_000 }) }), {
    minLength: 1,
    maxLength: 30,
  }),
  reported,
  cutToSeconds: fc.boolean(),
  aheadMs: fc.oneof(fc.constant(0), fc.integer({ min: -5000, max: 5000 })),
});

const startMs = Date.parse('2026-11-12T00:00:00.123Z');

describe('buildTimeline', () => {
  it('matches every entry to a separate real change', () => {
    fc.assert(
      fc.property(slowChanges, (scenario) => {
        const { changes, claims } = runScenario(scenario);
        const left = [...changes];
        for (const claim of claims.toSorted((a, b) => a.lastMs - b.lastMs)) {
          const match = left.findIndex((change) => matches(claim, change));
          expect(match, `${claim.description} of ${JSON.stringify(changes)}`).toBeGreaterThanOrEqual(0);
          left.splice(match, 1);
        }
      }),
      { numRuns: inject('fullSize') ? 600 : 80 },
    );
  });

  it('keeps changes in the usual order when responses are slow', () => {
    fc.assert(
      fc.property(fastChanges, (scenario) => {
        const { changes, claims } = runScenario(scenario);
        let from = 0;
        for (const claim of claims) {
          const match = changes.findIndex((change, index) => index >= from && matches(claim, change));
          expect(match, `${claim.description} of ${JSON.stringify(changes)}`).toBeGreaterThanOrEqual(0);
          from = match + 1;
        }
      }),
      { numRuns: inject('fullSize') ? 600 : 80 },
    );
  });
});

interface Change {
  status: string;
  atMs: number;
}

/** A timeline entry: the status began between these times. */
interface Claim {
  status: string;
  firstMs: number;
  lastMs: number;
  description: string;
}

function matches(claim: Claim, change: Change): boolean {
  return change.status === claim.status && change.atMs >= claim.firstMs && change.atMs <= claim.lastMs;
}

/** Returns the real changes and the timeline built from what arrived, oldest first. */
function runScenario({ steps, polls, reported, cutToSeconds, aheadMs }: Scenario): {
  changes: Change[];
  claims: Claim[];
} {
  let atMs = startMs;
  const changes = steps.flatMap(({ status, lastsS }, index) => {
    const change = { status, atMs };
    // Longer than the clocks differ: their order is not known otherwise.
    atMs += lastsS * 1000 + 7 + Math.abs(aheadMs);
    return steps[index - 1]?.status === status ? [] : [change];
  });
  const statusAt = (ms: number) => changes.findLast((change) => change.atMs <= ms)?.status ?? '';
  const arrivals: Point[] = [];
  let pollMs = startMs;
  for (const { afterS, tookMs } of polls) {
    pollMs += afterS * 1000;
    // The response shows the state at some moment during the call.
    const text = statusAt(pollMs + Math.floor(tookMs / 2));
    arrivals.push(point('watcher', text, { sentMs: pollMs, seenMs: pollMs + tookMs, happenedMs: null }));
  }
  for (const { status, atMs: happened } of changes) {
    const { arrives, lateS } = (reported.next() as IteratorYieldResult<{ arrives: boolean; lateS: number }>).value;
    if (!arrives) continue;
    const stampedMs = happened + aheadMs;
    const ms = happened + lateS * 1000;
    const happenedMs = Math.min(cutToSeconds ? stampedMs - (stampedMs % 1000) : stampedMs, ms);
    arrivals.push(point('webhook', status, { sentMs: ms, seenMs: ms, happenedMs }));
  }
  let stored: StoredPoint[] = [];
  for (const arrival of arrivals.toSorted((a, b) => a.seenMs - b.seenMs))
    stored = mergePoints(stored, [arrival]).points;
  const entries = buildTimeline({ ...emptyTimeline, points: stored, now: new Date(atMs) }).reverse();
  const claims = entries.map(({ title, when }) => {
    const description = `${title} ${JSON.stringify(when)}`;
    const differsMs = Math.abs(aheadMs);
    if (when.certainty === 'exact') {
      const firstMs = Date.parse(when.at) - differsMs;
      return {
        status: title,
        firstMs,
        lastMs: Date.parse(when.at) + differsMs + (cutToSeconds ? 999 : 0),
        description,
      };
    }
    const firstMs = when.from === null ? -Infinity : Date.parse(when.from) - differsMs;
    return { status: title, firstMs, lastMs: Date.parse(when.to) + differsMs, description };
  });
  return { changes, claims };
}

function point(
  source: 'watcher' | 'webhook',
  text: string,
  times: Pick<Point, 'sentMs' | 'seenMs' | 'happenedMs'>,
): Point {
  return withFingerprint({ source, by: null, state: { kind: 'status', text }, reported: {}, ...times });
}
