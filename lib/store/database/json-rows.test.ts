import { asc, eq, getTableColumns, sql } from 'drizzle-orm';
import { beforeAll, expect, it } from 'vitest';
import { defaultPolicy } from '../../contract/policy';
import { importFacts, statusPeriods } from '../schema/imports';
import { decisions, policies } from '../schema/sponsorship';
import { forEachEngine } from '../testing/for-each-engine';
import type { Database, Db } from './database';
import { jsonRows } from './json-rows';

const at = new Date('2026-03-29T00:59:59.987Z');
const text = 'It’s "quoted" \\ back\nnew\u2028line 🚀 {} [] null $1';

forEachEngine((_, open) => {
  let database: Database;
  beforeAll(async () => {
    database = await open();
    const { db } = database;
    await db.insert(policies).values([
      { version: 1, policy: defaultPolicy, by: text, at },
      { version: 2, policy: '5', by: 'a string that looks like a number', at: new Date(0) },
      { version: 3, policy: [null, { at: '2026-01-01' }], by: '', at },
    ]);
    await db.insert(decisions).values(
      [1, 2].map((n) => ({
        id: `00000000-0000-4000-8000-00000000000${n}`,
        environment: 'live' as const,
        importId: n === 1 ? null : text,
        kind: 'accept' as const,
        state: 'refused' as const,
        proposedBy: text,
        proposedAt: new Date(at.getTime() + n),
        needsSecond: n === 2,
        policyVersion: n,
        lateAnswer: n === 1 ? { says: text } : null,
        createdAt: at,
      })),
    );
    await db
      .insert(importFacts)
      .values({ environment: 'live', importId: '1', field: 'tool', value: text, source: 'staff', at });
  });

  it('reads rows as a query of their own does', async () => {
    for (const table of [policies, decisions, importFacts, statusPeriods]) {
      const plain = await database.db
        .select()
        .from(table)
        .orderBy(asc(sql`1`));
      expect(await readAsJson(database.db, table)).toEqual(plain);
    }
  });

  it('reads the same times in any time zone of the connection', async () => {
    const zones = ['UTC', 'Asia/Kolkata', 'America/St_Johns', 'Europe/Berlin'];
    for (const zone of zones) {
      const times = await database.transaction(async (tx) => {
        await tx.execute(sql.raw(`set local time zone '${zone}'`));
        return (await readAsJson(tx, policies)).map((row) => row['at']);
      });
      expect(times).toEqual([at, new Date(0), at]);
    }
  });

  it('keeps the order and the limit of the query', async () => {
    const columns = { version: policies.version };
    const query = database.db
      .select(columns)
      .from(policies)
      .orderBy(sql`version desc`)
      .limit(2);
    const [row] = await database.db.select({ rows: jsonRows(columns, query) }).from(sql`(select 1) as one`);
    expect(row?.rows).toEqual([{ version: 3 }, { version: 2 }]);
  });

  it('reads rows that belong to the row beside them', async () => {
    const columns = { by: policies.by };
    const query = database.db.select(columns).from(policies).where(eq(policies.version, decisions.policyVersion));
    const rows = await database.db
      .select({ version: decisions.policyVersion, policies: jsonRows(columns, query) })
      .from(decisions)
      .orderBy(asc(decisions.id));
    expect(rows).toEqual([
      { version: 1, policies: [{ by: text }] },
      { version: 2, policies: [{ by: 'a string that looks like a number' }] },
    ]);
  });
});

async function readAsJson(
  db: Db,
  table: typeof policies | typeof decisions | typeof importFacts | typeof statusPeriods,
): Promise<Record<string, unknown>[]> {
  const query = db
    .select()
    .from(table)
    .orderBy(asc(sql`1`));
  const [row] = await db.select({ rows: jsonRows(getTableColumns(table), query) }).from(sql`(select 1) as one`);
  return row?.rows ?? [];
}
