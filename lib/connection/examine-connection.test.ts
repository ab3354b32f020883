import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { startSimulator, type RunningSimulator } from '../../simulator/start-simulator';
import type { SaveConnectionBody } from '../contract/connection';
import { LandfallError } from '../core/errors';
import { standardDialect } from '../service/dialect/dialect';
import type { Database } from '../store/database/database';
import { listAuditAfter } from '../store/events/audit';
import { createRequestBudget } from '../store/service-calls/request-budget';
import { openTestDatabase } from '../store/testing/open-test-database';
import { examineConnection } from './examine-connection';
import { readConnectionSetup } from './read-connection-setup';
import { saveConnection } from './save-connection';
import { adminCaller, openConnection } from './testing/open-connection';

const token = 'canary-token-of-the-service';
let simulator: RunningSimulator;
let database: Database;
beforeAll(async () => void (simulator = await startSimulator({ port: 0, rate: 1000, token })));
afterAll(() => simulator.close());
beforeEach(async () => {
  database = await openTestDatabase();
  simulator.reset();
  simulator.setDialect('plain');
  simulator.clearLog();
  return () => database.close();
});

type Opened = Awaited<ReturnType<typeof openConnection>>;
const save = (opened: Opened, body: SaveConnectionBody) => saveConnection(opened, { caller: adminCaller, body });
const examine = (opened: Opened, service?: SaveConnectionBody['service']) =>
  examineConnection(opened, { caller: adminCaller, body: service === undefined ? {} : { service } });
const isDone = async (opened: Opened, wanted: string) =>
  (await readConnectionSetup(opened)).checklist.find(({ id }) => id === wanted)?.done;

it.each(['outside the demo', 'as a draft in the demo'])(
  'checks what was entered and what was saved, %s',
  async (where) => {
    const demo = where.includes('demo') && where.includes('draft');
    const opened = await openConnection(database, demo ? { LANDFALL_SIMULATOR: 'http://127.0.0.1:9' } : {});
    const entered = { url: simulator.url, token };
    expect(await examine(opened, entered)).toMatchObject({ url: simulator.url, works: true, dialect: null });
    expect(await isDone(opened, 'connection')).toBe(false);

    await save(opened, { basedOn: 0, service: entered });
    expect(await isDone(opened, 'connection')).toBe(false);
    expect((await examine(opened)).works).toBe(true);
    expect(await isDone(opened, 'connection')).toBe(true);

    // Other fields leave it checked, another token does not.
    await save(opened, { basedOn: 1, redirectHosts: ['login.service.example'] });
    expect(await isDone(opened, 'connection')).toBe(true);
    await save(opened, { basedOn: 2, service: { url: simulator.url, token: 'another-token' } });
    expect(await isDone(opened, 'connection')).toBe(false);
    const refused = await examine(opened);
    expect(refused.works).toBe(false);
    expect(refused.findings[0]).toMatchObject({ area: 'live', grade: 'bad' });
    expect(await isDone(opened, 'connection')).toBe(false);
  },
);

it('only reads live, takes a slot for each live request, and returns no secret', async () => {
  const opened = await openConnection(database);
  const findings = await examine(opened, { url: simulator.url, token });
  const live = simulator.log().filter(({ path }) => path.startsWith('/api/v2.1/'));
  expect(live.length).toBeGreaterThan(1);
  expect(live.filter(({ method }) => method !== 'GET')).toEqual([]);
  expect(opened.slots.taken).toBe(live.length);
  const audit = await listAuditAfter(database.db, 0, 10);
  expect(audit.map(({ action }) => action)).toEqual(['connection.examined']);
  expect(JSON.stringify([findings, audit])).not.toContain('canary');
});

it('says after 10 s that nothing can be sent while requests to the service are paused', async () => {
  const opened = await openConnection(database);
  const requestBudget = createRequestBudget({ database, ratePerS: 10 });
  await requestBudget.pause(900_000);
  const checking = examine({ ...opened, requestBudget }, { url: simulator.url, token });
  await vi.waitFor(() => expect(opened.clock.nextWakeMs()).toBeDefined());
  await opened.clock.advance(10_000);
  const { findings, works } = await checking;
  expect(works).toBe(false);
  expect(findings[0]).toMatchObject({ area: 'live', grade: 'bad' });
  expect(findings[0]?.message).toContain('asked us to wait');
  expect(simulator.log().filter(({ path }) => path.startsWith('/api/v2.1/'))).toEqual([]);
});

it('proposes field names that are then found', async () => {
  const opened = await openConnection(database);
  await save(opened, { basedOn: 0, service: { url: simulator.url, token }, dialect: '{"toolValue":"slug"}' });
  const { dialect, findings } = await examine(opened);
  expect(findings.some(({ area, grade }) => area === 'source_tool' && grade === 'bad')).toBe(true);
  await save(opened, { basedOn: 1, dialect });
  expect(opened.connection.dialect().toolValue).toBe('name');
  expect(await examine(opened)).toMatchObject({ dialect: null, works: true });
});

it.each([
  ['outside the demo', {}],
  ['for a draft in the demo', { LANDFALL_SIMULATOR: 'http://127.0.0.1:9' }],
])('allows the redirect hosts of SERVICE_REDIRECT_HOSTS alone, as creations do, %s', async (_where, demo) => {
  const other = await openConnection(database, { ...demo, SERVICE_REDIRECT_HOSTS: 'login.service.example' });
  const { findings, hostsToAllow } = await examine(other, { url: simulator.url, token });
  expect(findings).toContainEqual(expect.objectContaining({ area: 'redirect', grade: 'bad' }));
  expect(hostsToAllow).toEqual(['127.0.0.1']);

  const same = await openConnection(database, { ...demo, SERVICE_REDIRECT_HOSTS: '127.0.0.1' });
  const url = simulator.url.replace('127.0.0.1', 'localhost');
  await save(same, { basedOn: 0, service: { url, token } });
  const allowed = await examine(same);
  expect(allowed.hostsToAllow).toEqual([]);
  expect(allowed.findings).toContainEqual(expect.objectContaining({ area: 'redirect', grade: 'good' }));
});

it('uses the field names of SERVICE_DIALECT for a draft in the demo, as after going live', async () => {
  const environment = { LANDFALL_SIMULATOR: 'http://127.0.0.1:9', SERVICE_DIALECT: 'dialect.json' };
  const bySlug = { ...standardDialect, toolValue: 'slug' as const };
  const opened = await openConnection(database, environment, undefined, bySlug);
  await save(opened, { basedOn: 0, service: { url: simulator.url, token }, dialect: '{"toolValue":"name"}' });
  const { findings } = await examine(opened);
  expect(findings.some(({ area, grade }) => area === 'source_tool' && grade === 'bad')).toBe(true);
});

it('checks a connection of the environment', async () => {
  const environment = { SERVICE_URL: simulator.url, SERVICE_TOKEN: token };
  const opened = await openConnection(database, environment);
  expect(await isDone(opened, 'connection')).toBe(false);
  expect((await examine(opened)).works).toBe(true);
  expect(await isDone(opened, 'connection')).toBe(true);
  const moved = await openConnection(database, { ...environment, SERVICE_URL: 'https://other.example/api/v2.1' });
  expect(await isDone(moved, 'connection')).toBe(false);
});

it('uses the field names that were saved on another instance', async () => {
  const opened = await openConnection(database, { SERVICE_URL: simulator.url, SERVICE_TOKEN: token });
  const elsewhere = { ...opened, connection: { refresh: async () => undefined } };
  const wrongNames = { basedOn: 0, dialect: '{"toolValue":"slug"}' };
  await saveConnection(elsewhere, { caller: adminCaller, body: wrongNames });
  const { findings } = await examine(opened);
  expect(findings.some(({ area, grade }) => area === 'source_tool' && grade === 'bad')).toBe(true);
});

it('never sends a stored token to another address', async () => {
  const opened = await openConnection(database);
  await save(opened, { basedOn: 0, service: { url: 'https://service.example/api/v2.1', token } });
  await expect(examine(opened, { url: simulator.url })).rejects.toMatchObject({ code: 'invalid' });
  expect(simulator.log()).toEqual([]);
});

it('names the fields of the form, and limits checks', async () => {
  const opened = await openConnection(database);
  const nowhere = { url: 'http://127.0.0.1:9/api/v2.1', token };
  const { findings } = await examine(opened, nowhere);
  expect(findings[0]?.message).toContain('Is the address right');
  for (let count = 1; count < 10; count += 1) await examine(opened, nowhere);
  const error: unknown = await examine(opened, nowhere).catch((reason: unknown) => reason);
  expect(error instanceof LandfallError && error.code).toBe('rate_limited');
});
