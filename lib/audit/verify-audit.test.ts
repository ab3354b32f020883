import { sql, type SQL } from 'drizzle-orm';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { type Caller, systemCaller } from '../contract/caller';
import { createManualClock } from '../core/testing/manual-clock';
import { listAuditAfter } from '../store/events/audit';
import type { Database } from '../store/database/database';
import { audit as auditTable } from '../store/schema/audit';
import { forEachEngineAtFullSize } from '../store/testing/for-each-engine';
import { appendAudit, hashEntry } from './append-audit';
import { verifyAudit } from './verify-audit';

type AuditVerdict = Awaited<ReturnType<typeof verifyAudit>>;

const admin: Caller = {
  actor: {
    kind: 'staff',
    id: '0192f2c4-0000-7000-8000-000000000001',
    name: 'Ada',
    email: 'ada@x.example',
    role: 'admin',
  },
  address: '203.0.113.9',
  requestId: 'r-1',
};

async function appendEntries(database: Database, entries: number): Promise<void> {
  const audit = { clock: createManualClock() };
  for (let index = 1; index <= entries; index += 1) {
    await database.transaction((tx) =>
      appendAudit(audit, tx, {
        caller: admin,
        action: 'staff.added',
        subject: `s${index}`,
        after: { index, b: [1.5, null] },
      }),
    );
  }
}

/** Tampers with the table as its owner, with the triggers disabled, and rolls back afterwards. */
async function verifyTampered(
  database: Database,
  statements: readonly SQL[],
  expectedHead?: string,
): Promise<AuditVerdict> {
  let verdict: AuditVerdict | undefined;
  await database
    .transaction(async (tx) => {
      await tx.execute(sql`alter table audit disable trigger all`);
      for (const statement of statements) await tx.execute(statement);
      verdict = await verifyAudit(tx, { expectedHead });
      throw new Error('roll back');
    })
    .catch(() => undefined);
  if (!verdict) throw new Error('the tampering failed');
  return verdict;
}

forEachEngineAtFullSize((_engine, open) => {
  let database: Database;
  let entries = 0;
  beforeAll(async () => {
    database = await open();
    await appendEntries(database, 5);
    entries = 5;
  });

  test('verifies an untouched chain and returns its head', async () => {
    const verdict = await verifyAudit(database.db);
    const rows = await listAuditAfter(database.db, 0, 10);
    expect(verdict).toEqual({ ok: true, entries: 5, head: { seq: 5, hash: rows[4]?.hash }, problems: [] });
    expect(rows[0]?.actor).toBe('Ada <ada@x.example>');
  });

  test.each([
    {
      what: 'an edited subject',
      statement: sql`update audit set subject = 'x' where seq = 3`,
      problem: { kind: 'edited', seq: 3 },
    },
    {
      what: 'an edited value',
      statement: sql`update audit set after = '{}' where seq = 3`,
      problem: { kind: 'edited', seq: 3 },
    },
    {
      what: 'an edited time',
      statement: sql`update audit set at = at + interval '1 ms' where seq = 2`,
      problem: { kind: 'edited', seq: 2 },
    },
    {
      what: 'an edited actor',
      statement: sql`update audit set actor_id = null where seq = 5`,
      problem: { kind: 'edited', seq: 5 },
    },
    { what: 'a deleted entry', statement: sql`delete from audit where seq = 3`, problem: { kind: 'missing', seq: 3 } },
    {
      what: 'a deleted first entry',
      statement: sql`delete from audit where seq = 1`,
      problem: { kind: 'missing', seq: 1 },
    },
  ])('detects $what', async ({ statement, problem }) => {
    const verdict = await verifyTampered(database, [statement]);
    expect(verdict.problems[0]).toMatchObject(problem);
  });

  test('detects two swapped entries', async () => {
    const { problems } = await verifyTampered(database, [
      sql`update audit set seq = 103 where seq = 2`,
      sql`update audit set seq = 2 where seq = 3`,
      sql`update audit set seq = 3 where seq = 103`,
    ]);
    expect(problems.map(({ kind, seq }) => `${kind} ${seq}`)).toEqual(
      expect.arrayContaining(['edited 2', 'edited 3', 'unlinked 2', 'unlinked 3']),
    );
  });

  test('detects a deletion with renumbered entries', async () => {
    const { ok } = await verifyTampered(database, [
      sql`delete from audit where seq = 2`,
      sql`update audit set seq = 2 where seq = 3`,
      sql`update audit set seq = 3 where seq = 4`,
      sql`update audit set seq = 4 where seq = 5`,
    ]);
    expect(ok).toBe(false);
  });

  test('detects a forged entry with a valid hash by the broken link of the next', async () => {
    const [, , third] = await listAuditAfter(database.db, 0, 4);
    if (!third) throw new Error('no third entry');
    const hash = hashEntry({ ...third, subject: 'forged' });
    const { problems } = await verifyTampered(database, [
      sql`update audit set subject = 'forged', hash = ${hash} where seq = 3`,
    ]);
    expect(problems).toMatchObject([{ kind: 'unlinked', seq: 4 }]);
  });

  test('detects a truncated chain with an exported head, which stays valid as entries are added', async () => {
    const { head } = await verifyAudit(database.db);
    const cut = [sql`delete from audit where seq >= 5`];
    expect((await verifyTampered(database, cut)).ok).toBe(true);
    expect((await verifyTampered(database, cut, head?.hash)).problems).toMatchObject([{ kind: 'truncated', seq: 4 }]);
    await appendEntries(database, 1);
    entries += 1;
    expect((await verifyAudit(database.db, { expectedHead: head?.hash })).ok).toBe(true);
  });

  test('leaves no entry and no gap after a rollback', async () => {
    const audit = { clock: createManualClock() };
    const failing = database.transaction(async (tx) => {
      await appendAudit(audit, tx, { caller: admin, action: 'staff.added', subject: 'never' });
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    await appendEntries(database, 1);
    entries += 1;
    expect(await verifyAudit(database.db)).toMatchObject({ ok: true, entries });
  });

  test('keeps one unbroken chain under forty concurrent appends', async () => {
    const audit = { clock: createManualClock() };
    const pairs = Array.from({ length: 20 }, (_, index) =>
      database.transaction(async (tx) => {
        await appendAudit(audit, tx, { caller: admin, action: 'a.first', subject: String(index) });
        await appendAudit(audit, tx, { caller: admin, action: 'a.second', subject: String(index) });
      }),
    );
    await Promise.all(pairs);
    entries += 40;
    expect(await verifyAudit(database.db)).toMatchObject({ ok: true, entries, problems: [] });
  });

  test('rejects update, delete and truncate in the database', async () => {
    await expect(database.db.update(auditTable).set({ subject: 'x' })).rejects.toThrow();
    await expect(database.db.delete(auditTable)).rejects.toThrow();
    await expect(database.db.execute(sql`truncate audit`)).rejects.toThrow();
    expect(await verifyAudit(database.db)).toMatchObject({ ok: true, entries });
  });

  test('computes the same hash for stored values that are read back', async () => {
    const audit = { clock: createManualClock() };
    await fc.assert(
      fc.asyncProperty(fc.jsonValue({ maxDepth: 3 }), fc.string({ unit: 'binary' }), async (after, subject) => {
        await database.transaction((tx) =>
          appendAudit(audit, tx, { caller: systemCaller, action: 'a.b', subject, before: { subject }, after }),
        );
      }),
      { numRuns: 60 },
    );
    // Strings that look like JSON, which a driver might parse again.
    for (const after of ['5', 'null', 'true', '{"a":1}', '"quoted"', '1e400', ' 1']) {
      await database.transaction((tx) =>
        appendAudit(audit, tx, { caller: systemCaller, action: 'a.b', subject: 'text', before: null, after }),
      );
    }
    expect((await verifyAudit(database.db)).problems).toEqual([]);
  });

  test('stores only size and hash of a long value', async () => {
    const audit = { clock: createManualClock() };
    await database.transaction((tx) =>
      appendAudit(audit, tx, { caller: admin, action: 'a.long', subject: 's', after: { text: 'x'.repeat(40_000) } }),
    );
    const rows = await listAuditAfter(database.db, 0, 1000);
    expect(rows.at(-1)?.after).toMatchObject({ tooLong: true, characters: 40_011 });
  });
});
