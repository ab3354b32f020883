import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertStaff, updateStaff } from '../store/staff';
import { openTestDatabase } from '../store/testing/open-test-database';
import { decideSponsorship } from './decide-sponsorship';
import { previewBulk, readBulk, startBulk, workOpenBulks } from './decide-in-bulk';
import { requestFullMigration } from './request-full-migration';
import { openSponsorship } from './testing/open-sponsorship';
import { staffCaller } from './testing/staff-caller';

let house: Awaited<ReturnType<typeof openSponsorship>>;
const ines = staffCaller('Ines');

beforeAll(async () => {
  house = await openSponsorship(await openTestDatabase());
  const { actor } = ines;
  if (actor.kind !== 'staff') throw new Error('staff expected');
  await insertStaff(house.parts.database.db, {
    id: actor.id,
    email: actor.email,
    name: actor.name,
    role: actor.role,
    source: 'local',
    createdAt: new Date(),
  });
});
afterAll(() => house.close());

const finished = async (id: string) => {
  await expect.poll(async () => (await readBulk(house.parts, id)).finishedAt, { timeout: 20_000 }).not.toBeNull();
  return readBulk(house.parts, id);
};

test('the dry run says what would be sent and what is blocked, and sends nothing', async () => {
  const [free, decided, unverified] = [await house.placeImport(), await house.placeImport(), await house.placeImport()];
  await decideSponsorship(house.parts, {
    caller: ines,
    environment: 'live',
    importId: decided,
    kind: 'accept',
    body: { reason: '', note: '', overrideBudget: false },
  });
  await requestFullMigration(house.parts, {
    caller: { ...ines, actor: { kind: 'stranger' } },
    environment: 'live',
    importId: unverified,
    source: 'operator_page',
    verified: false,
    message: '',
  });
  const preview = await previewBulk(house.parts, {
    environment: 'live',
    kind: 'accept',
    importIds: [free, decided, unverified, 'nobody'],
  });
  expect(preview.items.map((item) => item.state)).toEqual(['would_send', 'blocked', 'blocked', 'blocked']);
  expect(await house.sent(free)).toBe(0);
});

test('a run decides each import once and tells each outcome, also when it is asked for twice', async () => {
  const ids = [await house.placeImport(), await house.placeImport(), await house.placeImport()];
  const body = { id: randomUUID(), kind: 'accept' as const, importIds: ids, reason: 'spring offer', note: '' };
  await startBulk(house.parts, { caller: ines, environment: 'live', body });
  await startBulk(house.parts, { caller: ines, environment: 'live', body });
  const run = await finished(body.id);
  expect(run.items.map((item) => item.state)).toEqual(['confirmed', 'confirmed', 'confirmed']);
  for (const id of ids) expect(await house.sent(id)).toBe(1);
});

test('an unverified request is not accepted in bulk, whatever the page sends', async () => {
  const id = await house.placeImport();
  await requestFullMigration(house.parts, {
    caller: { ...ines, actor: { kind: 'stranger' } },
    environment: 'live',
    importId: id,
    source: 'operator_page',
    verified: false,
    message: '',
  });
  const body = { id: randomUUID(), kind: 'accept' as const, importIds: [id], reason: '', note: '' };
  await startBulk(house.parts, { caller: ines, environment: 'live', body });
  const run = await finished(body.id);
  expect(run.items[0]).toMatchObject({ state: 'blocked' });
  expect(await house.sent(id)).toBe(0);
});

test('a run of somebody who was disabled meanwhile sends nothing more', async () => {
  const id = await house.placeImport();
  const { actor } = ines;
  if (actor.kind !== 'staff') throw new Error('staff expected');
  await updateStaff(house.parts.database.db, actor.id, { disabledAt: new Date() });
  const body = { id: randomUUID(), kind: 'accept' as const, importIds: [id], reason: '', note: '' };
  await startBulk(house.parts, { caller: ines, environment: 'live', body });
  await workOpenBulks(house.parts);
  const run = await finished(body.id);
  expect(run.items[0]).toMatchObject({ state: 'blocked', says: 'Whoever started this may no longer decide.' });
  expect(await house.sent(id)).toBe(0);
});
