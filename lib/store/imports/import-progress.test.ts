import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Database } from '../database/database';
import { imports, statusPeriods } from '../schema/imports';
import { forEachEngineAtFullSize } from '../testing/for-each-engine';
import { writeObserved } from './write-observed';

const stages: Readonly<Record<string, number>> = {
  'Waiting to start sample migration': 1,
  'Sample migration completed': 3,
  'Undo in progress': 3,
  'Migration in progress': 5,
  'Migration completed': 6,
};
// These two also decide when it was completed.
const ofCompletion = ['Migration in progress', 'Migration completed'];
const status = fc.constantFrom(...Object.keys(stages), 'Held', ...ofCompletion, ...ofCompletion);
const hour = (number: number) => new Date(Date.UTC(2026, 10, 12, number));
const at = fc.integer({ min: 0, max: 20 }).map(hour);

const durationS = fc.integer({ min: 0, max: 90_000 });
const period = fc.record({ statusKey: status, startedAt: at, durationS, endedAt: at });
const never = fc.constant(null);
const unmeasured = fc.record({ statusKey: status, startedAt: at, durationS: never, endedAt: never });
const periodBefore0017 = fc.record({ statusKey: status, startedAt: never, durationS, endedAt: at });

const change = fc.record({
  row: fc.option(fc.record({ statusKey: fc.option(status), sinceTo: at, gone: fc.boolean() }), { freq: 4 }),
  added: fc.array(fc.oneof(period, unmeasured, periodBefore0017), { maxLength: 2 }),
  removed: fc.array(fc.integer({ min: 0, max: 5 }), { maxLength: 1 }),
});

const backAfterGone = [
  { statusKey: 'Migration completed', sinceTo: hour(2), gone: false },
  { statusKey: 'Migration completed', sinceTo: hour(4), gone: true },
  { statusKey: 'Migration completed', sinceTo: hour(9), gone: false },
].map((row, index) => ({
  row,
  added: index === 1 ? [{ statusKey: 'Migration completed', startedAt: hour(2), durationS: null, endedAt: null }] : [],
  removed: [],
}));
/** While it was gone, the period before counted as completed. */
const backAfterGoneBefore0017 = [
  { statusKey: 'Migration completed', sinceTo: hour(4), gone: true },
  { statusKey: 'Migration completed', sinceTo: hour(9), gone: false },
].map((row, index) => ({
  row,
  added: index === 0 ? [{ statusKey: 'Migration in progress', startedAt: null, durationS: 60, endedAt: hour(4) }] : [],
  removed: [],
}));

async function readProgress({ db }: Database) {
  const [row] = await db.select().from(imports);
  const periods = await db.select().from(statusPeriods);
  if (!row) return undefined;
  const isCompleted = row.statusKey === 'Migration completed';
  const completions = periods.flatMap(({ statusKey, startedAt, endedAt, durationS }) => {
    if (statusKey === 'Migration completed')
      return [startedAt?.getTime() ?? (endedAt?.getTime() ?? NaN) - (durationS ?? NaN) * 1000];
    if (statusKey !== 'Migration in progress' || startedAt || !endedAt) return [];
    return isCompleted && row.gone ? [endedAt.getTime()] : [];
  });
  if (isCompleted && !row.gone && row.sinceTo) completions.push(row.sinceTo.getTime());
  return {
    stored: { stage: row.stage, completedAt: row.completedAt?.getTime() },
    expected: {
      stage: Math.max(...[row, ...periods].map(({ statusKey }) => stages[statusKey ?? ''] ?? 0)),
      completedAt: completions.length > 0 ? Math.min(...completions) : undefined,
    },
  };
}

forEachEngineAtFullSize((_engine, open) => {
  describe('the progress of an import', () => {
    it('is that of its status and all its periods, in whichever order these are written and removed', async () => {
      const database = await open();
      await fc.assert(
        fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 8 }), async (changes) => {
          const key = { environment: 'live', importId: 'i' } as const;
          const nothing = { observations: [], confirmations: [], redundantConfirmations: [], facts: [], seen: [] };
          let number = 0;
          const fingerprints: string[] = [];
          for (const { row, added, removed } of changes) {
            const periods = added.map((period) => ({
              ...key,
              ...period,
              fingerprint: `p${(number += 1)}`,
              tool: null,
            }));
            await database.transaction((tx) =>
              writeObserved(tx, {
                ...nothing,
                changed: row
                  ? [
                      {
                        ...row,
                        environment: 'live',
                        id: 'i',
                        seenAt: row.sinceTo,
                        seenBy: 'poll',
                        firstSeenAt: row.sinceTo,
                        searchTerms: [],
                      },
                    ]
                  : [],
                periods,
                endedPeriods: removed.flatMap((index) => {
                  const fingerprint = fingerprints[index];
                  return fingerprint === undefined ? [] : [{ ...key, fingerprint }];
                }),
              }),
            );
            fingerprints.push(...periods.map(({ fingerprint }) => fingerprint));
            const progress = await readProgress(database);
            expect(progress?.stored).toEqual(progress?.expected);
          }
          await database.db.delete(imports);
          await database.db.delete(statusPeriods);
        }),
        { numRuns: 60, seed: 14, examples: [[backAfterGone], [backAfterGoneBefore0017]] },
      );
    });
  });
});
