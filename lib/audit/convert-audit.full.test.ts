import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createCipher, generateKey } from '../core/cipher';
import { silentLog } from '../core/log';
import { createManualClock } from '../core/testing/manual-clock';
import type { Database } from '../store/database/database';
import { openPostgres } from '../store/database/open-postgres';
import { readMigrations } from '../store/database/read-migrations';
import { type AuditV1Row, hasAuditV1, listAuditAfter, readAuditHead } from '../store/events/audit';
import { forEachEngineAtFullSize } from '../store/testing/for-each-engine';
import { createTestPostgresUrl } from '../store/testing/open-test-database';
import { auditAccess } from './append-audit';
import { genesisHash } from './chain-entry';
import { convertAudit, hashEntryV1 } from './convert-audit';
import { verifyAudit } from './verify-audit';

const cipher = createCipher([generateKey()]);

function oldChain(entries: number): AuditV1Row[] {
  let previousHash = genesisHash;
  return Array.from({ length: entries }, (_, index) => {
    const entry = {
      seq: index + 1,
      at: new Date(Date.parse('2026-11-12T09:00:00Z') + index),
      actorId: index % 2 === 0 ? null : '0192f2c4-0000-7000-8000-000000000001',
      actor: 'system',
      action: 'staff.added',
      environment: 'live',
      subject: `s${index + 1}`,
      address: '203.0.113.9',
      before: null,
      after: { index: index + 1, b: [1.5, null] },
      requestId: 'r-1',
      previousHash,
    };
    previousHash = hashEntryV1(entry);
    return { ...entry, hash: previousHash };
  });
}

async function insertOld(database: Database, rows: readonly AuditV1Row[], table = 'audit_v1'): Promise<void> {
  const given = rows.map(({ actorId, requestId, previousHash, ...row }) => ({
    ...row,
    actor_id: actorId,
    request_id: requestId,
    previous_hash: previousHash,
  }));
  const name = sql.identifier(table);
  await database.db.execute(
    sql`insert into ${name} select * from jsonb_populate_recordset(null::${name}, ${JSON.stringify(given)}::jsonb)`,
  );
}

function depsFor(database: Database) {
  const logged: string[] = [];
  const keep = (_fields: object, message: string) => void logged.push(message);
  return { database, cipher, clock: createManualClock(), log: { ...silentLog, warn: keep, error: keep }, logged };
}

test('hashes old entries as the version that wrote them', () => {
  expect(oldChain(1)[0]?.hash).toBe('8e1694658994cff97a19bf917974d9e71a0032ed68bb0677504bae7ec01fb189');
});

forEachEngineAtFullSize((_engine, open) => {
  test('converts the old chain once, after a failure in the middle too, and records its head', async () => {
    const deps = depsFor(await open());
    const { database } = deps;
    const rows = oldChain(2500);
    await insertOld(database, rows);
    let signed = 0;
    const failing = {
      ...cipher,
      sign: (purpose: string, text: string) => {
        if ((signed += 1) > 550) throw new Error('killed');
        return cipher.sign(purpose, text);
      },
    };
    await expect(convertAudit({ ...deps, cipher: failing })).rejects.toThrow('killed');
    expect(await readAuditHead(database.db)).toBeUndefined();
    await convertAudit(deps);
    await convertAudit(deps);
    expect(await hasAuditV1(database.db)).toBe(false);
    const oldHead = rows.at(-1)?.hash ?? '';
    expect(await verifyAudit(deps, database.db, { expectedHead: oldHead })).toMatchObject({
      ok: true,
      entries: 2501,
      head: { seq: 2501 },
    });
    const [last, conversion] = await listAuditAfter(database.db, 2499, 10);
    const { previousHash: _previousHash, hash: _hash, ...kept } = rows.at(-1) ?? {};
    expect(last).toMatchObject(kept);
    expect(conversion).toMatchObject({
      action: 'audit.converted',
      actor: 'system',
      after: { oldHead: { seq: 2500, hash: oldHead }, entries: 2500, verified: true, problems: [] },
    });
    expect(deps.logged).toEqual([]);
  });
});

forEachEngineAtFullSize((_engine, open) => {
  test('converts a broken chain, but it stays broken', async () => {
    const deps = depsFor(await open());
    const [first, second, third, fourth] = oldChain(4);
    if (!first || !second || !third || !fourth) throw new Error('too few');
    await insertOld(deps.database, [first, { ...second, subject: 'forged' }, fourth]);
    await convertAudit(deps);
    expect(deps.logged).toEqual(['the audit log was converted, but its old chain was broken']);
    const { problems } = await verifyAudit(deps, deps.database.db);
    expect(problems.map(({ message }) => message)).toEqual([
      'Entry 3 is missing.',
      'Before the conversion, entry 2 was changed after it was written.',
      'Before the conversion, entries before 4 were missing.',
      'Before the conversion, entry 4 did not follow the entry before it.',
    ]);
  });

  test('does not sign entries that someone adds to the old table later', async () => {
    const deps = depsFor(await open());
    await auditAccess(deps, {
      caller: { actor: { kind: 'system' }, address: '', requestId: '' },
      action: 'note.added',
      subject: '',
    });
    await insertOld(deps.database, oldChain(2).slice(1));
    await convertAudit(deps);
    expect(deps.logged).toEqual(['the table audit_v1 has entries that no version of Landfall wrote there']);
    expect(await verifyAudit(deps, deps.database.db)).toMatchObject({ ok: false, entries: 1 });
  });
});

test('instances that start together on a database of the previous version convert it once', async () => {
  const url = await createTestPostgresUrl({ empty: true });
  const migrations = await readMigrations();
  const old = await openPostgres({ url, migrations: migrations.filter(({ name }) => name < '0006') });
  const rows = oldChain(50);
  await insertOld(old, rows, 'audit');
  await old.close();
  const instances = await Promise.all(
    ['one', 'two', 'three'].map(async () => depsFor(await openPostgres({ url, migrations }))),
  );
  try {
    await Promise.all(instances.map(convertAudit));
    const [deps] = instances;
    if (!deps) throw new Error('no instance');
    const verdict = await verifyAudit(deps, deps.database.db, { expectedHead: rows.at(-1)?.hash });
    expect(verdict).toMatchObject({ ok: true, entries: 51 });
    await expect(deps.database.db.execute(sql`delete from audit_v1`)).rejects.toMatchObject({
      cause: { message: 'audit_v1 is append-only: delete is refused' },
    });
  } finally {
    await Promise.all(instances.map(({ database }) => database.close()));
  }
});
