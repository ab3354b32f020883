import { sql, type SQL } from 'drizzle-orm';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { anyText } from '../core/testing/any-text';
import { type AuditField, auditFields } from '../contract/audit';
import { type Caller, systemCaller } from '../contract/caller';
import { createCipher, generateKey } from '../core/cipher';
import { createManualClock } from '../core/testing/manual-clock';
import { type AuditRow, listAuditAfter } from '../store/events/audit';
import type { Database, Db } from '../store/database/database';
import { forEachEngineAtFullSize } from '../store/testing/for-each-engine';
import { appendAudit, auditAccess } from './append-audit';
import { commitTo, genesisHash, hashEntry, rotationAction } from './chain-entry';
import { eraseAuditValues } from './erase-audit-values';
import { verifyAudit } from './verify-audit';

type AuditVerdict = Awaited<ReturnType<typeof verifyAudit>>;

const oldKey = generateKey();
const newKey = generateKey();
const audit = { clock: createManualClock(), cipher: createCipher([oldKey]) };

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

async function appendEntries(database: Database, entries: number, deps = audit): Promise<void> {
  for (let index = 1; index <= entries; index += 1) {
    await auditAccess(
      { ...deps, database },
      {
        caller: admin,
        action: 'staff.added',
        environment: 'live',
        subject: `s${index}`,
        after: { index, b: [1.5, null] },
      },
    );
  }
}

const erase = (database: Database, values: ReadonlyMap<number, readonly AuditField[]>) =>
  database.transaction((tx) => eraseAuditValues(audit, tx, { caller: admin, reason: 'receipt 1', values }));

/** Tampers as the owner of the tables, with the triggers and foreign keys disabled, and rolls back afterwards. */
async function verifyTampered(
  database: Database,
  tamper: readonly SQL[] | ((tx: Db) => Promise<void>),
  { expectedHead, cipher = audit.cipher }: { expectedHead?: string | undefined; cipher?: typeof audit.cipher } = {},
): Promise<AuditVerdict> {
  let verdict: AuditVerdict | undefined;
  await database
    .transaction(async (tx) => {
      for (const table of ['audit_values', 'audit']) {
        await tx.execute(sql`alter table ${sql.identifier(table)} disable trigger all`);
      }
      if (typeof tamper === 'function') await tamper(tx);
      else for (const statement of tamper) await tx.execute(statement);
      verdict = await verifyAudit({ cipher }, tx, { expectedHead });
      throw new Error('roll back');
    })
    .catch((error: unknown) => {
      if (!verdict) throw error;
    });
  if (!verdict) throw new Error('the tampering failed');
  return verdict;
}

forEachEngineAtFullSize((_engine, open) => {
  describe('tampering', () => {
    /** Entries 1 to 5, then a record of the erasure of entry 4. */
    let database: Database;
    beforeAll(async () => {
      database = await open();
      await appendEntries(database, 5);
      await erase(database, new Map([[4, ['subject', 'after']]]));
    });

    test('verifies an untouched chain and returns its head', async () => {
      const verdict = await verifyAudit(audit, database.db);
      const rows = await listAuditAfter(database.db, 0, 10);
      expect(verdict).toEqual({ ok: true, entries: 6, erased: 1, head: { seq: 6, hash: rows[5]?.hash }, problems: [] });
      expect(rows[0]?.actor).toBe('Ada <ada@x.example>');
      expect(rows[3]).toMatchObject({ actor: 'Ada <ada@x.example>', subject: null, after: null });
    });

    test.each([
      "at = at + interval '1 ms'",
      'actor_id = null',
      "action = 'staff.removed'",
      "environment = 'sandbox'",
      "request_id = 'r-2'",
      'commitments = commitments || \'{"subject": "00"}\'',
      'commitments = commitments || \'{"more": "00"}\'',
      "commitments = commitments - 'before'",
      "commitments = '[]'",
      "previous_hash = repeat('0', 64)",
      "hash = repeat('0', 64)",
      "key_id = '00000000'",
      "mac = repeat('0', 64)",
      "mac = mac || '00'",
      "mac = ''",
    ])('detects a change of the entry: %s', async (change) => {
      for (const seq of [3, 6]) {
        const statement = sql`update audit set ${sql.raw(change)} where seq = ${seq}`;
        const verdict = await verifyTampered(database, [statement]);
        expect(verdict.problems[0], `entry ${seq}`).toMatchObject({ seq });
      }
    });

    test.each([
      "actor = 'Eve'",
      'actor = null',
      "subject = 's2'",
      'subject = null',
      "address = ''",
      "before = '{}'",
      "after = '{}'",
      'after = null',
      "salts = '{}'",
      "salts = 'null'",
      "salts = salts - 'subject'",
      'salts = salts || \'{"subject": "00112233445566778899aabbccddeeff"}\'',
      'salts = salts || \'{"more": "00112233445566778899aabbccddeeff"}\'',
      'erased_at = now()',
      "subject = null, salts = salts - 'subject'",
      "subject = null, salts = salts - 'subject', erased_at = now()",
    ])('detects a change of the values: %s', async (change) => {
      const statement = sql`update audit_values set ${sql.raw(change)} where seq = 3`;
      const { problems } = await verifyTampered(database, [statement]);
      expect(problems).toMatchObject([{ kind: 'edited', seq: 3 }]);
    });

    test.each([
      "subject = 'forged'",
      "after = '{}'",
      'erased_at = null',
      "erased_at = erased_at + interval '1 ms'",
      "address = null, salts = salts - 'address'",
      'subject = \'s4\', salts = salts || \'{"subject": "00112233445566778899aabbccddeeff"}\'',
    ])('detects a change of an entry with erased values: %s', async (change) => {
      const statement = sql`update audit_values set ${sql.raw(change)} where seq = 4`;
      expect((await verifyTampered(database, [statement])).problems).toMatchObject([{ kind: 'edited', seq: 4 }]);
    });

    test.each([
      ['a deleted entry', [sql`delete from audit where seq = 3`], { kind: 'missing', seq: 3 }],
      ['a deleted first entry', [sql`delete from audit where seq = 1`], { kind: 'missing', seq: 1 }],
      ['deleted values', [sql`delete from audit_values where seq = 3`], { kind: 'edited', seq: 3 }],
      ['values of another entry', [sql`update audit_values set seq = 7 where seq = 3`], { kind: 'edited', seq: 3 }],
      [
        'an entry before the first',
        [
          sql`insert into audit select 0, at, actor_id, action, environment, request_id, commitments, previous_hash,
            hash, key_id, mac from audit where seq = 1`,
        ],
        { kind: 'edited', seq: 0 },
      ],
      [
        'an entry in the table of the old chain',
        [
          sql`insert into audit_v1 (seq, at, actor, action, subject, address, request_id, previous_hash, hash)
            values (7, now(), '', 'a.b', '', '', '', '', '')`,
        ],
        { kind: 'edited', seq: 6 },
      ],
    ])('detects %s', async (_what, statements, problem) => {
      expect((await verifyTampered(database, statements)).problems[0]).toMatchObject(problem);
    });

    test('detects two swapped entries', async () => {
      const swap = (table: string) => [
        sql`update ${sql.identifier(table)} set seq = 103 where seq = 2`,
        sql`update ${sql.identifier(table)} set seq = 2 where seq = 3`,
        sql`update ${sql.identifier(table)} set seq = 3 where seq = 103`,
      ];
      const { problems } = await verifyTampered(database, [...swap('audit'), ...swap('audit_values')]);
      expect(problems.map(({ kind, seq }) => `${kind} ${seq}`)).toEqual(
        expect.arrayContaining(['edited 2', 'edited 3', 'unlinked 2', 'unlinked 3']),
      );
      const onlyValues = await verifyTampered(database, swap('audit_values'));
      expect(onlyValues.problems).toMatchObject([
        { kind: 'edited', seq: 2 },
        { kind: 'edited', seq: 3 },
      ]);
    });

    test('detects an appended entry', async () => {
      const [last] = await listAuditAfter(database.db, 5, 1);
      if (!last) throw new Error('no entry');
      const forged = { ...last, seq: 7, action: 'a.b', previousHash: last.hash };
      const statements = [
        sql`insert into audit select 7, at, actor_id, 'a.b', environment, request_id, commitments, hash,
          ${hashEntry(forged)}, key_id, mac from audit where seq = 6`,
        sql`insert into audit_values select 7, actor, subject, address, before, after, salts, erased_at
          from audit_values where seq = 6`,
      ];
      expect((await verifyTampered(database, statements)).problems).toMatchObject([{ kind: 'unsigned', seq: 7 }]);
    });

    test('detects a chain recomputed as a whole without the key', async () => {
      const forge = (keyId?: string) => async (tx: Db) => {
        await tx.execute(sql`update audit_values set subject = 'forged' where seq = 2`);
        await recomputeChain(tx, keyId);
      };
      const verdict = await verifyTampered(database, forge());
      expect(verdict.problems.map(({ kind, seq }) => `${kind} ${seq}`)).toEqual(
        [2, 3, 4, 5, 6].map((seq) => `unsigned ${seq}`),
      );
      const { problems } = await verifyTampered(database, forge('00000000'));
      expect(problems).toMatchObject([{ kind: 'unsigned', seq: 1 }]);
    });

    test('still detects it after the app has signed further entries', async () => {
      const { problems } = await verifyTampered(database, async (tx) => {
        await tx.execute(sql`update audit_values set subject = 'forged' where seq = 2`);
        await recomputeChain(tx, '00000000');
        await appendAudit(audit, tx, { caller: admin, action: 'staff.added', subject: 'later' });
      });
      expect(problems).toMatchObject([{ kind: 'unsigned', seq: 1 }]);
    });

    test('detects a truncated end only with an exported head', async () => {
      const { head } = await verifyAudit(audit, database.db);
      const cut = [sql`delete from audit_values where seq >= 4`, sql`delete from audit where seq >= 4`];
      expect((await verifyTampered(database, cut)).ok).toBe(true);
      expect((await verifyTampered(database, cut, { expectedHead: head?.hash })).problems).toMatchObject([
        { kind: 'truncated', seq: 3 },
      ]);
    });

    test('does not verify with another key', async () => {
      const { problems } = await verifyTampered(database, [], { cipher: createCipher([newKey]) });
      expect(problems).toMatchObject([{ kind: 'unsigned', seq: 1 }]);
    });
  });

  test('verifies after the old key is removed once a rotation is recorded with the new one', async () => {
    const database = await open();
    await appendEntries(database, 2);
    const both = { ...audit, cipher: createCipher([newKey, oldKey]), database };
    await auditAccess(both, { caller: admin, action: rotationAction, subject: 'LANDFALL_KEY' });
    const rotated = createCipher([newKey]);
    expect(await verifyAudit({ cipher: rotated }, database.db)).toMatchObject({ ok: true, entries: 3 });
    expect(await verifyAudit(audit, database.db)).toMatchObject({ problems: [{ kind: 'unsigned', seq: 3 }] });
    const edit = sql`update audit set action = 'a.b' where seq = 1`;
    expect((await verifyTampered(database, [edit], { cipher: rotated })).ok).toBe(false);
  });

  describe('appending', () => {
    let database: Database;
    beforeAll(async () => {
      database = await open();
    });
    const countEntries = async () => (await verifyAudit(audit, database.db)).entries;

    test('an exported head stays valid as entries are added', async () => {
      await appendEntries(database, 1);
      const { head } = await verifyAudit(audit, database.db);
      await appendEntries(database, 1);
      expect((await verifyAudit(audit, database.db, { expectedHead: head?.hash })).ok).toBe(true);
    });

    test('leaves no entry and no gap after a rollback', async () => {
      const entries = await countEntries();
      const failing = database.transaction(async (tx) => {
        await appendAudit(audit, tx, { caller: admin, action: 'staff.added', subject: 'never' });
        throw new Error('no');
      });
      await expect(failing).rejects.toThrow('no');
      await appendEntries(database, 1);
      expect(await verifyAudit(audit, database.db)).toMatchObject({ ok: true, entries: entries + 1 });
    });

    test('keeps one unbroken chain under forty concurrent appends', async () => {
      const entries = await countEntries();
      const pairs = Array.from({ length: 20 }, (_, index) =>
        database.transaction(async (tx) => {
          await appendAudit(audit, tx, { caller: admin, action: 'request.filed', subject: String(index) });
          await appendAudit(audit, tx, { caller: admin, action: 'request.verified', subject: String(index) });
        }),
      );
      await Promise.all(pairs);
      expect(await verifyAudit(audit, database.db)).toMatchObject({ ok: true, entries: entries + 40, problems: [] });
    });

    test('computes the same hash for stored values that are read back', async () => {
      await fc.assert(
        fc.asyncProperty(fc.jsonValue({ maxDepth: 3 }), anyText(), async (after, subject) => {
          await database.transaction((tx) =>
            appendAudit(audit, tx, { caller: systemCaller, action: 'note.added', subject, before: { subject }, after }),
          );
        }),
        { numRuns: 60 },
      );
      // Strings that look like JSON, which a driver might parse again.
      for (const after of ['5', 'null', 'true', '{"a":1}', '"quoted"', '1e400', ' 1']) {
        await database.transaction((tx) =>
          appendAudit(audit, tx, { caller: systemCaller, action: 'note.added', subject: 'text', before: null, after }),
        );
      }
      expect((await verifyAudit(audit, database.db)).problems).toEqual([]);
    });

    test('stores only size and hash of a long value', async () => {
      await database.transaction((tx) =>
        appendAudit(audit, tx, {
          caller: admin,
          action: 'note.added',
          subject: 's',
          after: { text: 'x'.repeat(40_000) },
        }),
      );
      const rows = await listAuditAfter(database.db, 0, 1000);
      expect(rows.at(-1)?.after).toMatchObject({ tooLong: true, characters: 40_011 });
    });

    test('cuts a long name between characters', async () => {
      const name = `${'x'.repeat(499)}\u{1f600}`;
      await database.transaction((tx) =>
        appendAudit(audit, tx, {
          caller: { ...admin, actor: { kind: 'customer', name } },
          action: 'note.added',
          subject: 's',
        }),
      );
      expect((await verifyAudit(audit, database.db)).problems).toEqual([]);
    });
  });

  test('a random sequence of appends and erasures verifies', async () => {
    const database = await open();
    const fields = fc.uniqueArray(fc.constantFrom(...auditFields), { minLength: 1 });
    const step = fc.oneof(
      fc.record({ append: fc.string({ maxLength: 5 }) }),
      fc.record({ erase: fc.array(fc.tuple(fc.nat(), fields), { maxLength: 3 }) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 6 }), async (steps) => {
        for (const given of steps) {
          await audit.clock.advance(1);
          if ('append' in given) {
            const entry = { caller: admin, subject: given.append, after: given };
            await auditAccess({ ...audit, database }, { ...entry, action: 'note.added' });
          } else {
            const rows = (await listAuditAfter(database.db, 0, 10_000)).filter(({ action }) => action === 'note.added');
            const values = given.erase.map(([index, some]) => [rows[index % rows.length]?.seq ?? 0, some] as const);
            await erase(database, new Map(values));
          }
        }
        expect((await verifyAudit(audit, database.db)).problems).toEqual([]);
      }),
      { numRuns: 15 },
    );
    const { erased } = await verifyAudit(audit, database.db);
    expect(erased).toBeGreaterThan(0);
  });

  test('records an erasure of many entries in several entries', async () => {
    const database = await open();
    await appendEntries(database, 2);
    // Most of these do not exist, which makes the test fast.
    const seqs = [1, ...Array.from({ length: 399 }, (_, index) => 1000 + index), 2];
    await erase(database, new Map(seqs.map((seq) => [seq, [...auditFields]])));
    expect(await verifyAudit(audit, database.db)).toMatchObject({ ok: true, entries: 4, erased: 2 });
    const rows: unknown = await database.db.execute(sql`select * from audit_values where seq <= 2`);
    expect(JSON.stringify(rows)).not.toMatch(/ada@|203\.0\.113|"s[12]"/);
  });
});

/** What an attacker with the database but without the key can do. */
async function recomputeChain(tx: Db, keyId?: string): Promise<void> {
  let previousHash = genesisHash;
  for (const row of await listAuditAfter(tx, 0, 1000)) {
    const commitments = { ...Object(row.commitments), ...commitToValues(row) } as Record<string, string>;
    const forged = { ...row, commitments, previousHash, keyId: keyId ?? row.keyId };
    const hash = hashEntry(forged);
    await tx.execute(
      sql`update audit set commitments = ${JSON.stringify(commitments)}::jsonb, previous_hash = ${previousHash},
        hash = ${hash}, key_id = ${forged.keyId} where seq = ${row.seq}`,
    );
    previousHash = hash;
  }
}

function commitToValues(row: AuditRow): Record<string, string> {
  const salts = Object(row.salts) as Partial<Record<AuditField, string>>;
  return Object.fromEntries(
    auditFields.flatMap((field) => {
      const salt = salts[field];
      return salt === undefined ? [] : [[field, commitTo(salt, row[field])]];
    }),
  );
}
