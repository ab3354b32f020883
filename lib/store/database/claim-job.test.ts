import { expect, it } from 'vitest';
import { claimJob } from './claim-job';
import { forEachEngineAtFullSize } from '../testing/for-each-engine';

forEachEngineAtFullSize((_engine, open) => {
  it('lets one of several instances run a job in each interval', async () => {
    const database = await open();
    const claims = await Promise.all([1, 2, 3].map(() => claimJob(database.db, 'lookups', 60)));
    expect(claims.filter(Boolean)).toHaveLength(1);
    expect(await claimJob(database.db, 'lookups', 60)).toBe(false);
    expect(await claimJob(database.db, 'another', 60)).toBe(true);
    expect(await claimJob(database.db, 'lookups', 0)).toBe(true);
    await database.close();
  });
});
