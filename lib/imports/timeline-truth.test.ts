import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { knownStatuses } from '../contract/status';
import { absorb, type KeptPoint } from './absorb';
import type { Point } from './point';
import { withFingerprint } from './testing/arbitrary-points';
import { buildTimeline } from './timeline';

const reported = fc.infiniteStream(fc.record({ arrives: fc.boolean(), lateS: fc.integer({ min: 0, max: 290 }) }));

/** A world that really happened: an import moves through statuses, we look now and then, and some reports reach us. */
const calmWorld = fc.record({
  steps: fc.array(
    fc.record({ status: fc.constantFrom(...knownStatuses, 'Held'), lastsS: fc.integer({ min: 1, max: 4000 }) }),
    {
      minLength: 2,
      maxLength: 10,
    },
  ),
  looks: fc.array(
    fc.record({ afterS: fc.integer({ min: 1, max: 1500 }), tookMs: fc.integer({ min: 0, max: 15_000 }) }),
    {
      minLength: 1,
      maxLength: 30,
    },
  ),
  reported,
  cutToSeconds: fc.boolean(),
});

/** The same in a storm: changes every few seconds, along the usual path, while answers take up to fifteen. */
const stormyWorld = fc.record({
  steps: fc
    .array(fc.record({ status: fc.constantFrom(...knownStatuses), lastsS: fc.integer({ min: 1, max: 9 }) }), {
      minLength: 2,
      maxLength: 9,
    })
    .map((steps) => steps.toSorted((a, b) => knownStatuses.indexOf(a.status) - knownStatuses.indexOf(b.status))),
  looks: fc.array(fc.record({ afterS: fc.integer({ min: 1, max: 8 }), tookMs: fc.integer({ min: 0, max: 15_000 }) }), {
    minLength: 1,
    maxLength: 30,
  }),
  reported,
  cutToSeconds: fc.boolean(),
});

const startMs = Date.parse('2026-11-12T00:00:00.123Z');

describe('the timeline', () => {
  it(
    'claims nothing that did not happen: every entry holds the moment of a real change, in the order of the changes',
    { timeout: 60_000 },
    () => {
      fc.assert(
        fc.property(fc.oneof(calmWorld, stormyWorld), ({ steps, looks, reported, cutToSeconds }) => {
          let atMs = startMs;
          const changes = steps.flatMap(({ status, lastsS }, index) => {
            const change = { status, atMs };
            atMs += lastsS * 1000 + 7;
            return steps[index - 1]?.status === status ? [] : [change];
          });
          const statusAt = (ms: number) => changes.findLast((change) => change.atMs <= ms)?.status ?? '';
          const arrivals: { ms: number; point: Point }[] = [];
          let lookMs = startMs;
          for (const { afterS, tookMs } of looks) {
            lookMs += afterS * 1000;
            // The service answers with what is so at some moment while we wait.
            const text = statusAt(lookMs + Math.floor(tookMs / 2));
            const point = {
              source: 'watcher',
              by: null,
              says: { kind: 'status', text },
              told: {},
              happenedMs: null,
            } as const;
            arrivals.push({
              ms: lookMs + tookMs,
              point: withFingerprint({ ...point, askedMs: lookMs, seenMs: lookMs + tookMs }),
            });
          }
          for (const { status, atMs: happened } of changes) {
            const { arrives, lateS } = reported.next().value ?? { arrives: false, lateS: 0 };
            if (!arrives) continue;
            const happenedMs = cutToSeconds ? happened - (happened % 1000) : happened;
            const ms = happened + lateS * 1000;
            const says = { kind: 'status', text: status } as const;
            arrivals.push({
              ms,
              point: withFingerprint({
                source: 'webhook',
                by: null,
                says,
                told: {},
                askedMs: ms,
                seenMs: ms,
                happenedMs,
              }),
            });
          }
          let kept: KeptPoint[] = [];
          for (const { point } of arrivals.toSorted((a, b) => a.ms - b.ms)) kept = absorb(kept, [point]).points;
          const entries = buildTimeline({
            points: kept,
            facts: [],
            startedBy: undefined,
            decisions: [],
            requests: [],
            notes: [],
            now: new Date(atMs),
          }).reverse();

          let from = 0;
          for (const { title, when } of entries) {
            const firstMs =
              when.certainty === 'exact' ? Date.parse(when.at) : when.from === null ? -Infinity : Date.parse(when.from);
            const lastMs = when.certainty === 'exact' ? firstMs + (cutToSeconds ? 999 : 0) : Date.parse(when.to);
            const match = changes.findIndex(
              (change, index) =>
                index >= from && change.status === title && change.atMs >= firstMs && change.atMs <= lastMs,
            );
            expect(match, `${title} ${JSON.stringify(when)} of ${JSON.stringify(changes)}`).toBeGreaterThanOrEqual(0);
            from = match + 1;
          }
        }),
        { numRuns: 600 },
      );
    },
  );
});
