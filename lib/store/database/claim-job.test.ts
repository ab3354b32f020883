import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { installation } from '../schema/system';
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
    // The clock of the database was set back.
    await database.db.update(installation).set({ at: sql`now() + interval '1 hour'` });
    const claimsLater = await Promise.all([1, 2, 3].map(() => claimJob(database.db, 'lookups', 60)));
    expect(claimsLater.filter(Boolean)).toHaveLength(1);
    await database.close();
  });
});
