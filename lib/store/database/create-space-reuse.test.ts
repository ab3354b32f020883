import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { appendAudit } from '../../audit/append-audit';
import { systemCaller } from '../../contract/caller';
import { createCipher, generateKey } from '../../core/cipher';
import { createManualClock } from '../../core/testing/manual-clock';
import { notes } from '../schema/imports';
import { openTestPglite } from '../testing/open-test-database';
import { createSpaceReuse } from './create-space-reuse';

test.each(['data.pruned', 'customer.erased'] as const)('frees the space of every table after %s', async (action) => {
  const database = await openTestPglite();
  try {
    const { db } = database;
    const deps = { clock: createManualClock(), cipher: createCipher([generateKey()]) };
    const reuseSpace = createSpaceReuse(database);
    const bytesOfNotes = async () => {
      const [row] = await db
        .select({ bytes: sql<number>`pg_relation_size('notes')::int` })
        .from(sql`(values (1)) as one`);
      return row?.bytes;
    };
    // The first call always works.
    await reuseSpace();
    await db.insert(notes).values(
      Array.from({ length: 100 }, () => ({
        id: randomUUID(),
        environment: 'live' as const,
        importId: '1',
        text: 'x'.repeat(300),
        staffId: randomUUID(),
        by: 'test',
        at: deps.clock.now(),
      })),
    );
    await db.delete(notes);
    await reuseSpace();
    expect(await bytesOfNotes()).toBeGreaterThan(0);
    await database.transaction((tx) => appendAudit(deps, tx, { caller: systemCaller, action, subject: 'test' }));
    await reuseSpace();
    expect(await bytesOfNotes()).toBe(0);
  } finally {
    await database.close();
  }
});
