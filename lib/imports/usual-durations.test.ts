import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { createManualClock } from '../core/testing/manual-clock';
import { statusPeriods } from '../store/schema/imports';
import { openTestDatabase } from '../store/testing/open-test-database';
import { createStatementRecorder } from '../store/testing/record-statements';
import { createDurationStatistics } from './usual-durations';

const database = await openTestDatabase();
afterAll(() => database.close());
const clock = createManualClock('2026-11-16T10:00:00Z');
const durations = createDurationStatistics({ database, clock });

async function addPeriods(
  count: number,
  period: { tool: string; statusKey: string; environment?: 'live' | 'sandbox'; durationS?: null; endedAt?: null },
) {
  await database.db.insert(statusPeriods).values(
    Array.from({ length: count }, (_, n) => ({
      environment: 'live' as const,
      importId: randomUUID(),
      fingerprint: randomUUID(),
      durationS: (n + 1) * 60,
      endedAt: clock.now(),
      ...period,
    })),
  );
}

test('is the middle of what the partner has seen, of the tool if there is enough, and nothing otherwise', async () => {
  const sample = 'Sample migration in progress';
  await addPeriods(19, { tool: 'Front', statusKey: sample });
  await addPeriods(100, { tool: 'Front', statusKey: sample, environment: 'sandbox' });
  expect([...(await durations.read('Front'))]).toEqual([]);

  await addPeriods(101, { tool: 'Zendesk', statusKey: sample });
  // Those that ended because the import was gone.
  await addPeriods(1_000, { tool: 'Zendesk', statusKey: sample, durationS: null, endedAt: null });
  // Steps that wait for a person say nothing about the next one.
  await addPeriods(100, { tool: 'Zendesk', statusKey: 'Sample migration completed' });
  await clock.advance(11 * 60_000);
  expect([...(await durations.read('Zendesk'))]).toEqual([[sample, { fromS: 21 * 60, toS: 81 * 60 }]]);
  const ofAll = (await durations.read('Front')).get(sample);
  expect(ofAll?.toS).toBeGreaterThan(60 * 60);
  expect(await durations.read(null)).toEqual(await durations.read('Unheard of'));
});

test('is one statement now and then', async () => {
  const record = createStatementRecorder(database);
  await clock.advance(11 * 60_000);
  const statements = await record(async () => {
    for (let n = 0; n < 10; n += 1) await durations.read('Zendesk');
  });
  expect(statements).toHaveLength(1);
});
