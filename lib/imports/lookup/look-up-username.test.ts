import { afterAll, beforeAll, expect, it } from 'vitest';
import { startSimulator, type RunningSimulator } from '../../../simulator/start-simulator';
import type { KnownStatus } from '../../contract/status';
import { createLog } from '../../core/log';
import { createManualClock } from '../../core/testing/manual-clock';
import type { ServiceClient } from '../../service/service-client';
import { openClient } from '../../service/testing/open-client';
import type { Database } from '../../store/database/database';
import { mayKeepPlan } from '../../store/database/may-keep-plan';
import { getImports } from '../../store/imports/imports';
import { listPoints } from '../../store/imports/observations';
import { createStatementRecorder } from '../../store/testing/record-statements';
import { openTestDatabase } from '../../store/testing/open-test-database';
import type { ImportRow } from '../../contract/imports';
import { toImportRow } from '../list/to-import-row';
import { openImports, priya } from '../testing/open-imports';
import { createLookupRecorder } from './create-lookup-recorder';
import { lookUpUsername } from './look-up-username';

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
  const opened = openImports(watched, client);
  const clock = createManualClock();
  const recorder = createLookupRecorder({ ...opened, clock, log });
  const deps = { ...opened, recorder };
  const lookUp = (username: string) => lookUpUsername(deps, { caller: priya, environment: 'live', username });
  return { deps, seen, lookUp, clock, recorder };
}

async function countConfirmations(ids: readonly string[]): Promise<number> {
  const points = await listPoints(database.db, 'live', ids);
  return points.filter(({ isConfirmation }) => isConfirmation).length;
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
  const { recorder, seen, lookUp } = landfall;
  const { username, ids } = placeTwo();
  await lookUp(username);
  seen.transactions = 0;

  let imports: ImportRow[] = [];
  const statements = await createStatementRecorder(database)(async () => ({ imports } = await lookUp(username)));
  // Whether the customer was erased, and the rows. The slot of the request budget is another one.
  expect(statements.map(mayKeepPlan)).toEqual([true, true]);
  expect(imports).toHaveLength(2);
  expect(seen.transactions).toBe(0);
  expect((await readRows(landfall, ids)).get(ids[0] ?? '')?.seenAt).not.toBe(imports[0]?.seenAt);

  await recorder.drain();
  const rows = await readRows(landfall, ids);
  expect(imports).toEqual(imports.map(({ id }) => rows.get(id)));
  expect(await countConfirmations(ids)).toBe(2);
});

it('records lookups that changed nothing together, a quarter of a second after the first', async () => {
  const { clock, recorder, seen, lookUp } = open();
  const customers = [placeTwo(), placeTwo(), placeTwo()];
  for (const { username } of customers) await lookUp(username);
  seen.transactions = 0;
  for (const { username } of customers) await lookUp(username);
  await clock.advance(249);
  expect(seen.transactions).toBe(0);
  await clock.advance(1);
  await recorder.drain();
  expect(seen.transactions).toBe(1);
  expect(await countConfirmations(customers.flatMap(({ ids }) => ids))).toBe(6);
});

it('records a new import and a changed status before it answers', async () => {
  const landfall = open();
  const { seen, lookUp } = landfall;
  const { username, ids } = placeTwo();
  const check = async () => {
    seen.transactions = 0;
    const { imports } = await lookUp(username);
    expect(seen.transactions).toBe(1);
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
  const { recorder, seen, lookUp } = open();
  const { username } = placeTwo();
  await lookUp(username);
  seen.transactions = 0;
  const [at, raw] = [new Date(), ' '.repeat(8_000_000)];
  const answer = { value: [], raw, status: 200, sentAt: at, receivedAt: at, missing: [] };
  expect(recorder.recordLater({ environment: 'live', username, source: 'lookup', answer })).toBe(true);
  expect((await lookUp(username)).imports).toHaveLength(2);
  expect(seen.transactions).toBe(1);
  await recorder.drain();
});

it('logs a lookup that could not be recorded after its answer', async () => {
  const { recorder, seen, lookUp } = open();
  const { username } = placeTwo();
  await lookUp(username);
  seen.begin = () => Promise.reject(new Error('the connection was lost'));
  expect((await lookUp(username)).imports).toHaveLength(2);
  await recorder.drain();
  expect(seen.logged).toContain('could not be recorded');
});
