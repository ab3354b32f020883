import fc from 'fast-check';
import { knownStatuses } from '../../contract/status';
import { describeFacts, shortHash, type ObservedFacts } from '../observed-facts';
import type { Point, Says } from '../point';

/** Few enough that looks often repeat, many enough that everything meets everything. */
const common = ['Sample migration in progress', 'Migration in progress', 'Paused by operator', 'Held'];
const texts = [...knownStatuses, 'migration completed', 'Sample import in progress', 'Paused by operator', ''];

const says: fc.Arbitrary<Says> = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom(...common).map((text): Says => ({ kind: 'status', text })) },
  {
    weight: 4,
    arbitrary: fc.constantFrom(...texts).map((text): Says => ({ kind: 'status', text })),
  },
  { weight: 2, arbitrary: fc.constant<Says>({ kind: 'gone' }) },
  { weight: 1, arbitrary: fc.constant<Says>({ kind: 'nothing' }) },
  { weight: 1, arbitrary: fc.constant<Says>({ kind: 'created' }) },
);

const warning = { text: 'left out', kind: null, item: null };

/** Each field told or not told, on its own. */
const told: fc.Arbitrary<ObservedFacts> = fc.record(
  {
    warnings: fc.integer({ min: 0, max: 2 }).map((length) => Array.from({ length }, () => warning)),
    family: fc.constantFrom('crm', 'desk'),
  },
  { requiredKeys: [] },
);

/** Facts at moments of a coarse grid, so that equal moments, equal states and neighbours are common. */
export function arbitraryPoint(spanMs: number): fc.Arbitrary<Point> {
  return fc
    .record({
      says,
      told,
      source: fc.constantFrom('lookup', 'watcher', 'webhook', 'decision'),
      by: fc.constantFrom(null, 'Priya Raman'),
      askedMs: fc.integer({ min: 0, max: Math.floor(spanMs / 10_500) }).map((n) => 1_700_000_000_000 + n * 10_500),
      tookMs: fc.constantFrom(0, 0, 120, 900, 20_000),
    })
    .map(({ says: state, told: facts, source, by, askedMs, tookMs }): Point => {
      const report = source === 'webhook' && state.kind !== 'created';
      return withFingerprint({
        source: state.kind === 'created' ? 'created' : source,
        by: report ? null : by,
        says: state,
        askedMs,
        seenMs: askedMs + tookMs,
        happenedMs: report ? askedMs : null,
        told: describeFacts(facts),
      });
    });
}

export function withFingerprint(point: Omit<Point, 'fingerprint'>): Point {
  return { ...point, fingerprint: shortHash(point) };
}
