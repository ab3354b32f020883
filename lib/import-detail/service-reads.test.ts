import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startSimulator, type RunningSimulator } from '../../simulator/start-simulator';
import { importDetailSchema, lookupResponseSchema, rawResponsesSchema } from '../contract/imports';
import { createCipher, generateKey } from '../core/cipher';
import { openClient } from '../service/testing/open-client';
import type { ServiceClient } from '../service/service-client';
import type { Database } from '../store/database/database';
import { mayKeepPlan } from '../store/database/may-keep-plan';
import { createStatementRecorder } from '../store/testing/record-statements';
import { getImport } from '../store/imports/imports';
import { openTestDatabase } from '../store/testing/open-test-database';
import { maskBody } from '../webhooks/mask-body';
import { lookUpUsername } from '../imports/lookup/look-up-username';
import { readImport } from './read-import';
import { readRawResponses } from '../imports/detail/read-raw-responses';
import { observe } from '../imports/observations/observe';
import type { ImportsDeps } from '../imports/imports-deps';
import { openImports, priya } from '../imports/testing/open-imports';

let simulator: RunningSimulator;
let client: ServiceClient;
let database: Database;
let deps: ImportsDeps;

beforeAll(async () => {
  simulator = await startSimulator({ port: 0, rate: 1_000_000 });
  client = openClient({ url: simulator.url, sandboxUrl: simulator.sandboxUrl, token: simulator.token });
  database = await openTestDatabase();
  deps = openImports(database, client);
});
afterAll(async () => {
  await client.close();
  await simulator.close();
  await database.close();
});
beforeEach(() => simulator.setFaults([]));

let customers = 0;
const newCustomer = () => `ops${++customers}@brightwater.example`;
const place = (wanted: Parameters<RunningSimulator['placeImport']>[0]) => String(simulator.placeImport(wanted)['id']);

const lookUp = async (username: string, environment: 'live' | 'sandbox' = 'live') =>
  lookupResponseSchema.parse(await lookUpUsername(deps, { caller: priya, environment, username }));
const read = async (id: string, fresh: boolean, environment: 'live' | 'sandbox' = 'live') =>
  importDetailSchema.parse(await readImport(deps, { caller: priya, environment, id, fresh }));
const readRaw = async (id: string, using: ImportsDeps = deps) =>
  rawResponsesSchema.parse(
    await readRawResponses(using, {
      environment: 'live',
      importId: id,
      mask: maskBody,
      readRawDays: () => Promise.resolve(180),
    }),
  );
const failEveryCall = () => simulator.setFaults([{ match: {}, effect: { kind: 'error-500' } }]);

describe('lookUpUsername', () => {
  it('lists imports at the service, stores them and returns the stored rows', async () => {
    const username = newCustomer();
    const ids = [
      place({ username, status: 'Collecting credentials' }),
      place({ username, status: 'Migration completed' }),
    ];
    const answer = await lookUp(username);
    expect(answer.imports.map((row) => row.id).sort()).toEqual([...ids].sort());
    expect(answer.imports.every((row) => row.username === username && row.seenBy === 'lookup')).toBe(true);
    expect(await getImport(database.db, 'live', ids[0] ?? '')).toMatchObject({
      username,
      statusText: 'Collecting credentials',
    });
    const planned: unknown = await database.db.execute(
      sql`select key from poll_units where kind = 'import' order by key`,
    );
    for (const id of ids) expect(JSON.stringify(planned)).toContain(`"${id}"`);
  });

  it('suggests similar usernames when the service finds nothing', async () => {
    place({ username: 'maria.lindqvist@norrsken.example' });
    await lookUp('maria.lindqvist@norrsken.example');
    for (const typed of [
      'maria.lindquist@norrsken.example',
      'maria.lindqvist@norsken.example',
      'marialindqvist@norrsken.example',
    ]) {
      expect(await lookUp(typed)).toMatchObject({
        imports: [],
        similarUsernames: ['maria.lindqvist@norrsken.example'],
      });
    }
    expect((await lookUp('another-customer@elsewhere.example')).similarUsernames).toEqual([]);
  });

  it('handles long and empty lists', async () => {
    const username = newCustomer();
    for (let n = 0; n < 600; n += 1) place({ username });
    expect((await lookUp(username)).imports).toHaveLength(600);
    expect((await lookUp(newCustomer())).imports).toEqual([]);
  });

  it('stores sandbox examples without a customer and separate from live', async () => {
    const { imports } = await lookUp(newCustomer(), 'sandbox');
    expect(imports.length).toBeGreaterThan(0);
    for (const row of imports) {
      expect(row).toMatchObject({ environment: 'sandbox', username: null });
      expect(await getImport(database.db, 'live', row.id)).toBeUndefined();
    }
  });
});

describe('readImport', () => {
  it('reads an unknown import from the service, with warnings, records and users', async () => {
    const id = place({ status: 'Sample migration completed', warnings: 3 });
    const detail = await read(id, false);
    expect(detail.row).toMatchObject({
      id,
      seenBy: 'lookup',
      status: { known: 'Sample migration completed', family: 'turn' },
    });
    expect(detail.warnings).toHaveLength(3);
    expect(detail.row.warnings).toBe(3);
    expect(detail.timeline.map((entry) => entry.title)).toEqual(['Sample migration completed']);
    expect(detail.problem).toBeNull();
  });

  it('reads a stored import with two statements, whose plans the database keeps', async () => {
    const id = place({ status: 'Sample migration completed', warnings: 3 });
    await read(id, true);
    const statements = await createStatementRecorder(database)(() => read(id, false));
    expect(statements.map((text) => [text.slice(0, 60), mayKeepPlan(text)])).toEqual([
      [expect.stringContaining('select'), true],
      [expect.stringContaining('select'), true],
    ]);
  });

  it('returns stored data, and calls the service only when a fresh read is requested', async () => {
    const id = place({ status: 'Waiting to start sample migration' });
    await read(id, true);
    simulator.advance(id, 'Sample migration in progress');
    expect((await read(id, false)).row.status?.text).toBe('Waiting to start sample migration');
    const { row, timeline } = await read(id, true);
    expect(row.status?.text).toBe('Sample migration in progress');
    expect(timeline[0]).toMatchObject({
      kind: 'status',
      when: { certainty: 'between' },
      source: 'lookup',
      by: 'Priya Raman',
    });
  });

  it('marks an import as gone on a 404, keeps its history, and notices when it is back', async () => {
    const username = newCustomer();
    const id = place({ username, status: 'Collecting credentials' });
    await lookUp(username);
    simulator.remove(id, 'archived');
    const gone = await read(id, true);
    expect(gone).toMatchObject({ problem: null, row: { gone: true, status: { text: 'Collecting credentials' } } });
    expect(gone.timeline.map((entry) => entry.kind)).toEqual(['gone', 'status']);
    expect(gone.nextStep.reply).toContain('no longer available');
    // Absence from a list proves nothing; presence does.
    expect((await lookUp(username)).imports).toEqual([]);
  });

  it('returns not_found when neither the database nor the service has the import', async () => {
    await expect(read('no-such-import', false)).rejects.toMatchObject({ code: 'not_found' });
    await expect(read('\u0000', true)).rejects.toMatchObject({ code: 'not_found' });
    await expect(read('x'.repeat(900), true)).rejects.toMatchObject({ code: 'not_found' });
    expect(await getImport(database.db, 'live', 'no-such-import')).toBeUndefined();
  });

  it('returns stored data with a problem when the service is down', async () => {
    const id = place({ status: 'Migration in progress' });
    await read(id, true);
    failEveryCall();
    const detail = await read(id, true);
    expect(detail.row.status?.text).toBe('Migration in progress');
    expect(detail.problem).toMatchObject({ detail: 'Stored data is shown.' });
    await expect(read('418207418207', false)).rejects.toMatchObject({ name: 'ServiceError' });
  });

  it('does not store a response about another import', async () => {
    const { imports } = await lookUp(newCustomer(), 'sandbox');
    const example = imports[0]?.id ?? '';
    await expect(read(`not-${example}`, true, 'sandbox')).rejects.toMatchObject({ code: 'not_found' });
    expect(await getImport(database.db, 'sandbox', `not-${example}`)).toBeUndefined();
  });

  it('stores the raw response encrypted and shows it with secrets masked', async () => {
    const id = place({ status: 'Sample migration completed', warnings: 1 });
    await read(id, true);
    const { answers, whyNone } = await readRaw(id);
    expect(whyNone).toBeNull();
    expect(answers[0]?.text).toContain('Sample migration completed');
    expect(answers[0]?.text).not.toContain(String(simulator.getImport(id)['token']));
  });

  it('says why there is no raw response', async () => {
    const dayMs = 86_400_000;
    const seen = (importId: string, source: 'webhook' | 'demo' | 'lookup', ageDays: number, gone = false) =>
      observe(deps.observer, {
        ...{ environment: 'live', importId, source, gone },
        status: gone ? null : 'In preparation',
        seenAt: new Date(Date.now() - ageDays * dayMs),
      });
    await seen('raw-webhook', 'webhook', 1);
    await seen('raw-webhook', 'lookup', 0, true);
    await seen('raw-demo', 'demo', 1);
    await seen('raw-old', 'lookup', 181);
    await seen('raw-recent', 'lookup', 179);
    const id = place({ status: 'In preparation' });
    await read(id, true);
    const otherKey = { ...deps, cipher: createCipher([generateKey()]) };
    const reasons = [
      ...['raw-webhook', 'raw-demo', 'raw-old', 'raw-recent'].map((one) => readRaw(one)),
      readRaw(id, otherKey),
    ];
    expect((await Promise.all(reasons)).map(({ whyNone }) => whyNone)).toEqual([
      { reason: 'not_read', days: null },
      { reason: 'demo', days: null },
      { reason: 'expired', days: 180 },
      { reason: 'not_kept', days: null },
      { reason: 'unreadable', days: null },
    ]);
  });
});
