import fc from 'fast-check';
import { knownStatuses } from '../../contract/status';
import { summariseFacts, shortHash, type ObservedFacts } from '../observations/observed-facts';
import type { Point, PointState } from '../timeline/point';

/** Few enough that reads often repeat. */
const common = ['Sample migration in progress', 'Migration in progress', 'Paused by operator', 'Held'];
const texts = [...knownStatuses, 'migration completed', 'Sample import in progress', 'Paused by operator', ''];

const states: fc.Arbitrary<PointState> = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom(...common).map((text): PointState => ({ kind: 'status', text })) },
  {
    weight: 4,
    arbitrary: fc.constantFrom(...texts).map((text): PointState => ({ kind: 'status', text })),
  },
  { weight: 2, arbitrary: fc.constant<PointState>({ kind: 'gone' }) },
  { weight: 1, arbitrary: fc.constant<PointState>({ kind: 'nothing' }) },
  { weight: 1, arbitrary: fc.constant<PointState>({ kind: 'created' }) },
);

const warning = { text: 'left out', kind: null, item: null };

const observedFacts: fc.Arbitrary<ObservedFacts> = fc.record(
  {
    warnings: fc.integer({ min: 0, max: 2 }).map((length) => Array.from({ length }, () => warning)),
    family: fc.constantFrom('crm', 'desk'),
  },
  { requiredKeys: [] },
);

/** Times on a coarse grid, so that equal times and neighbours are common, some of them within the tolerance of clocks. */
export function arbitraryPoint(spanMs: number): fc.Arbitrary<Point> {
  return fc
    .record({
      state: states,
      facts: observedFacts,
      source: fc.constantFrom('lookup', 'watcher', 'webhook', 'decision'),
      by: fc.constantFrom(null, 'Priya Raman'),
      gridMs: fc.integer({ min: 0, max: Math.floor(spanMs / 10_500) }).map((n) => 1_700_000_000_000 + n * 10_500),
      offGridMs: fc.constantFrom(0, 0, 0, 2300),
      tookMs: fc.constantFrom(0, 0, 120, 900, 20_000),
    })
    .map(({ state, facts, source, by, gridMs, offGridMs, tookMs }): Point => {
      const sentMs = gridMs + (spanMs > 0 ? offGridMs : 0);
      const report = source === 'webhook' && state.kind !== 'created';
      return withFingerprint({
        source: state.kind === 'created' ? 'created' : source,
        by: report ? null : by,
        state,
        sentMs,
        seenMs: sentMs + tookMs,
        happenedMs: report ? sentMs : null,
        reported: summariseFacts(facts),
      });
    });
}

export function withFingerprint(point: Omit<Point, 'fingerprint'>): Point {
  return { ...point, fingerprint: shortHash(point) };
}
