import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergePoints, type StoredPoint } from './merge-points';
import { deriveCurrent } from '../timeline/derive-current';
import { foldPoints } from '../timeline/fold-points';
import { overlaps } from '../timeline/order-points';
import { asOfMs, comparePoints, positionMs, stateKey, type Point } from '../timeline/point';
import { reportedInStatus } from '../timeline/reported-in-status';
import { arbitraryPoint, withFingerprint } from '../testing/arbitrary-point';
import { emptyTimeline } from '../testing/empty-timeline';
import { buildTimeline } from '../timeline/build-timeline';

const now = new Date(1_700_000_000_000 + 10 * 86_400_000);
const minute = 60_000;

function derive(points: readonly Point[]) {
  const row = deriveCurrent({ environment: 'live', id: '1', points, facts: [] });
  return {
    row,
    timeline: buildTimeline({ ...emptyTimeline, points, now }),
    reportedInStatus: reportedInStatus(points),
  };
}

/** Merges arriving points, `batch` at a time, as if they were stored and read back in between. */
function mergeInBatches(arrivals: readonly Point[], batch = 1): StoredPoint[] {
  let stored: StoredPoint[] = [];
  for (let at = 0; at < arrivals.length; at += batch) {
    stored = mergePoints(stored, arrivals.slice(at, at + batch)).points.map((point) => ({ ...point, isNew: false }));
  }
  return stored;
}

describe('arrival order', () => {
  it('does not change timeline or status when points arrive shuffled and three times', () => {
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
          const expected = derive(points.toSorted(comparePoints).filter(isFirstOfFingerprint));
          expect(derive(mergeInBatches(shuffled, batch))).toEqual(expected);
          expect(derive(mergeInBatches(points.toSorted(comparePoints)))).toEqual(expected);
        },
      ),
      { numRuns: 100 },
    );
  });

  it('does not matter when redundant confirmations are deleted in between', () => {
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
          const stored = mergeInBatches(arrivals.map(({ point }) => point));
          expect(derive(stored)).toEqual(derive(points.toSorted(comparePoints).filter(isFirstOfFingerprint)));
        },
      ),
      { numRuns: 250 },
    );
  });

  it('never lets an older point change the current status', () => {
    fc.assert(
      fc.property(
        fc.array(arbitraryPoint(300 * minute), { minLength: 1, maxLength: 30 }),
        arbitraryPoint(600 * minute),
        (points, late) => {
          const known = mergeInBatches(points);
          const newest = known
            .filter((point) => stateKey(point.state) !== undefined)
            .toSorted(comparePoints)
            .at(-1);
          fc.pre(newest !== undefined && comparePoints(late, newest) < 0);
          const before = deriveCurrent({ environment: 'live', id: '1', points: known, facts: [] })?.row;
          const after = deriveCurrent({
            environment: 'live',
            id: '1',
            points: mergePoints(known, [late]).points,
            facts: [],
          });
          if (after?.row.gone === before?.gone && (before?.gone || after?.row.statusKey === before?.statusKey)) return;
          // The order of overlapping reads is unknown; an older point may change which of them comes last.
          const last = [...known, late].filter((point) => point === newest || (newest && overlaps(point, newest)));
          const current = after?.row.gone ? 'gone' : `status ${after?.row.statusKey}`;
          expect(last.map(({ state }) => stateKey(state))).toContain(current);
          expect(last.length).toBeGreaterThan(1);
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe('comparePoints', () => {
  it('is a total order', () => {
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

describe('repeated reads', () => {
  const read = (atMs: number, text: string): Point => ({
    fingerprint: `${atMs}`,
    source: 'watcher',
    by: null,
    state: { kind: 'status', text },
    sentMs: atMs,
    seenMs: atMs,
    happenedMs: null,
    reported: {},
  });

  it('are stored as one observation and a few confirmations', () => {
    const arrivals = Array.from({ length: 2_000 }, (_, n) =>
      read(n * 5 * minute, n < 1_990 ? 'In preparation' : 'Other'),
    );
    const stored = mergeInBatches(arrivals);
    expect(stored.filter((point) => point.storedAs === 'observation')).toHaveLength(2);
    expect(stored.filter((point) => point.storedAs === 'confirmation').length).toBeLessThan(20);
    const [, other] = foldPoints(stored).periods;
    expect(other?.start).toEqual({ fromMs: 1_989 * 5 * minute, toMs: 1_990 * 5 * minute, exact: false });
    expect(Math.max(...stored.map(asOfMs))).toBe(1_999 * 5 * minute);
  });

  it('keep a confirmation that limits the start of a slow read', () => {
    const second = 1_000;
    const first = read(0, 'In preparation');
    const again = read(20 * second, 'In preparation');
    const slow = { ...read(second, 'Migration in progress'), seenMs: 25 * second };
    const back = read(30 * second, 'In preparation');
    const later = Array.from({ length: 20 }, (_, n) => read((10 + n * 10) * minute, 'In preparation'));
    const everything = [first, again, slow, back, ...later];
    const [, moved] = foldPoints(mergeInBatches(everything)).periods;
    expect(moved?.start).toEqual({ fromMs: 0, toMs: 25 * second, exact: false });
    expect(derive(mergeInBatches(everything))).toEqual(derive(everything));
  });

  it('come after the report of the same state, which gives time and source', () => {
    const report = { ...read(3_000, 'In preparation'), source: 'webhook', happenedMs: 3_000 } as const;
    const slow = { ...read(1_000, 'In preparation'), seenMs: 5_000 };
    const [, begun] = foldPoints(mergeInBatches([read(0, 'Collecting credentials'), slow, report])).periods;
    expect(begun).toMatchObject({ first: { source: 'webhook' }, start: { fromMs: 3_000, toMs: 3_000, exact: true } });
  });

  it('keep the latest fact when a different one arrives late', () => {
    const withWarnings = (atMs: number, size: number) => ({
      ...read(atMs, 'In preparation'),
      reported: { warnings: { hash: `of ${size}`, size } },
    });
    const later = Array.from({ length: 20 }, (_, n) => read((20 + n * 10) * minute, 'In preparation'));
    const stored = mergeInBatches([
      withWarnings(0, 1),
      withWarnings(10 * minute, 1),
      withWarnings(5 * minute, 2),
      ...later,
    ]);
    expect(derive(stored).row?.row.warnings).toBe(1);
  });

  it('keep what was reported in the current status, also if it is the same as in an earlier one', () => {
    const later = (fromMs: number, text: string) =>
      Array.from({ length: 5 }, (_, n) => read(fromMs + n * 10 * minute, text));
    const withRecords = (atMs: number, text: string): Point => ({
      ...read(atMs, text),
      reported: { records: { hash: 'of 12', size: 12 } },
    });
    const stored = mergeInBatches([
      withRecords(0, 'Sample migration completed'),
      ...later(60 * minute, 'Migration completed'),
      withRecords(61 * minute, 'Migration completed'),
      ...later(120 * minute, 'Migration completed'),
      withRecords(180 * minute, 'Migration completed'),
      ...later(240 * minute, 'Migration completed'),
    ]);
    expect(derive(stored).reportedInStatus).toEqual(['records']);
    expect(stored.filter(({ reported }) => reported.records).map(({ seenMs }) => seenMs / minute)).toEqual([0, 61]);
  });
});

describe('a report from a clock that is behind', () => {
  const startMs = Date.parse('2026-11-12T10:00:00.300Z');
  const readAt = (afterMs: number, text: string): Point =>
    withFingerprint({
      source: 'watcher',
      by: null,
      state: { kind: 'status', text },
      sentMs: startMs + afterMs,
      seenMs: startMs + afterMs + 200,
      happenedMs: null,
      reported: {},
    });
  const reportAt = (afterMs: number): Point =>
    withFingerprint({
      source: 'webhook',
      by: null,
      state: { kind: 'status', text: 'Migration completed' },
      sentMs: startMs + 200,
      seenMs: startMs + 200,
      happenedMs: startMs + afterMs,
      reported: {},
    });
  const earlier = readAt(-600_000, 'Migration in progress');
  const meanwhile = readAt(-1500, 'Migration in progress');
  const periodsOf = (points: Point[]) =>
    foldPoints(mergeInBatches(points)).periods.map(({ key, start: { fromMs, toMs, exact } }) => [
      key.replace('status ', ''),
      fromMs === null ? null : fromMs - startMs,
      toMs - startMs,
      exact,
    ]);
  const began = ['Migration in progress', null, -599_800, false];

  it('comes after a read of the status before it, at an uncertain time', () => {
    for (const later of [[], [readAt(900, 'Migration completed')]])
      expect(periodsOf([earlier, meanwhile, reportAt(-3000), ...later])).toEqual([
        began,
        ['Migration completed', -3000, 200, false],
      ]);
    expect(periodsOf([earlier, reportAt(-3000)])).toEqual([began, ['Migration completed', -3000, -3000, true]]);
  });

  it('comes before a read after more than the tolerance, or after it arrived', () => {
    expect(periodsOf([earlier, meanwhile, reportAt(-7000)])).toEqual([
      began,
      ['Migration completed', -7000, -7000, true],
      ['Migration in progress', -7000, -1300, false],
    ]);
    expect(periodsOf([earlier, reportAt(-3000), readAt(300, 'Migration in progress')])).toEqual([
      began,
      ['Migration completed', -3000, -3000, true],
      ['Migration in progress', -3000, 500, false],
    ]);
  });
});

function isFirstOfFingerprint(point: Point, index: number, points: readonly Point[]): boolean {
  return points.findIndex((other) => other.fingerprint === point.fingerprint) === index;
}
