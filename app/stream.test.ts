import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { auditAccess } from '@/lib/audit/append-audit';
import { systemCaller } from '@/lib/contract/caller';
import { openStaffApp, type StaffApp } from './testing/open-staff-app';
import { publicOrigin } from './testing/open-test-app';

let app: StaffApp;
beforeAll(async () => {
  app = await openStaffApp();
});
afterAll(() => app.close());

const open = async (init: RequestInit) => {
  const request = new Request(`${publicOrigin}/api/stream`, { ...init, headers: { cookie: app.cookie } });
  const response = await app.handlers.get('stream.read')?.(request, { params: Promise.resolve({}) });
  expect(response?.status).toBe(200);
  expect(response?.headers.get('content-type')).toContain('text/event-stream');
};
const countStreams = async () => {
  const families = await app.landfall.metrics.read();
  return families.find(({ name }) => name === 'landfall_live_streams')?.values[0]?.value;
};

/** The response is never read or cancelled, as Next does then. */
it('leaves no stream open after HEAD, nor when the client leaves before the response is sent', async () => {
  await open({ method: 'HEAD' });
  expect(await countStreams(), 'HEAD').toBe(0);

  await open({ signal: AbortSignal.abort() });
  expect(await countStreams(), 'left before the request was handled').toBe(0);

  const during = new AbortController();
  const opening = open({ signal: during.signal });
  during.abort();
  await opening;
  expect(await countStreams(), 'left while it was handled').toBe(0);

  const after = new AbortController();
  await open({ signal: after.signal });
  expect(await countStreams()).toBe(1);
  after.abort();
  expect(await countStreams(), 'left after it was handled').toBe(0);
});

it('ends a running export once its reader loses the role or the session', async () => {
  const { db } = app.landfall.database;
  // Each row is a chunk of its own.
  await db.execute(sql`insert into imports (environment, id, instance_url, seen_at, seen_by, first_seen_at, search_terms)
    select 'live', n::text, repeat('x', 20000), now(), 'lookup', now(), '{}' from generate_series(1, 4) n`);
  const large = {
    caller: systemCaller,
    action: 'note.added',
    subject: 'x',
    after: { text: 'x'.repeat(20_000) },
  } as const;
  for (let n = 0; n < 4; n += 1) await auditAccess(app.landfall, large);
  const exports = () =>
    Promise.all([
      app.send('imports.export'),
      app.send('imports.export-picked', { body: { ids: ['1', '2', '3', '4'] } }),
      app.send('audit.export'),
      app.send('customer.export', { body: { username: 'ada' } }),
    ]);
  const readAllLater = async (responses: readonly Response[]) => {
    const now = vi.spyOn(app.landfall.clock, 'now').mockReturnValue(new Date(Date.now() + 15_000));
    const read = await Promise.allSettled(responses.map((response) => response.text()));
    now.mockRestore();
    return read.map(({ status }) => status);
  };
  expect(await readAllLater(await exports())).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'fulfilled']);

  const beforeDemotion = await exports();
  await db.execute(sql`update staff set role = 'agent' where id = ${app.staff.id}`);
  expect(await readAllLater(beforeDemotion)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'rejected']);

  await db.execute(sql`update staff set role = 'admin' where id = ${app.staff.id}`);
  const beforeEnd = await exports();
  await db.execute(sql`update sessions set ended_at = now()`);
  expect(await readAllLater(beforeEnd)).toEqual(['rejected', 'rejected', 'rejected', 'rejected']);
});
