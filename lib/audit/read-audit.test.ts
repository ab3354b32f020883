import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditListSchema, auditQuerySchema } from '../contract/audit';
import { systemCaller } from '../contract/caller';
import type { CsvCell } from '../contract/csv-line';
import { createCipher, generateKey } from '../core/cipher';
import { createManualClock } from '../core/testing/manual-clock';
import type { Database } from '../store/database/database';
import { fillImports } from '../store/testing/fill-imports';
import { openTestDatabase } from '../store/testing/open-test-database';
import { appendAudit } from './append-audit';
import { eraseAuditValues } from './erase-audit-values';
import { auditColumns, exportAudit } from './export-audit';
import { readAudit } from './read-audit';

const deps = { clock: createManualClock(), cipher: createCipher([generateKey()]) };

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
  await database.transaction(async (tx) => {
    const caller = { ...systemCaller, address: '203.0.113.9' };
    await appendAudit(deps, tx, { caller, action: 'note.added', subject: 'import-1', after: { note: 'Call Jan' } });
    await appendAudit(deps, tx, { caller, action: 'note.added', subject: 'import-2', after: null });
    const values = new Map([[1, ['subject', 'address', 'after'] as const]]);
    await eraseAuditValues(deps, tx, { caller: systemCaller, reason: 'receipt 7', values });
  });
});
afterAll(() => database.close());

const search = async (query: object) => {
  const list = auditListSchema.parse(await readAudit(database.db, auditQuerySchema.parse(query)));
  return list.entries.map(({ seq }) => seq);
};

test('shows erased values as null and lists them', async () => {
  const list = auditListSchema.parse(await readAudit(database.db, auditQuerySchema.parse({ action: 'note.' })));
  expect(list.entries).toMatchObject([
    { seq: 2, subject: 'import-2', after: null, erased: [] },
    { seq: 1, actor: 'system', subject: null, address: null, after: null, erased: ['subject', 'address', 'after'] },
  ]);
  expect(JSON.stringify(list)).not.toContain('Jan');
});

test('searches what is left, and not what was erased', async () => {
  expect(await search({ q: 'import-1' })).toEqual([]);
  expect(await search({ q: 'import-2' })).toEqual([2]);
  expect(await search({ q: '203.0.113.9' })).toEqual([2]);
  expect(await search({ q: 'SYSTEM' })).toEqual([3, 2, 1]);
  expect(await search({ q: 'receipt 7', action: 'audit.values_erased' })).toEqual([3]);
});

test('exports erased values as "Erased"', async () => {
  const rows: CsvCell[][] = [];
  for await (const cells of exportAudit(database.db, { action: 'note.added' })) rows.push(cells);
  const [second, first] = rows.map((cells) =>
    Object.fromEntries(cells.map((cell, index) => [auditColumns[index], cell])),
  );
  expect(first).toMatchObject({ actor: 'system', subject: 'Erased', address: 'Erased', before: '', after: 'Erased' });
  expect(second).toMatchObject({ subject: 'import-2', before: '', after: '' });
});

test('says which subjects are imports of the environment of the entry', async () => {
  await fillImports(database.db, 7);
  await database.transaction(async (tx) => {
    for (const [environment, subject] of [
      ['live', '7'],
      ['sandbox', '7'],
      ['live', '8'],
    ] as const)
      await appendAudit(deps, tx, { caller: systemCaller, action: 'tags.changed', environment, subject, after: null });
  });
  const { entries } = await readAudit(database.db, auditQuerySchema.parse({ action: 'tags.' }));
  expect(entries.map(({ environment, subject, isImport }) => [environment, subject, isImport])).toEqual([
    ['live', '8', false],
    ['sandbox', '7', false],
    ['live', '7', true],
  ]);
});
