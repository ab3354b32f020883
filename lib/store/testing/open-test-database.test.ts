import { expect, test } from 'vitest';
import { recordChange } from '../events/changes';
import { changes } from '../schema/changes';
import { openTestDatabase } from './open-test-database';

test('opens a separate, migrated database each time', async () => {
  const [one, other] = await Promise.all([openTestDatabase(), openTestDatabase()]);
  try {
    await one.transaction((tx) => recordChange(tx, { kind: 'import', environment: 'live', subject: 'a' }));
    expect(await one.db.$count(changes)).toBe(1);
    expect(await other.db.$count(changes)).toBe(0);
  } finally {
    await Promise.all([one.close(), other.close()]);
  }
});
