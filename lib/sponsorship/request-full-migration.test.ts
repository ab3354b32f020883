import { afterAll, beforeAll, expect, test } from 'vitest';
import { listAuditAfter } from '../store/events/audit';
import { getImports } from '../store/imports/imports';
import { getRequest } from '../store/sponsorship/full-requests';
import { openTestDatabase } from '../store/testing/open-test-database';
import { decideSponsorship } from './decide-sponsorship';
import { dismissFullRequest, matchFullRequest, requestFullMigration } from './request-full-migration';
import { openSponsorship } from './testing/open-sponsorship';
import { staffCaller } from './testing/staff-caller';

let app: Awaited<ReturnType<typeof openSponsorship>>;
const al = staffCaller('Al', 'agent');
beforeAll(async () => {
  app = await openSponsorship(await openTestDatabase());
});
afterAll(() => app.close());

const request = (importId: string | null) =>
  requestFullMigration(app.deps, {
    caller: al,
    environment: 'live',
    importId,
    source: importId === null ? 'operator_page' : 'agent',
    verified: importId !== null,
    message: '',
  });
const match = (requestId: string, importId: string) => matchFullRequest(app.deps, { caller: al, requestId, importId });

test('keeps a request open that is matched to the same import twice', async () => {
  const [importId, { id }] = [await app.placeImport(), await request(null)];
  await match(id, importId);
  await match(id, importId);
  expect(await getRequest(app.deps.database.db, id)).toMatchObject({ importId, closedAt: null });
});

test('matches a request to one import only, and a closed one to none', async () => {
  const [first, second, requested] = [await app.placeImport(), await app.placeImport(), await app.placeImport()];
  await request(requested);
  const { id } = await request(null);
  await match(id, first);
  for (const other of [second, requested]) await expect(match(id, other)).rejects.toMatchObject({ code: 'conflict' });
  expect(await getRequest(app.deps.database.db, id)).toMatchObject({ importId: first, closedAt: null });

  const { id: dismissed } = await request(null);
  await dismissFullRequest(app.deps, { caller: al, requestId: dismissed, reason: 'spam' });
  for (const other of [second, requested]) {
    await expect(match(dismissed, other)).rejects.toMatchObject({ code: 'conflict' });
  }
  expect(await getRequest(app.deps.database.db, dismissed)).toMatchObject({ importId: null, closeReason: 'spam' });
});

test('returns a conflict while an acceptance is in effect, and files a request after a rejection', async () => {
  const [accepted, rejected] = [await app.placeImport(), await app.placeImport()];
  const target = { caller: staffCaller('Ines'), environment: 'live' } as const;
  const body = { reason: '', note: '', overrideBudget: false };
  await decideSponsorship(app.deps, { ...target, importId: accepted, kind: 'accept', body });
  await decideSponsorship(app.deps, { ...target, importId: rejected, kind: 'reject', body });
  await expect(request(accepted)).rejects.toMatchObject({
    code: 'conflict',
    userMessage: 'Sponsorship was already accepted for this import. There is nothing to request.',
  });
  expect(await request(rejected)).toMatchObject({ added: true });

  const { id } = await request(null);
  await expect(match(id, accepted)).rejects.toMatchObject({
    code: 'conflict',
    userMessage: expect.stringContaining('Sponsorship was already accepted for this import.'),
  });
  expect(await getRequest(app.deps.database.db, id)).toMatchObject({ importId: null, closedAt: null });
});

test('made again after a rejection is closed by rejecting again, and nothing is sent', async () => {
  const importId = await app.placeImport();
  const { db } = app.deps.database;
  const reject = (decisionId: string | null, note = '') =>
    decideSponsorship(app.deps, {
      ...{ caller: staffCaller('Ines'), environment: 'live', importId, kind: 'reject' },
      body: { reason: 'over quota', note, overrideBudget: false, decisionId },
    });
  const { id: first } = await reject(null);
  await expect(reject(first)).rejects.toMatchObject({ code: 'conflict' });
  const { id: requestId } = await request(importId);
  const again = await reject(first, 'Ask us again in May.');
  expect(again).toMatchObject({ kind: 'reject', state: 'confirmed', sends: 0, note: 'Ask us again in May.' });
  expect(again.id).not.toBe(first);
  expect(await app.countSent(importId)).toBe(1);
  expect(await getRequest(db, requestId)).toMatchObject({ closeReason: 'rejected' });
  expect(await getImports(db, 'live', [importId])).toMatchObject([{ decision: 'rejected' }]);
  expect((await listAuditAfter(db, 0, 1000)).filter(({ subject }) => subject === importId).at(-1)).toMatchObject({
    action: 'sponsorship.confirmed',
    after: { decision: again.id, reason: 'over quota', outcome: again.outcome },
  });
  // Another page still shows the request.
  await request(importId);
  await expect(reject(first)).rejects.toMatchObject({ userMessage: expect.stringContaining('Your page did not show') });
});

test('matched and dismissed at once, leaves no import waiting for a closed request', async () => {
  for (let round = 0; round < 20; round += 1) {
    const [importId, { id }] = [await app.placeImport(), await request(null)];
    const dismissed = dismissFullRequest(app.deps, { caller: al, requestId: id, reason: 'spam' });
    await Promise.allSettled([match(id, importId), dismissed]);
    const { closedAt } = (await getRequest(app.deps.database.db, id)) ?? {};
    const [row] = await getImports(app.deps.database.db, 'live', [importId]);
    expect(row?.decision === 'asked').toBe(closedAt === null);
  }
});
