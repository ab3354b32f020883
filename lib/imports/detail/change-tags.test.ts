import { beforeAll, expect, test } from 'vitest';
import { readAudit } from '../../audit/read-audit';
import { auditQuerySchema } from '../../contract/audit';
import type { Caller } from '../../contract/caller';
import { importListQuerySchema, type ImportListQuery } from '../../contract/imports';
import { createManualClock } from '../../core/testing/manual-clock';
import type { Database } from '../../store/database/database';
import { changes } from '../../store/schema/changes';
import { forEachEngineAtFullSize } from '../../store/testing/for-each-engine';
import type { ImportsDeps } from '../imports-deps';
import { countImports } from '../list/count-imports';
import { exportHeader, exportImports, exportSelected } from '../list/export-imports';
import { listImports } from '../list/list-imports';
import { lookUpUsername } from '../lookup/look-up-username';
import { observe } from '../observations/observe';
import { rebuild } from '../observations/rebuild';
import { openImports, priya } from '../testing/open-imports';
import { changeTags } from './change-tags';

const now = new Date('2026-11-12T12:00:00Z');
const username = 'ops@acme.example';
const key: Caller = { actor: { kind: 'key', id: 'k', name: 'Billing system' }, address: '', requestId: 'test' };

forEachEngineAtFullSize((_engine, open) => {
  let database: Database;
  let deps: ImportsDeps;

  beforeAll(async () => {
    database = await open();
    const client = {
      listImports: () =>
        Promise.resolve({
          value: ['one', 'two'].map((id) => ({ id, status: 'In preparation' })),
          sentAt: now,
          receivedAt: now,
        }),
      readImport: () => Promise.reject(new Error('not read')),
      listTools: () => Promise.reject(new Error('not read')),
    };
    deps = openImports(database, client as never, createManualClock(now));
    for (const environment of ['live', 'sandbox'] as const)
      for (const importId of ['one', 'two', 'three'])
        await observe(deps.observer, {
          ...{ environment, importId, source: 'lookup', status: 'Held', seenAt: new Date(now.getTime() - 60_000) },
          about: { username },
        });
  });

  const change = (importId: string, body: { add?: string[]; remove?: string[] }, caller = priya) =>
    changeTags(deps, { caller, environment: 'live', importId, ...body });
  const list = (query: Partial<ImportListQuery>) =>
    listImports(deps, 'live', importListQuerySchema.parse({ sort: 'username', direction: 'asc', ...query }));
  const taggedWith = async (...tag: string[]) => {
    const { imports, total, totalIsMinimum } = await list({ tag });
    expect([total, totalIsMinimum]).toEqual([imports.length, false]);
    return imports.map(({ id }) => id);
  };

  test('are added and removed, audited and announced once per change', async () => {
    const announced = await database.db.$count(changes);
    expect(await change('one', { add: [' Wave  2', 'VIP', 'vip'] })).toEqual({ tags: ['vip', 'wave 2'] });
    expect(await change('one', { add: ['vip'], remove: ['unused'] }, key)).toEqual({ tags: ['vip', 'wave 2'] });
    expect(await change('one', { add: ['big'], remove: ['WAVE 2'] }, key)).toEqual({ tags: ['big', 'vip'] });
    expect(await change('two', { add: ['VIP'] })).toEqual({ tags: ['vip'] });
    expect(await change('three', { add: ['gone soon'] })).toEqual({ tags: ['gone soon'] });
    expect(await change('three', { remove: ['gone soon'] })).toEqual({ tags: [] });
    expect((await database.db.$count(changes)) - announced).toBe(5);
    const { entries } = await readAudit(database.db, auditQuerySchema.parse({ action: 'tags.changed', q: 'one' }));
    expect(entries.map(({ actor, before, after }) => ({ actor, before, after }))).toEqual([
      { actor: 'key Billing system', before: { tags: ['vip', 'wave 2'] }, after: { tags: ['big', 'vip'] } },
      { actor: 'Priya Raman <priya@partner.example>', before: { tags: [] }, after: { tags: ['vip', 'wave 2'] } },
    ]);
  });

  test('filter the list of their own environment', async () => {
    expect(await taggedWith('VIP')).toEqual(['one', 'two']);
    expect(await taggedWith('vip', 'big')).toEqual(['one']);
    expect(await taggedWith('nothing')).toEqual([]);
    const sandbox = await listImports(deps, 'sandbox', importListQuerySchema.parse({ tag: ['vip'] }));
    expect(sandbox).toMatchObject({ imports: [], total: 0 });
    expect((await countImports(deps, 'live')).tags).toEqual(['big', 'vip']);
    expect((await countImports(deps, 'sandbox')).tags).toEqual([]);
  });

  test('stay after a lookup, a new status and a rebuild, and are exported', async () => {
    const lookedUp = await lookUpUsername(deps, { caller: priya, environment: 'live', username });
    expect(lookedUp.imports.map(({ id, tags }) => [id, tags])).toEqual([
      ['one', ['big', 'vip']],
      ['two', ['vip']],
    ]);
    expect(await rebuild(database)).toMatchObject({ repaired: 0 });
    const rows = (await list({})).imports.map(({ id, tags }) => [id, tags]);
    expect(rows).toEqual([
      ['one', ['big', 'vip']],
      ['three', []],
      ['two', ['vip']],
    ]);
    const column = exportHeader.indexOf('tags');
    const query = importListQuerySchema.parse({ tag: ['vip'], sort: 'username', direction: 'asc' });
    const exported: unknown[] = [];
    for await (const cells of exportImports(deps, 'live', query)) exported.push(cells[column]);
    for await (const cells of exportSelected(deps, 'live', ['three', 'one'])) exported.push(cells[column]);
    expect(exported).toEqual(['big, vip', 'vip', '', 'big, vip']);
  });

  test('are all kept when several people and keys change them at the same time', async () => {
    await Promise.all([
      ...Array.from({ length: 8 }, (_, nr) => change('three', { add: [`tag ${nr}`] }, nr % 2 === 0 ? key : priya)),
      change('one', { add: ['wave 3'] }, key),
      change('one', { remove: ['big'] }),
    ]);
    const rows = new Map((await list({})).imports.map(({ id, tags }) => [id, tags]));
    expect(rows.get('three')).toHaveLength(8);
    expect(rows.get('one')).toEqual(['vip', 'wave 3']);
  });

  test('are at most 20, counted without repeats', async () => {
    const numbered = (count: number) => Array.from({ length: count }, (_, nr) => `tag ${nr}`);
    expect((await change('three', { add: [...numbered(20), 'TAG 1'] })).tags).toHaveLength(20);
    await expect(change('three', { add: ['one more'] })).rejects.toMatchObject({
      errors: [{ field: 'add', message: 'At most 20 tags' }],
    });
    expect((await change('three', { add: ['one more'], remove: ['tag 0'] })).tags).toContain('one more');
  });

  test('of an unknown import are a 404', async () => {
    await expect(change('nowhere', { add: ['vip'] })).rejects.toMatchObject({ code: 'not_found' });
  });
});
