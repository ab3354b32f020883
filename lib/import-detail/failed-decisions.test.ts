import { afterAll, beforeAll, expect, it } from 'vitest';
import { openImports } from '../imports/testing/open-imports';
import { openClient } from '../service/testing/open-client';
import { decideSponsorship } from '../sponsorship/decide-sponsorship';
import { requestFullMigration } from '../sponsorship/request-full-migration';
import { openSponsorship } from '../sponsorship/testing/open-sponsorship';
import { staffCaller } from '../sponsorship/testing/staff-caller';
import { openTestDatabase } from '../store/testing/open-test-database';
import { readImportDetail } from './read-import-detail';

let app: Awaited<ReturnType<typeof openSponsorship>>;
beforeAll(async () => {
  app = await openSponsorship(await openTestDatabase());
});
afterAll(() => app.close());

const decide = (importId: string, kind: 'accept' | 'reject', decisionId: string | null = null, deps = app.deps) =>
  decideSponsorship(deps, {
    ...{ caller: staffCaller('Ada', 'admin'), environment: 'live', importId, kind },
    body: { reason: '', note: '', overrideBudget: false, decisionId },
  });
const unreachable = openClient({ url: 'http://127.0.0.1:9', sandboxUrl: 'http://127.0.0.1:9', token: 'x' });
afterAll(() => unreachable.close());
const read = (importId: string) => readImportDetail(openImports(app.deps.database, unreachable), 'live', importId);

it('says to staff that a decision after the one in effect was refused', async () => {
  const importId = await app.placeImport();
  const { id } = await decide(importId, 'accept');
  expect((await read(importId))?.nextStep.internal).not.toContain('later decision');
  await app.injectFault('answer', { status: 422, body: '{}' });
  await decide(importId, 'reject', id);
  await app.clearFaults();
  expect((await read(importId))?.nextStep.internal).toContain(
    'Sponsorship is accepted. The customer starts the full migration at the service. A later decision was refused by the service or not sent.',
  );
});

it('says of a request whose decision was refused that the last one was', async () => {
  const importId = await app.placeImport();
  const target = { caller: staffCaller('Al', 'agent'), environment: 'live', importId } as const;
  await app.injectFault('answer', { status: 422, body: '{}' });
  await decide(importId, 'accept');
  await app.clearFaults();
  await requestFullMigration(app.deps, { ...target, source: 'agent', verified: true, message: '' });
  expect((await read(importId))?.nextStep.internal).toContain(
    'An approver accepts or rejects sponsorship. The last decision was refused by the service or not sent.',
  );
});

it('says on the timeline that a decision was not sent, and why', async () => {
  const importId = await app.placeImport();
  await decide(importId, 'accept', null, { ...app.deps, client: unreachable });
  expect((await read(importId))?.timeline[0]).toMatchObject({
    title: 'Acceptance not sent',
    detail: expect.stringContaining('connection'),
  });
});
