import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import type { Db } from './database/database';
import { claimDeliveries } from './events/deliveries';
import { claimBulkLookup } from './imports/bulk-lookups';
import { pollUnits } from './schema/polling';
import { bulkLookups } from './schema/service-calls';
import { deliveries } from './schema/webhooks';
import { claimDuePolls } from './service-calls/poll-schedule';
import { forEachEngine } from './testing/for-each-engine';
import { insertDelivery } from './testing/outbox-rows';

const at = new Date('2026-11-17T09:00:00Z');

const claims = {
  'bulk lookups': async (tx: Db) => {
    const row = {
      runId: 'run',
      environment: 'live',
      username: 'u',
      state: 'waiting',
      by: 'agent',
      staffId: '1',
    } as const;
    await tx.insert(bulkLookups).values([0, 1, 2].map((position) => ({ ...row, position, createdAt: at })));
    await claimBulkLookup(tx, 60);
    return bulkLookups;
  },
  polls: async (tx: Db) => {
    await tx
      .insert(pollUnits)
      .values(['a', 'b', 'c'].map((key) => ({ kind: 'import' as const, key, nextPollAt: at, rate: 1 })));
    await claimDuePolls(tx, { by: 'one', limit: 1, leaseS: 60 });
    return pollUnits;
  },
  webhooks: async (tx: Db) => {
    for (const _ of [1, 2, 3]) await insertDelivery(tx, { receivedAt: at, verdict: 'verified' });
    await claimDeliveries(tx, { limit: 1, leaseS: 60 });
    return deliveries;
  },
};

forEachEngine((_engine, open) => {
  it('claims no more than requested, whatever the plan', async () => {
    const database = await open();
    for (const [name, claim] of Object.entries(claims)) {
      const claimed = await database.transaction(async (tx) => {
        // A nested loop runs the inner query again for each row of the outer one.
        for (const method of ['hashjoin', 'mergejoin', 'hashagg', 'sort', 'material'])
          await tx.execute(sql.raw(`set local enable_${method} = off`));
        return tx.$count(await claim(tx), sql`claimed_until is not null`);
      });
      expect.soft(claimed, name).toBe(1);
    }
    await database.close();
  });
});
