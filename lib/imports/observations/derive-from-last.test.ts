import fc from 'fast-check';
import { expect, inject, it } from 'vitest';
import { arbitraryPoint, withFingerprint } from '../testing/arbitrary-point';
import { deriveCurrent, type Derived } from '../timeline/derive-current';
import { comparePoints, type Point } from '../timeline/point';
import { deriveFromLast, findLastPoints } from './derive-from-last';
import { mergePoints, type StoredPoint } from './merge-points';

const minute = 60_000;
const key = { environment: 'live', id: '1' } as const;
const derive = (points: readonly Point[]) => deriveCurrent({ ...key, points, facts: [] });

/** The points that are read of an import, as `readObservedBefore` reads them. */
function readLast(stored: readonly StoredPoint[], count: number) {
  const observed = stored.filter(({ storedAs }) => storedAs === 'observation').toSorted((a, b) => b.seenMs - a.seenMs);
  const untilMs = observed[count]?.seenMs;
  if (untilMs === undefined) return undefined;
  const confirmed = stored.filter(({ storedAs, seenMs }) => storedAs === 'confirmation' && seenMs >= untilMs);
  return { points: [...observed.slice(0, count), ...confirmed], untilMs };
}

const byFingerprint = (periods: Derived['statusPeriods']) =>
  periods.toSorted((a, b) => (a.fingerprint < b.fingerprint ? -1 : 1));

function applyDiff(all: Derived['statusPeriods'], before: Derived['statusPeriods'], after: Derived['statusPeriods']) {
  const replaced = new Set(before.map(({ fingerprint }) => fingerprint));
  return [...all.filter(({ fingerprint }) => !replaced.has(fingerprint)), ...after];
}

/** Reports by the second and by the millisecond, most of them later than what is stored. */
const arbitraryReport = fc
  .record({
    text: fc.constantFrom('In preparation', 'Migration in progress', 'Held'),
    atMs: fc.integer({ min: 0, max: 40 }).map((n) => 1_700_000_000_000 + n * 9_250),
  })
  .map(({ text, atMs }) =>
    withFingerprint({
      source: 'webhook',
      by: null,
      state: { kind: 'status', text },
      sentMs: atMs,
      seenMs: atMs + 40,
      happenedMs: atMs,
      reported: {},
    }),
  );

const anyPoint = fc.oneof(
  { weight: 3, arbitrary: arbitraryReport },
  { weight: 2, arbitrary: arbitraryPoint(6 * minute) },
);

it('derives from the last points what follows from all points', () => {
  let decided = 0;
  fc.assert(
    fc.property(
      fc.array(anyPoint, { minLength: 6, maxLength: 40 }),
      fc.array(anyPoint, { minLength: 1, maxLength: 4 }),
      fc.integer({ min: 3, max: 12 }),
      fc.boolean(),
      (known, incoming, count, inOrder) => {
        // In order, the last ones are new; otherwise any.
        const all = inOrder ? [...known, ...incoming].toSorted(comparePoints) : [...known, ...incoming];
        const stored = mergePoints([], all.slice(0, known.length)).points.map((one) => ({ ...one, isNew: false }));
        const added = all.slice(known.length);
        const expected = { merged: mergePoints(stored, added), before: derive(stored) };
        const read = readLast(stored, count);
        const points = read && findLastPoints(read.points, { untilMs: read.untilMs, incoming: added });
        if (!points || !expected.before) return;
        const merged = mergePoints(points, added);
        const derived = deriveFromLast(expected.before.row, { before: points, after: merged.points });
        if (merged.lacksFacts || !derived) return;
        decided += 1;
        const after = derive(expected.merged.points);
        expect(derived.after.row).toEqual(after?.row);
        expect(merged.observations).toEqual(expected.merged.observations);
        const periods = applyDiff(
          expected.before.statusPeriods,
          derived.before.statusPeriods,
          derived.after.statusPeriods,
        );
        expect(byFingerprint(periods)).toEqual(byFingerprint(after?.statusPeriods ?? []));
        // A redundant confirmation among earlier points may be kept for longer.
        const dropped = new Set(expected.merged.dropped.map(({ fingerprint }) => fingerprint));
        expect(merged.dropped.filter(({ fingerprint }) => !dropped.has(fingerprint))).toEqual([]);
        expect(merged.confirmations.map(({ fingerprint }) => fingerprint)).toEqual(
          expect.arrayContaining(expected.merged.confirmations.map(({ fingerprint }) => fingerprint)),
        );
      },
    ),
    { numRuns: inject('fullSize') ? 5000 : 100 },
  );
  // Otherwise it shows nothing.
  expect(decided).toBeGreaterThan(20);
});

it('needs earlier points for a read that reports what none of the last points does', () => {
  const held = { source: 'watcher', by: null, state: { kind: 'status', text: 'Held' }, happenedMs: null } as const;
  const readAt = (sentMs: number, reported: Point['reported']) =>
    withFingerprint({ ...held, sentMs, seenMs: sentMs + 10, reported });
  const family = { family: { hash: 'crm', value: 'crm' } };
  const stored = (point: Point): StoredPoint => ({ ...point, storedAs: 'observation', isNew: false });
  expect(mergePoints([stored(readAt(1000, {}))], [readAt(2000, family)]).lacksFacts).toBe(true);
  expect(mergePoints([stored(readAt(1000, family))], [readAt(2000, family)]).lacksFacts).toBe(false);
  expect(mergePoints([stored(readAt(1000, {}))], [readAt(2000, {})]).lacksFacts).toBe(false);
});
