import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { absorb, type KeptPoint } from './absorb';
import { deriveCurrent } from './derive-current';
import { foldRuns } from './fold-runs';
import { overlaps } from './place-points';
import { asOfMs, comparePoints, positionMs, stateKey, type Point } from './point';
import { arbitraryPoint } from './testing/arbitrary-points';
import { buildTimeline } from './timeline';

const now = new Date(1_700_000_000_000 + 10 * 86_400_000);
const minute = 60_000;

function tell(points: readonly Point[]) {
  return {
    row: deriveCurrent({ environment: 'live', id: '1', points, facts: [] }),
    timeline: buildTimeline({
      points,
      facts: [],
      startedBy: undefined,
      decisions: [],
      requests: [],
      notes: [],
      now,
    }),
  };
}

/** Takes points in as they arrive, `batch` at a time, and forgets what a write and a read would forget. */
function arrive(arrivals: readonly Point[], batch = 1): KeptPoint[] {
  let kept: KeptPoint[] = [];
  for (let at = 0; at < arrivals.length; at += batch) {
    kept = absorb(kept, arrivals.slice(at, at + batch)).points.map((point) => ({ ...point, fresh: false }));
  }
  return kept;
}

describe('the order of arrival', () => {
  it('does not change the timeline or the current status: 100 seeds, shuffled and tripled', () => {
    fc.assert(
      fc.property(
        fc.array(arbitraryPoint(20 * minute), { minLength: 1, maxLength: 18 }).chain((points) =>
          fc.record({
            points: fc.constant(points),
            shuffled: fc.shuffledSubarray([...points, ...points, ...points], { minLength: points.length * 3 }),
            batch: fc.integer({ min: 1, max: 7 }),
          }),
        ),
        ({ points, shuffled, batch }) => {
          const expected = tell(points.toSorted(comparePoints).filter(firstOfItsKind));
          expect(tell(arrive(shuffled, batch))).toEqual(expected);
          expect(tell(arrive(points.toSorted(comparePoints)))).toEqual(expected);
        },
      ),
      { numRuns: 100 },
    );
  });

  it('does not matter over days either, although looks that repeat are thinned', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.record({
            point: arbitraryPoint(150 * minute),
            lateMs: fc.integer({ min: 0, max: 29.5 * minute }),
          }),
          { minLength: 1, maxLength: 60 },
        ),
        (facts) => {
          const arrivals = facts.toSorted((a, b) => positionMs(a.point) + a.lateMs - (positionMs(b.point) + b.lateMs));
          const points = facts.map(({ point }) => point);
          const kept = arrive(arrivals.map(({ point }) => point));
          expect(tell(kept)).toEqual(tell(points.toSorted(comparePoints).filter(firstOfItsKind)));
        },
      ),
      { numRuns: 250 },
    );
  });

  it('never lets anything older than what is known turn the current status back', () => {
    fc.assert(
      fc.property(
        fc.array(arbitraryPoint(300 * minute), { minLength: 1, maxLength: 30 }),
        arbitraryPoint(600 * minute),
        (points, late) => {
          const known = arrive(points);
          const newest = known
            .filter((point) => stateKey(point.says) !== undefined)
            .toSorted(comparePoints)
            .at(-1);
          fc.pre(newest !== undefined && comparePoints(late, newest) < 0);
          const before = deriveCurrent({ environment: 'live', id: '1', points: known, facts: [] })?.row;
          const after = deriveCurrent({
            environment: 'live',
            id: '1',
            points: absorb(known, [late]).points,
            facts: [],
          });
          if (after?.row.gone === before?.gone && (before?.gone || after?.row.statusKey === before?.statusKey)) return;
          // Of looks that were under way together nobody knows which was answered last; what is older may tell them
          // apart, and is never the last word itself.
          const last = [...known, late].filter((point) => point === newest || (newest && overlaps(point, newest)));
          const now = after?.row.gone ? 'gone' : `status ${after?.row.statusKey}`;
          expect(last.map(({ says }) => stateKey(says))).toContain(now);
          expect(last.length).toBeGreaterThan(1);
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe('the order of points', () => {
  it('is total: of two facts, one stands first, whichever is asked about first', () => {
    const atOneMoment = arbitraryPoint(0);
    fc.assert(
      fc.property(atOneMoment, atOneMoment, (a, b) => {
        expect(Math.sign(comparePoints(a, b)) + Math.sign(comparePoints(b, a))).toBe(0);
        expect(comparePoints(a, b) === 0).toBe(a.fingerprint === b.fingerprint);
      }),
      { numRuns: 500 },
    );
  });
});

describe('looks that repeat', () => {
  const look = (atMs: number, text: string): Point => ({
    fingerprint: `${atMs}`,
    source: 'watcher',
    by: null,
    says: { kind: 'status', text },
    askedMs: atMs,
    seenMs: atMs,
    happenedMs: null,
    told: {},
  });

  it('are one observation, and a handful of sightings however many they are', () => {
    const arrivals = Array.from({ length: 2_000 }, (_, n) =>
      look(n * 5 * minute, n < 1_990 ? 'In preparation' : 'Other'),
    );
    const kept = arrive(arrivals);
    expect(kept.filter((point) => point.kept === 'observation')).toHaveLength(2);
    expect(kept.filter((point) => point.kept === 'sighting').length).toBeLessThan(20);
    const [, other] = foldRuns(kept).runs;
    expect(other?.begin).toEqual({ fromMs: 1_989 * 5 * minute, toMs: 1_990 * 5 * minute, exact: false });
    expect(Math.max(...kept.map(asOfMs))).toBe(1_999 * 5 * minute);
  });

  it('keep what a slow look stands behind, although it is between two of a kind', () => {
    const second = 1_000;
    const first = look(0, 'In preparation');
    const again = look(20 * second, 'In preparation');
    const slow = { ...look(second, 'Migration in progress'), seenMs: 25 * second };
    const back = look(30 * second, 'In preparation');
    const later = Array.from({ length: 20 }, (_, n) => look((10 + n * 10) * minute, 'In preparation'));
    const everything = [first, again, slow, back, ...later];
    const [, moved] = foldRuns(arrive(everything)).runs;
    expect(moved?.begin).toEqual({ fromMs: 0, toMs: 25 * second, exact: false });
    expect(tell(arrive(everything))).toEqual(tell(everything));
  });

  it('stand behind the report of what they saw, which names the moment and is named as how we know', () => {
    const report = { ...look(3_000, 'In preparation'), source: 'webhook', happenedMs: 3_000 } as const;
    const slow = { ...look(1_000, 'In preparation'), seenMs: 5_000 };
    const [, begun] = foldRuns(arrive([look(0, 'Collecting credentials'), slow, report])).runs;
    expect(begun).toMatchObject({ first: { source: 'webhook' }, begin: { fromMs: 3_000, toMs: 3_000, exact: true } });
  });

  it('keep the last word on a fact, although something else was told late in between', () => {
    const warned = (atMs: number, size: number) => ({
      ...look(atMs, 'In preparation'),
      told: { warnings: { hash: `of ${size}`, size } },
    });
    const later = Array.from({ length: 20 }, (_, n) => look((20 + n * 10) * minute, 'In preparation'));
    const kept = arrive([warned(0, 1), warned(10 * minute, 1), warned(5 * minute, 2), ...later]);
    expect(tell(kept).row?.row.warnings).toBe(1);
  });
});

function firstOfItsKind(point: Point, index: number, points: readonly Point[]): boolean {
  return points.findIndex((other) => other.fingerprint === point.fingerprint) === index;
}
