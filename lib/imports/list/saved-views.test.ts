import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createManualClock } from '../../core/testing/manual-clock';
import type { Database } from '../../store/database/database';
import { insertStaff } from '../../store/staff/staff';
import { openTestDatabase } from '../../store/testing/open-test-database';
import { changeView, deleteView, readSavedViews, saveView } from './saved-views';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const createDeps = () => ({ database, clock: createManualClock(), newId: randomUUID });

async function addStaffMember(): Promise<string> {
  const id = randomUUID();
  const row = { id, email: `${id}@x.example`, name: 'Somebody', role: 'viewer', source: 'local' } as const;
  await insertStaff(database.db, { ...row, createdAt: new Date() });
  return id;
}

describe('saved views', () => {
  test('are private until shared, and own views come first', async () => {
    const [me, other] = [await addStaffMember(), await addStaffMember()];
    await saveView(createDeps(), other, { name: 'theirs', query: 'stuck=1', shared: true });
    await saveView(createDeps(), other, { name: 'secret', query: 'gone=only', shared: false });
    await saveView(createDeps(), me, { name: ' mine ', query: 'warnings=many', shared: false });
    const { views } = await readSavedViews(createDeps(), me);
    expect(views.map(({ name, mine, shared }) => ({ name, mine, shared }))).toEqual([
      { name: 'mine', mine: true, shared: false },
      { name: 'theirs', mine: false, shared: true },
    ]);
  });

  test('can be changed and deleted only by their owner', async () => {
    const [me, other] = [await addStaffMember(), await addStaffMember()];
    const saved = await saveView(createDeps(), me, { name: 'a', query: '', shared: true });
    const id = saved.views.find(({ mine }) => mine)?.id ?? '';
    await expect(changeView(createDeps(), { id, staffId: other }, { name: 'b' })).rejects.toMatchObject({
      code: 'not_found',
    });
    await expect(deleteView(createDeps(), { id, staffId: other })).rejects.toMatchObject({ code: 'not_found' });
    const changed = await changeView(createDeps(), { id, staffId: me }, { name: 'b', query: 'q=x' });
    expect(changed.views.find((view) => view.id === id)).toMatchObject({ name: 'b', query: 'q=x', shared: true });
    const left = await deleteView(createDeps(), { id, staffId: me });
    expect(left.views.filter(({ mine }) => mine)).toEqual([]);
  });

  test('are limited to 50 per person', async () => {
    const me = await addStaffMember();
    for (let at = 0; at < 50; at += 1) await saveView(createDeps(), me, { name: `v${at}`, query: '', shared: false });
    await expect(saveView(createDeps(), me, { name: 'more', query: '', shared: false })).rejects.toMatchObject({
      code: 'invalid',
      errors: [{ field: 'name', message: expect.stringContaining('50 views') }],
    });
  });
});
