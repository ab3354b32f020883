import fc from 'fast-check';
import { expect, it } from 'vitest';
import { mergePoints, type StoredPoint } from '../observations/merge-points';
import { newFacts } from '../observations/new-facts';
import { toPoint } from '../observations/point-rows';
import { arbitraryPoint } from '../testing/arbitrary-point';
import { deriveCurrent, type KnownFact } from '../timeline/derive-current';
import { findUnchanged } from './find-unchanged';

const spanMs = 5 * 60_000;
const startMs = 1_700_000_000_000;
const id = '1';
const username = 'anna@acme.example';

const facts: fc.Arbitrary<KnownFact[]> = fc.array(
  fc.record({
    field: fc.constant('username' as const),
    value: fc.constantFrom(username, username, 'Anna@acme.example', ''),
    source: fc.constantFrom('lookup', 'staff', 'created'),
    at: fc.integer({ min: 0, max: spanMs }).map((ms) => new Date(startMs + ms)),
  }),
  { maxLength: 3 },
);

it('returns exactly the rows that recording the lookup derives, which is a confirmation', () => {
  let unchanged = 0;
  fc.assert(
    fc.property(
      fc.record({
        points: fc.array(arbitraryPoint(spanMs), { minLength: 1, maxLength: 8 }),
        known: facts,
        repeat: fc.boolean(),
        status: fc.constantFrom('Migration in progress', 'Held', 'held'),
        afterMs: fc.constantFrom(-30_000, -1000, -1, 0, 1, 500, 998, 999, 1000, 60_000),
        tookMs: fc.constantFrom(0, 5, 2000, 60_000),
      }),
      ({ points, known, repeat, afterMs, tookMs, ...other }) => {
        const stored = mergePoints([], points).points.map((point): StoredPoint => ({ ...point, isNew: false }));
        const before = deriveCurrent({ environment: 'live', id, points: stored, facts: known });
        if (!before) return;
        const status = repeat ? before.row.statusText : other.status;
        const sentAt = new Date(Math.max(...stored.map(({ seenMs }) => seenMs)) + afterMs);
        const receivedAt = new Date(sentAt.getTime() + tookMs);
        const reports = stored.flatMap(({ happenedMs }) => happenedMs ?? []);
        const reportedAt = reports.length === 0 ? null : new Date(Math.max(...reports));
        const progress = { stage: 0, requested: false, completedAt: null };
        const record = { ...before.row, ...progress, decision: 'none', tags: ['vip'], reportedAt };
        const answer = { value: [{ id, status }], sentAt, receivedAt };
        const found = findUnchanged({ environment: 'live', username, answer }, [record]);
        if (!found) return;

        unchanged += 1;
        const input = {
          environment: 'live',
          importId: id,
          source: 'lookup',
          status,
          sentAt,
          seenAt: receivedAt,
          about: { username },
          aboutSource: 'lookup',
        } as const;
        const merged = mergePoints(stored, [toPoint(input)]);
        const allFacts = [...known, ...newFacts(input, known)];
        const after = deriveCurrent({ environment: 'live', id, points: merged.points, facts: allFacts });
        expect(found).toEqual([{ ...after?.row, ...progress, decision: 'none', tags: ['vip'] }]);
        expect(after?.statusPeriods).toEqual(before.statusPeriods);
        expect(merged.observations).toEqual([]);
      },
    ),
    { numRuns: 2000 },
  );
  expect(unchanged).toBeGreaterThan(100);
});
