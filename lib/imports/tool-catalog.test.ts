import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { namedDialects } from '../../simulator/dialects/named-dialects';
import { startSimulator, type RunningSimulator } from '../../simulator/start-simulator';
import { toolsResponseSchema } from '../contract/tools';
import { silentLog } from '../core/log';
import { eventually } from '../core/testing/eventually';
import type { Database } from '../store/database/database';
import { loadToolList, saveToolList, type StoredToolList } from '../store/imports/tool-lists';
import { createStatementRecorder } from '../store/testing/record-statements';
import { openTestDatabase } from '../store/testing/open-test-database';
import { createToolCatalog } from './tool-catalog';
import { createDeadlineClock, openClient } from '../service/testing/open-client';

let simulator: RunningSimulator;
let database: Database;
let client: ReturnType<typeof openClient>;
let url: string;
let clock: ReturnType<typeof createDeadlineClock>;

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.db.execute(sql`truncate tool_lists`);
  simulator = await startSimulator({ port: 0, rate: 1_000_000 });
  url = simulator.url;
  clock = createDeadlineClock();
  client = openClient({ url: simulator.url, sandboxUrl: simulator.sandboxUrl, token: simulator.token, clock });
});
afterEach(async () => {
  await client.close();
  await simulator.close();
});

const until = (holds: () => boolean | Promise<boolean>) => vi.waitUntil(holds, eventually);
const open = (using: Pick<typeof client, 'listTools'> = client) =>
  createToolCatalog({
    client: using,
    database,
    urlOf: () => url,
    families: ['CRM'],
    clock,
    log: silentLog,
  });
const load = (environment: 'live' | 'sandbox', family?: string) =>
  loadToolList(database.db, { environment, family, url });
const save = (family: string | undefined, list: StoredToolList) =>
  saveToolList(database.db, { environment: 'live', family, url }, list);
const requestCount = () => simulator.log().length;
const minutes = (n: number) => n * 60_000;
const down = () => simulator.setFaults([{ effect: { kind: 'error-500' } }]);

describe('tool catalog', () => {
  it('fetches once per five minutes, family and environment across instances', async () => {
    const first = await open().listSourceTools({ environment: 'live', person: null });
    expect(toolsResponseSchema.safeParse(first).success).toBe(true);
    expect(first).toMatchObject({ stale: false, families: ['CRM'], fetchedAt: clock.now().toISOString() });
    expect(first.tools.length).toBeGreaterThanOrEqual(40);
    await clock.advance(minutes(4));
    expect(await open().listSourceTools({ environment: 'live', person: null })).toEqual(first);
    expect(requestCount()).toBe(1);
    const crm = await open().listSourceTools({ environment: 'live', person: null, family: 'CRM' });
    expect(crm.tools.length).toBeLessThan(first.tools.length);
    await open().listSourceTools({ environment: 'sandbox', person: null });
    expect(requestCount()).toBe(3);
  });

  it('stores no list of a family that neither the settings nor the service have named', async () => {
    const family = 'no such family';
    await open().listSourceTools({ environment: 'live', person: null, family });
    expect((await load('live', family)).list).toBeUndefined();
    const named = { value: 'A', name: 'A', slug: null, family };
    await save(undefined, { tools: [named], fetchedAt: clock.now() });
    await open().listSourceTools({ environment: 'live', person: null, family });
    expect((await load('live', family)).list).toBeDefined();
  });

  it('stores the list of a family that its tools name', async () => {
    const tool = { value: 'A', name: 'A', slug: null, family: 'Desk' };
    const answer = await client.listTools({ environment: 'live', lane: 'people', person: null });
    await open({ listTools: async () => ({ ...answer, value: [tool] }) }).listSourceTools({
      ...{ environment: 'live', person: null, family: 'Desk' },
    });
    expect((await load('live', 'Desk')).list?.tools).toEqual([tool]);
  });

  it('offers nothing of another service after the address was changed', async () => {
    const old = { value: 'Old', name: 'Old', slug: null, family: 'Old family' };
    for (const family of [undefined, old.family]) await save(family, { tools: [old], fetchedAt: clock.now() });
    expect(await open().listSourceTools({ environment: 'live', person: null })).toMatchObject({ tools: [old] });
    url = 'https://second.example';
    const second = await open().listSourceTools({ environment: 'live', person: null });
    expect(second.tools).not.toContainEqual(old);
    expect(second.families).toEqual(['CRM']);
    expect((await load('live')).list?.tools).toEqual(second.tools);
    url = 'https://third.example';
    const changing = open({
      listTools: (call) => client.listTools(call).finally(() => (url = 'https://fourth.example')),
    });
    await changing.listSourceTools({ environment: 'live', person: null });
    for (url of ['https://third.example', 'https://fourth.example']) expect((await load('live')).list).toBeUndefined();
  });

  it('reads the stored list and the families of all lists with one query', async () => {
    const catalog = open();
    const fetchedAt = clock.now();
    const tool = { value: 'A', name: 'A', slug: null, family: 'Desk' };
    await save(undefined, { tools: [tool, { ...tool, family: null }], fetchedAt });
    await save('CRM', { tools: [{ ...tool, family: 'CRM' }], fetchedAt });
    const statements = await createStatementRecorder(database)(async () => {
      const { tools, families } = await catalog.listSourceTools({ environment: 'live', person: null });
      expect([tools.length, families]).toEqual([2, ['CRM', 'Desk']]);
    });
    expect(statements).toHaveLength(1);
  });

  it('returns the stored list while it refreshes', async () => {
    const catalog = open();
    const before = await catalog.listSourceTools({ environment: 'live', person: null });
    simulator.setDialect({ ...namedDialects['terse'] });
    await clock.advance(minutes(6));
    simulator.setFaults([{ effect: { kind: 'hang' }, match: { times: 1 } }]);
    const served = await Promise.all(
      [1, 2, 3].map(() => catalog.listSourceTools({ environment: 'live', person: null })),
    );
    expect(served).toEqual([before, before, before]);
    await until(() => requestCount() === 2);
    // That fetch hangs until its deadline; the next one succeeds.
    await clock.advance(minutes(1));
    await until(
      async () => (await catalog.listSourceTools({ environment: 'live', person: null })).fetchedAt !== before.fetchedAt,
    );
    const after = await catalog.listSourceTools({ environment: 'live', person: null });
    expect(after.stale).toBe(false);
    expect(after.tools[0]).toMatchObject({ name: 'Zendesk', value: 'zendesk' });
  });

  it('returns the stored list as stale while the service is down', async () => {
    const catalog = open();
    const before = await catalog.listSourceTools({ environment: 'live', person: null });
    down();
    await clock.advance(minutes(6));
    await catalog.listSourceTools({ environment: 'live', person: null });
    await until(async () => (await catalog.listSourceTools({ environment: 'live', person: null })).stale);
    const countBefore = requestCount();
    for (let n = 0; n < 10; n += 1) {
      expect(await catalog.listSourceTools({ environment: 'live', person: null })).toEqual({ ...before, stale: true });
    }
    expect(requestCount()).toBe(countBefore);
    simulator.setFaults([]);
    await clock.advance(minutes(1));
    await catalog.listSourceTools({ environment: 'live', person: null });
    await until(async () => !(await catalog.listSourceTools({ environment: 'live', person: null })).stale);
  });

  it('waits briefly for the refresh when the list is days old', async () => {
    const catalog = open();
    const before = await catalog.listSourceTools({ environment: 'live', person: null });
    await clock.advance(minutes(60 * 24 * 3));
    const after = await catalog.listSourceTools({ environment: 'live', person: null });
    expect(after.fetchedAt).not.toBe(before.fetchedAt);
    down();
    await clock.advance(minutes(60 * 24 * 3));
    expect(await catalog.listSourceTools({ environment: 'live', person: null })).toEqual({ ...after, stale: true });
  });

  it('fails when the service is down and nothing is stored', async () => {
    down();
    await expect(open().listSourceTools({ environment: 'live', person: null })).rejects.toMatchObject({
      code: 'service_failed',
    });
  });

  it('stores the newest list and ignores invalid stored data', async () => {
    const tool = (name: string) => ({ value: name, name, slug: null, family: 'F' });
    const at = (iso: string) => new Date(iso);
    await save('F', { tools: [tool('new')], fetchedAt: at('2026-11-12T10:00:00Z') });
    await save('F', { tools: [tool('old')], fetchedAt: at('2026-11-12T09:00:00Z') });
    expect((await load('live', 'F')).list?.tools).toEqual([tool('new')]);
    expect(await load('live')).toEqual({ list: undefined, families: ['F'] });
    expect(await load('sandbox', 'F')).toEqual({ list: undefined, families: [] });
    await database.db.execute(sql`update tool_lists set tools = '[{"label":"another shape"}]'`);
    expect(await load('live', 'F')).toEqual({ list: undefined, families: [] });
    await database.db.execute(sql`update tool_lists set tools = '{"not":"a list"}'`);
    expect(await load('live', 'F')).toEqual({ list: undefined, families: [] });
  });
});
