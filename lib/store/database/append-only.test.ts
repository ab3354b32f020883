import { sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import type { Database } from './database';
import { maintain } from './maintain';
import { forEachEngine } from '../testing/for-each-engine';

const tables = ['audit', 'audit_values', 'audit_v1', 'observations', 'import_facts', 'decision_steps'].map((table) =>
  sql.identifier(table),
);
const timestamps = new Map([
  ['observations', 'seen_at'],
  ['audit_values', 'erased_at'],
]);

forEachEngine((_engine, open) => {
  let database: Database;
  beforeAll(async () => {
    database = await open();
  });

  test.each(tables)('rejects update, delete and truncate on $value', async (table) => {
    const timestamp = sql.identifier(timestamps.get(table.value) ?? 'at');
    for (const [operation, statement] of [
      ['update', sql`update ${table} set ${timestamp} = ${timestamp}`],
      ['delete', sql`delete from ${table}`],
      ['truncate', sql`truncate ${table} cascade`],
    ] as const) {
      await expect(database.db.execute(statement)).rejects.toMatchObject({
        cause: { message: `${table.value} is append-only: ${operation} is refused` },
      });
    }
  });

  test('guards are back after landfall_maintain ran in the same transaction', async () => {
    const refused = database.transaction(async (tx) => {
      expect(await maintain(tx, { action: 'delete_observed', args: { environment: 'live', ids: ['none'] } })).toBe(0);
      await tx.execute(sql`delete from observations`);
    });
    await expect(refused).rejects.toMatchObject({
      cause: { message: expect.stringContaining('append-only') as string },
    });
  });
});
