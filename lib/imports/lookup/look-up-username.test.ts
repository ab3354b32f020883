import { afterAll, beforeAll, expect, it } from 'vitest';
import { startSimulator, type RunningSimulator } from '../../../simulator/start-simulator';
import type { KnownStatus } from '../../contract/status';
import { createLog } from '../../core/log';
import type { ServiceClient } from '../../service/service-client';
import { openClient } from '../../service/testing/open-client';
import type { Database } from '../../store/database/database';
import { getImports } from '../../store/imports/imports';
import { listPoints } from '../../store/imports/observations';
import { createStatementRecorder } from '../../store/testing/record-statements';
import { openTestDatabase } from '../../store/testing/open-test-database';
import type { ImportRow } from '../../contract/imports';
import { toImportRow } from '../list/to-import-row';
import { openImports, priya } from '../testing/open-imports';
import { drainLookups, lookUpUsername } from './look-up-username';

let simulator: RunningSimulator;
let client: ServiceClient;
let database: Database;

beforeAll(async () => {
  simulator = await startSimulator({ port: 0, rate: 1_000_000 });
  client = openClient({ url: simulator.url, sandboxUrl: simulator.sandboxUrl, token: simulator.token });
  database = await openTestDatabase();
});
afterAll(async () => {
  await client.close();
  await simulator.close();
  await database.close();
});

/** Counts transactions. `begin` can delay a transaction or let it fail. */
function open() {
  const seen = { transactions: 0, begin: async () => {}, logged: '' };
  const watched: Database = {
    ...database,
    transaction: async (work) => {
      seen.transactions += 1;
      await seen.begin();
      return database.transaction(work);
    },
  };
  const log = createLog({ level: 'error', secrets: [], write: (line) => void (seen.logged += line) });
  const deps = { ...openImports(watched, client), log };
  const lookUp = (username: string) => lookUpUsername(deps, { caller: priya, environment: 'live', username });
  return { deps, seen, lookUp };
}

let customers = 0;
function placeTwo() {
  const username = `lookup${++customers}@brightwater.example`;
  const place = (status: KnownStatus) => String(simulator.placeImport({ username, status })['id']);
  return { username, ids: [place('Migration in progress'), place('Sample migration completed')] };
}

async function readRows({ deps }: ReturnType<typeof open>, ids: readonly string[]) {
  const thresholds = await deps.stuck.read('live');
  const records = await getImports(database.db, 'live', ids);
  return new Map(records.map((record) => [record.id, toImportRow(record, thresholds, deps.clock.now())]));
}

it('answers with two queries before it records that nothing has changed, with the rows that are stored then', async () => {
  const landfall = open();
  const { deps, seen, lookUp } = landfall;
  const { username, ids } = placeTwo();
  await lookUp(username);
  expect(deps.recording.size).toBe(0);
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  seen.begin = () => held;

  let imports: ImportRow[] = [];
  const statements = await createStatementRecorder(database)(async () => ({ imports } = await lookUp(username)));
  // Whether the customer was erased, and the rows. The slot of the request budget is another one.
  expect(statements).toHaveLength(2);
  expect(imports).toHaveLength(2);
  expect(deps.recording.size).toBe(1);
  expect((await readRows(landfall, ids)).get(ids[0] ?? '')?.seenAt).not.toBe(imports[0]?.seenAt);

  release();
  await drainLookups(deps);
  const rows = await readRows(landfall, ids);
  expect(imports).toEqual(imports.map(({ id }) => rows.get(id)));
  const points = await listPoints(database.db, 'live', ids);
  expect(points.filter(({ isConfirmation }) => isConfirmation)).toHaveLength(2);
  expect(deps.recording.size).toBe(0);
});

it('records a new import and a changed status before it answers', async () => {
  const landfall = open();
  const { deps, seen, lookUp } = landfall;
  const { username, ids } = placeTwo();
  const check = async () => {
    seen.transactions = 0;
    const { imports } = await lookUp(username);
    expect({ recording: deps.recording.size, transactions: seen.transactions }).toEqual({
      recording: 0,
      transactions: 1,
    });
    const rows = await readRows(landfall, ids);
    expect(imports).toEqual(imports.map(({ id }) => rows.get(id)));
  };
  await check();
  simulator.advance(ids[0] ?? '', 'Migration completed');
  await check();
  ids.push(String(simulator.placeImport({ username, status: 'Collecting credentials' })['id']));
  await check();
});

it('records before it answers again while many lookups wait to be recorded', async () => {
  const { deps, seen, lookUp } = open();
  const { username } = placeTwo();
  await lookUp(username);
  for (let n = 0; n < 20; n += 1) deps.recording.add(Promise.resolve());
  seen.transactions = 0;
  const { imports } = await lookUp(username);
  expect(deps.recording.size).toBe(20);
  expect(seen.transactions).toBe(1);
  expect(imports).toHaveLength(2);
});

it('logs a lookup that could not be recorded after its answer', async () => {
  const { deps, seen, lookUp } = open();
  const { username } = placeTwo();
  await lookUp(username);
  seen.begin = () => Promise.reject(new Error('the connection was lost'));
  expect((await lookUp(username)).imports).toHaveLength(2);
  await drainLookups(deps);
  expect(seen.logged).toContain('could not be recorded');
});
