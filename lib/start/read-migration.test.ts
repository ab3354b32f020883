import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readImportDetail } from '../import-detail/read-import-detail';
import { observe } from '../imports/observations/observe';
import { describeRange } from '../messages/describe-range';
import { messagesByLanguage } from '../messages/messages';
import { openTestDatabase } from '../store/testing/open-test-database';
import { createStartLink } from './create-start-link';
import { issueMigrationToken } from './customer-links';
import { readMigration } from './read-migration';
import { startMigration } from './start-migration';
import { customerCaller, openStart } from './testing/open-start';

let app: Awaited<ReturnType<typeof openStart>>;
beforeAll(async () => {
  app = await openStart(await openTestDatabase());
});
afterAll(() => app.close());

test('a migration takes longer than usual only if it was seen to, and only after the time that the page shows', async () => {
  const hourS = 3600;
  const range = { fromS: 25 * hourS, toS: 49 * hourS };
  expect(describeRange(messagesByLanguage.en, range)).toBe('usually 1–3 days');
  const durations = { read: async () => new Map([['Migration in progress', range] as const]) };
  const importId = randomUUID();
  const see = () =>
    observe(app.deps.observer, {
      ...{ environment: 'live', importId, source: 'webhook', status: 'Migration in progress' },
      ...{ seenAt: app.deps.clock.now(), about: { username: 'ops@acme.example', tool: 'Zendesk' } },
    });
  const isSlow = async () => {
    const opened = await readMigration({ ...app.deps, durations }, issueMigrationToken(app.deps, importId));
    return opened.kind === 'migration' ? opened.migration.isSlow : undefined;
  };
  await see();
  expect(await isSlow()).toBe(false);
  app.advance(71 * hourS * 1000);
  await see();
  expect(await isSlow()).toBe(false);
  // The service cannot be reached meanwhile.
  app.advance(2 * hourS * 1000);
  expect(await isSlow()).toBe(false);
  await see();
  expect(await isSlow()).toBe(true);
});

test.each([
  ['Migration completed', 1],
  ['Undo in progress', 0],
  ['Migration cleaned', 0],
])('the page of "%s" has %i warnings', async (status, count) => {
  const importId = randomUUID();
  await observe(app.deps.observer, {
    ...{ environment: 'live', importId, source: 'watcher', status, seenAt: app.deps.clock.now() },
    facts: { warnings: [{ text: 'A file is too large', kind: null, item: null }] },
  });
  const opened = await readMigration(app.deps, issueMigrationToken(app.deps, importId));
  if (opened.kind !== 'migration') throw new Error(opened.kind);
  expect(opened.migration.warnings).toHaveLength(count);
  expect(opened.migration.warningCount).toBe(count);
});

test('the warnings of the sample are not those of the full migration', async () => {
  const importId = randomUUID();
  const see = (status: string, warnings?: number) =>
    observe(app.deps.observer, {
      ...{ environment: 'live', importId, source: 'watcher', status, seenAt: app.deps.clock.now() },
      facts: warnings === undefined ? {} : { warnings: Array(warnings).fill({ text: 'x', kind: null, item: null }) },
    });
  const read = async () => {
    const opened = await readMigration(app.deps, issueMigrationToken(app.deps, importId));
    const detail = await readImportDetail(app.deps.detail, 'live', importId);
    return [opened.kind === 'migration' && opened.migration.warningCount, detail?.nextStep];
  };
  await see('Sample migration completed', 12);
  expect(await read()).toMatchObject([12, { internal: 'Check the 12 warnings.' }]);
  // A list has no warnings.
  await see('Migration completed');
  expect(await read()).toMatchObject([0, { reply: expect.not.stringContaining('12'), internal: '' }]);
  await see('Migration completed', 12);
  const withWarnings = { reply: expect.stringContaining('12'), internal: expect.stringContaining('12 warnings') };
  expect(await read()).toMatchObject([12, withWarnings]);
});

test('a completed migration that the service archives stays completed for the customer, not for staff', async () => {
  const importId = randomUUID();
  const warnings = (count: number) => Array(count).fill({ text: 'x', kind: null, item: null });
  const see = (reported: Pick<Parameters<typeof observe>[1], 'status' | 'facts' | 'gone'>) =>
    observe(app.deps.observer, {
      ...{ environment: 'live', importId, source: 'watcher', seenAt: app.deps.clock.now(), ...reported },
    });
  await see({ status: 'Sample migration completed', facts: { warnings: warnings(12) } });
  await see({
    status: 'Migration completed',
    facts: { warnings: warnings(1), records: [{ type: 'Tickets', count: 7 }] },
  });
  const read = async () => {
    const opened = await readMigration(app.deps, issueMigrationToken(app.deps, importId));
    if (opened.kind !== 'migration') throw new Error(opened.kind);
    const { situation, steps, warningCount, moved } = opened.migration;
    return { situation, steps, warningCount, moved };
  };
  const before = await read();
  expect(before).toMatchObject({ situation: { progress: 'completed', claims: { finished: true } }, warningCount: 1 });
  await see({ status: null, gone: true });
  expect(await read()).toEqual(before);
  expect(await readImportDetail(app.deps.detail, 'live', importId)).toMatchObject({
    row: { gone: true },
    nextStep: { reply: expect.stringContaining('is complete'), internal: expect.stringContaining('one warning') },
  });
});

test('knows which migrations were started here', async () => {
  const { deps } = app;
  const [username, importId] = ['ops@acme.example', randomUUID()];
  const { url } = await createStartLink(deps, {
    ...{ caller: customerCaller(), body: { username, oneUse: false, expiresInS: 3600 } },
  });
  const link = url.split('/').at(-1) ?? '';
  const form = { attempt: randomUUID(), source_tool: 'Zendesk', link, destination_username: '', website: '' };
  const started = await startMigration(deps, { caller: customerCaller(), visitorId: null, form });
  if (started.kind !== 'leave') throw new Error(started.kind);
  await observe(deps.observer, {
    ...{ environment: 'live', importId, source: 'watcher', status: 'Collecting credentials' },
    seenAt: deps.clock.now(),
  });
  // The host of the service is no longer allowed.
  const strict = { ...deps, redirect: { hosts: [], serviceUrl: 'https://other.example' } };
  const read = (token: string) => readMigration(strict, token);
  expect(await read(started.migrationToken)).toMatchObject({
    migration: { canContinue: false, canStartAgain: false, isStartedHere: true },
  });
  expect(await read(issueMigrationToken(deps, importId))).toMatchObject({ migration: { isStartedHere: false } });
});

test.each([
  ['https://desk.example/acme', 'https://desk.example/acme'],
  ['https://desk.example@evil.example', null],
  ['javascript:alert(1)', null],
  ['our help desk', null],
])('instance "%s" links to %s', async (instanceUrl, link) => {
  const importId = randomUUID();
  await observe(app.deps.observer, {
    ...{ environment: 'live', importId, source: 'watcher', status: 'Migration completed', about: { instanceUrl } },
    seenAt: app.deps.clock.now(),
  });
  const opened = await readMigration(app.deps, issueMigrationToken(app.deps, importId));
  expect(opened).toMatchObject({ kind: 'migration', migration: { instanceUrl: link } });
});
