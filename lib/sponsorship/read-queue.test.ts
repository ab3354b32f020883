import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase } from '../store/testing/open-test-database';
import { decideSponsorship } from './decide-sponsorship';
import { fileSampleRequests } from './file-sample-requests';
import { readQueue } from './read-queue';
import { requestFullMigration } from './request-full-migration';
import { openSponsorship, putPolicy } from './testing/open-sponsorship';
import { staffCaller } from './testing/staff-caller';

let house: Awaited<ReturnType<typeof openSponsorship>>;
const ines = staffCaller('Ines');
beforeAll(async () => {
  house = await openSponsorship(await openTestDatabase());
});
afterAll(() => house.close());

const queue = () => readQueue(house.parts.database.db, { environment: 'live', now: new Date(), whoPays: 'partner' });
const ask = (importId: string, at: string) =>
  requestFullMigration(
    { ...house.parts, clock: { ...house.parts.clock, now: () => new Date(at) } },
    { caller: staffCaller('Al', 'agent'), environment: 'live', importId, source: 'agent', verified: true, message: '' },
  );
const decide = (importId: string, kind: 'accept' | 'reject') =>
  decideSponsorship(house.parts, {
    caller: ines,
    environment: 'live',
    importId,
    kind,
    body: { reason: '', note: '', overrideBudget: false },
  });

test('whoever has waited longest comes first, whatever was looked at last', async () => {
  const [newest, oldest, middle] = [await house.placeImport(), await house.placeImport(), await house.placeImport()];
  await ask(middle, '2026-11-02T10:00:00Z');
  await ask(oldest, '2026-11-01T10:00:00Z');
  await ask(newest, '2026-11-03T10:00:00Z');
  const { waiting, totals } = await queue();
  expect(waiting.map(({ importId }) => importId)).toEqual([oldest, middle, newest]);
  expect(totals.waiting).toBe(3);
  expect(waiting[0]).toMatchObject({ asked: { source: 'agent', by: 'Al', verified: true }, records: 300 });
});

test('what was decided before for the customer or their domain stands beside it; what came to nothing does not', async () => {
  const before = await house.placeImport('ops@kestrel.example');
  const colleague = await house.placeImport('it@kestrel.example');
  const stranger = await house.placeImport('ops@elsewhere.example');
  await decide(before, 'accept');
  await decide(colleague, 'reject');
  await decide(stranger, 'accept');
  const lost = await house.placeImport('cs@kestrel.example');
  await house.weather('answer', { status: 401, body: '{}' });
  await decide(lost, 'accept');
  await house.fair();
  const now = await house.placeImport('ops@kestrel.example');
  await ask(now, '2026-11-04T10:00:00Z');
  const item = (await queue()).waiting.find(({ importId }) => importId === now);
  expect(item?.earlier.map(({ importId, kind, sameCustomer }) => ({ importId, kind, sameCustomer }))).toEqual([
    { importId: colleague, kind: 'reject', sameCustomer: false },
    { importId: before, kind: 'accept', sameCustomer: true },
  ]);
  expect(item?.earlierYear).toBe(1);
});

test('by policy a complete sample enters the queue by itself, once, and says so', async () => {
  const id = await house.placeImport();
  await fileSampleRequests(house.parts);
  expect((await queue()).waiting.map(({ importId }) => importId)).not.toContain(id);
  await putPolicy(house.parts.database, 1, { queueOnSampleComplete: true });
  await fileSampleRequests(house.parts);
  await fileSampleRequests(house.parts);
  const entered = (await queue()).waiting.filter(({ importId }) => importId === id);
  expect(entered).toMatchObject([{ asked: { source: 'sample_complete' } }]);
  // Once rejected it does not come back by itself.
  await decide(id, 'reject');
  await fileSampleRequests(house.parts);
  expect((await queue()).waiting.map(({ importId }) => importId)).not.toContain(id);
});
