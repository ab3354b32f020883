import { describe, expect, test } from 'vitest';
import { createWorld, type World } from '../world/create-world';
import { importRecordSchema, statuses } from '../world/import-record';
import { families, tools } from '../world/tools';
import { seedWorld } from './seed-world';

const nowMs = Date.UTC(2026, 10, 12, 14, 20);
const dayMs = 86_400_000;

function seeded(seed: string): World {
  const world = createWorld(seed);
  seedWorld({ world, count: 400, nowMs, seed, speed: 1 });
  return world;
}

describe.each(['landfall', 'another', '3'])('seed %s', (seed) => {
  const imports = seeded(seed).all();
  const alive = imports.filter(({ gone }) => gone === null);

  test('creates 400 valid imports of the last ninety days, numbered by creation', () => {
    expect(imports).toHaveLength(400);
    for (const record of imports) {
      expect(importRecordSchema.safeParse(record).success).toBe(true);
      expect(record.createdAt).toBeGreaterThanOrEqual(nowMs - 90 * dayMs);
      const times = [record.createdAt, ...record.statusHistory.map(({ at }) => at), nowMs];
      expect(times).toEqual([...times].sort((one, other) => one - other));
    }
    const created = imports.map(({ createdAt }) => createdAt);
    expect(created).toEqual([...created].sort((one, other) => one - other));
  });

  test('covers every status, every family and most tools', () => {
    expect(new Set(alive.map(({ status }) => status))).toEqual(new Set(statuses));
    expect(new Set(imports.map(({ family }) => family)).size).toBe(families.length);
    expect(new Set(imports.map(({ tool }) => tool)).size).toBeGreaterThan(tools.length * 0.7);
  });

  test('covers removed, sponsored, rejected, bought, undone, resampled, start_full, stuck and undecided imports', () => {
    const count = (is: (record: (typeof imports)[number]) => boolean): number => imports.filter(is).length;
    const samples = (record: (typeof imports)[number]): number =>
      record.statusHistory.filter(({ status }) => status === 'Sample migration in progress').length;
    const stories = {
      cancelled: count(({ gone }) => gone?.why === 'cancelled'),
      archived: count(({ gone }) => gone?.why === 'archived'),
      accepted: count(({ decisions }) => decisions.some(({ kind }) => kind === 'accept')),
      rejected: count(({ decisions }) => decisions.some(({ kind }) => kind === 'reject')),
      bought: count(({ paidBy }) => paidBy === 'customer'),
      undone: count(({ statusHistory }) => statusHistory.some(({ status }) => status === 'Migration cleaned')),
      sampledTwice: count((record) => samples(record) > 1),
      startFull: count(({ startFull }) => startFull),
      stuck: count((record) => record.status === 'Collecting credentials' && record.createdAt < nowMs - 7 * dayMs),
      waiting: alive.filter(
        ({ requests, decisions, status }) =>
          requests.length > 0 && decisions.length === 0 && status === 'Sample migration completed',
      ).length,
      warned: count(({ outcome }) => (outcome?.warnings.length ?? 0) > 0),
      manyWarnings: count(({ outcome }) => (outcome?.warnings.length ?? 0) > 50),
    };
    for (const [story, times] of Object.entries(stories)) expect(times, story).toBeGreaterThan(2);
  });

  test('has customers with several imports and only .example addresses', () => {
    const usernames = imports.flatMap(({ username }) => username ?? []);
    expect(usernames.length - new Set(usernames).size).toBeGreaterThan(20);
    for (const username of usernames) expect(username).toMatch(/^[a-z.]+@[a-z-]+\.example$/);
  });

  test('running work ends in the future', () => {
    const working = alive.filter(({ status }) => status.endsWith('in progress'));
    expect(working.length).toBeGreaterThan(5);
    for (const { due } of working) expect(due?.at).toBeGreaterThan(nowMs);
  });
});

test('the same seed and time give the same world', () => {
  expect(seeded('landfall').all()).toEqual(seeded('landfall').all());
  expect(seeded('landfall').all()).not.toEqual(seeded('other').all());
});
