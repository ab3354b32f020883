import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RouteId, pageMatrix, routeMatrix } from '@/lib/http/access-matrix';
import { observe } from '@/lib/imports/observations/observe';
import { eventually } from '@/lib/core/testing/eventually';
import { decideSponsorship } from '@/lib/sponsorship/decide-sponsorship';
import { requestFullMigration } from '@/lib/sponsorship/request-full-migration';
import { putPolicy } from '@/lib/sponsorship/testing/open-sponsorship';
import { saveToolList } from '@/lib/store/imports/tool-lists';
import { recordChange } from '@/lib/store/events/changes';
import { createStatementRecorder } from '@/lib/store/testing/record-statements';
import StaffLayout from './(staff)/layout';
import { openPage } from './testing/open-page';
import { openTestApp, publicOrigin } from './testing/open-test-app';

const importId = '417';
const username = 'ops@acme.example';

/** More than this make a page slow, above all on PGlite, which runs one statement at a time. */
const maxStatements = 6;

const routeLimits = {
  'imports.list': 2,
  'imports.read': 3,
  'imports.counts': 2,
  'tools.list': 2,
  'sponsorship.queue': 6,
  'sponsorship.count': 2,
} as const satisfies Partial<Record<RouteId, number>>;

let app: Awaited<ReturnType<typeof openTestApp>>;
let statementsOf: ReturnType<typeof createStatementRecorder>;

beforeAll(async () => {
  app = await openTestApp();
  const { landfall, staff } = app;
  const { database, sponsorship } = landfall;
  const caller = { actor: { kind: 'staff' as const, ...staff }, address: '', requestId: 'test' };
  await observe(landfall.imports.observer, {
    environment: 'live',
    importId,
    source: 'lookup',
    status: 'Sample migration completed',
    seenAt: new Date(),
    about: { username },
    facts: { records: [{ type: 'Tickets', count: 300 }] },
  });
  const common = { caller, environment: 'live' as const, message: '' };
  await requestFullMigration(sponsorship, { ...common, importId, source: 'customer', verified: true });
  await requestFullMigration(sponsorship, { ...common, importId: null, source: 'operator_page', verified: false });
  // A proposal needs the most: it also shows who may approve it.
  await putPolicy(database, 1, { secondPerson: { when: 'always' } });
  const body = { reason: '', note: '', overrideBudget: false };
  await decideSponsorship(sponsorship, { caller, environment: 'live', importId, kind: 'accept', body });
  const url = landfall.connection.urlOf('live');
  await saveToolList(database.db, { environment: 'live', url }, { tools: [], fetchedAt: new Date() });
  // Read now and then, not once a page.
  await landfall.imports.stuck.read('live');
  await landfall.insights.trends('live', '12w');
  await landfall.feed.readPosition();
  statementsOf = createStatementRecorder(database);
});
afterAll(() => app?.close());

type Page = (props: {
  params: Promise<{ id: string; path: string[] }>;
  searchParams: Promise<object>;
}) => Promise<unknown>;

/** All staff pages by path, found in the file tree. */
const folder = fileURLToPath(new URL('.', import.meta.url));
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
  /^\((staff|preview)\)\/(.*\/)?page\.tsx$/.test(file),
);
const pages = files.map((file) => {
  const path = file.replace(/^\(\w+\)\//, '').replace(/(^|\/)(\(\w+\)\/)?page\.tsx$/, '');
  return { path: `/${path}`, file };
});

test('covers every staff page', () => {
  const expected = Object.values(pageMatrix).flatMap(({ path, auth }) => (auth === 'staff' ? [path] : []));
  expect(pages.map(({ path }) => path).sort()).toEqual([...expected].sort());
});

/** So that the page reads its counts, too. */
async function forgetCounts() {
  const { database, feed } = app.landfall;
  const before = feed.version();
  await database.transaction((tx) => recordChange(tx, { kind: 'staff', environment: 'live', subject: 'test' }));
  await expect.poll(feed.version, eventually).not.toBe(before);
}

const open = (path: string, render: () => Promise<unknown>) =>
  statementsOf(() => openPage(path.replace('[id]', importId), app.cookie, render));

test.each(pages)('$path needs few statements', async ({ path, file }) => {
  const { default: page }: { default: Page } = await import(join(folder, file));
  const searchParams = path === '/customers' ? { username } : {};
  const props = { params: Promise.resolve({ id: importId, path: [] }), searchParams: Promise.resolve(searchParams) };
  await forgetCounts();
  const ofPage = await open(path, () => page(props).catch(ignoreInterrupts));
  // Both read the session, which React caches per request.
  const [, ...ofLayout] = await open(path, () => StaffLayout({ children: null }));
  const all = [...ofPage, ...ofLayout];
  expect(all.length).toBeGreaterThan(1);
  expect(all.length, list(all)).toBeLessThanOrEqual(maxStatements);
});

test.each(Object.entries(routeLimits))('%s needs at most %i statements', async (id, limit) => {
  const handler = app.handlers.get(id as RouteId);
  const { path } = routeMatrix[id as RouteId];
  const request = new Request(`${publicOrigin}${path.replace('[id]', importId)}`, {
    headers: { cookie: app.cookie, host: 'localhost:3000' },
  });
  let status;
  const all = await statementsOf(async () => {
    status = (await handler?.(request, { params: Promise.resolve({ id: importId }) }))?.status;
  });
  expect(status).toBe(200);
  expect(all.length).toBeGreaterThan(0);
  expect(all.length, list(all)).toBeLessThanOrEqual(limit);
});

const list = (statements: readonly string[]) => statements.map((text) => `- ${text.slice(0, 300)}`).join('\n');

/** Some pages only redirect, or only say that there is none. */
function ignoreInterrupts(error: unknown): void {
  if (!(error instanceof Error) || !/^NEXT_(REDIRECT|HTTP_ERROR_FALLBACK;404)$/.test(error.message)) throw error;
}
