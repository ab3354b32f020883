import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, inject, it } from 'vitest';
import { startSimulator, type RunningSimulator } from '../simulator/start-simulator';
import { compose, type Landfall } from './compose';
import { systemCaller } from './contract/caller';
import { defaultPolicy } from './contract/policy';
import { LandfallError } from './core/errors';
import { startOtlpReceiver } from './core/testing/start-otlp-receiver';
import { createManualClock } from './core/testing/manual-clock';
import { silentLog } from './core/log';
import { parseSettings } from './core/settings';
import { eventually } from './core/testing/eventually';
import { callRunningApp } from './store/data-folder/command-socket';
import { getDecision, insertDecision, listDecisions, type NewDecision } from './store/sponsorship/decisions';
import { resumeBulkRuns, readBulk, startBulk } from './sponsorship/bulk-decisions';
import { sendDecision } from './sponsorship/send-decision';
import { placeImport } from './sponsorship/testing/open-sponsorship';
import { addStaff, staffCaller, staffId } from './sponsorship/testing/staff-caller';
import { insertPendingPolicy } from './store/sponsorship/pending-policies';
import { insertPolicy, readCurrentPolicy } from './store/sponsorship/policies';
import { listDeliveryCounters } from './store/events/deliveries';
import { getImport } from './store/imports/imports';
import type { Db } from './store/database/database';
import { openDatabase } from './store/database/open-database';
import { createTestPostgresUrl, readTestTemplate } from './store/testing/open-test-database';
import { recordChange } from './store/events/changes';
import { pollNow } from './store/service-calls/poll-schedule';
import { storeDelivery } from './webhooks/receive-webhook';
import { signAuto } from './webhooks/sign-message';

const atFullSize = it.runIf(inject('fullSize'));

const secret = 'the secret of the service';
const sharedSecrets = { NEXTAUTH_SECRET: 'x'.repeat(32), LANDFALL_KEY: Buffer.alloc(32).toString('base64') };
let folder: string;
let simulator: RunningSimulator;
let environment: Record<string, string>;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'landfall-compose-'));
  simulator = await startSimulator({ port: 0, rate: 1000 });
  environment = {
    LANDFALL_DATA: folder,
    SERVICE_URL: simulator.url,
    SERVICE_TOKEN: simulator.token,
    WEBHOOK_SECRET: secret,
    AUDIT_HEADS: path.join(folder, 'heads.jsonl'),
  };
});
afterEach(async () => {
  await simulator.close();
  await rm(folder, { recursive: true, force: true });
});

it('expires leases, catches up on webhooks and shuts down while the service and the collector are silent', async () => {
  const collector = await startOtlpReceiver(() => new Promise(() => undefined));
  const clock = createManualClock(new Date());
  // The embedded database takes five times as long.
  const url = inject('fullSize') ? undefined : await createTestPostgresUrl();
  const settings = parseSettings({
    ...environment,
    ...(url && { DATABASE_URL: url, ...sharedSecrets }),
    ...{ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_EXPORTER_OTLP_TIMEOUT: '300000' },
  });
  const landfall = await compose(settings, { clock, log: silentLog });
  simulator.setFaults([{ match: { path: '/imports/silent/payment/*' }, effect: { kind: 'hang' } }]);
  await addStaff(landfall.database.db, staffCaller('Ines'));
  const silent = await addDecision(landfall, 'silent', { state: 'approved', notBefore: new Date(0) });
  await addDuePolicy(landfall);
  await landfall.run();
  // Small steps, because of the rate limit. The total stays below the 30 s deadline of the hanging call.
  const hanging = async () => {
    await clock.advance(2);
    return simulator.log().filter((call) => call.fault === 'hang');
  };
  await expect.poll(hanging, eventually).toHaveLength(1);
  const jobsSeen = async () => (await landfall.metrics.render()).text;
  for (const job of ['expire leases', 'webhook deliveries', 'audit heads']) {
    await expect.poll(jobsSeen, eventually).toContain(`{name="${job}",outcome="ok"}`);
  }

  const lost = await addDecision(landfall, 'lost', { state: 'sending', claims: 1, leaseUntil: new Date(0) });
  const due = await addDecision(landfall, 'due', { state: 'approved', notBefore: new Date(0) });
  await commitWebhook(landfall, 'reported', 'In preparation');
  let seconds = 0;
  const reached = async () => {
    await clock.advance(seconds++ < 16 ? 1000 : 2);
    return {
      lost: (await getDecision(landfall.database.db, lost))?.state,
      // The simulator has no such import and answers 404.
      due: (await getDecision(landfall.database.db, due))?.answerStatus,
      reported: (await getImport(landfall.database.db, 'live', 'reported'))?.statusText,
      policy: (await readCurrentPolicy(landfall.database.db)).by,
    };
  };
  await expect.poll(reached, eventually).toEqual({
    lost: 'unknown',
    due: 404,
    reported: 'In preparation',
    policy: 'Ada, took effect after 24 hours',
  });

  const closed = landfall.close();
  await clock.advance(2000);
  await closed;
  // The database was closed cleanly, and the unanswered decision is still in state sending.
  const database = await openDatabase(url ? { url } : { folder });
  expect(await getDecision(database.db, silent)).toMatchObject({ state: 'sending', sends: 1, answeredAt: null });
  await database.close();
  await collector.close();
});

it('polls an import soon after a change has made that urgent', async () => {
  const url = await createTestPostgresUrl();
  const clock = createManualClock(new Date());
  const settings = parseSettings({ ...environment, ...sharedSecrets, DATABASE_URL: url });
  const landfall = await compose(settings, { clock, log: silentLog });
  const importId = await placeImport(simulator, landfall.sponsorship.observer);
  const reads = () => simulator.log().filter((call) => call.path.endsWith(importId)).length;
  /** Without being woken, the poller sleeps for ten seconds. */
  const readWithin = (ms: number) => {
    let leftMs = ms;
    return async () => {
      if (leftMs > 0) await clock.advance(10);
      leftMs -= 10;
      return reads();
    };
  };
  const makeUrgent = (change: (tx: Db) => Promise<unknown> = async () => undefined) =>
    landfall.database.transaction(async (tx) => {
      await pollNow(tx, importId);
      await change(tx);
    });
  await makeUrgent();
  await landfall.run();
  for (const wake of [
    () => undefined,
    () => makeUrgent().then(landfall.wakePoller),
    () => makeUrgent((tx) => recordChange(tx, { kind: 'import', environment: 'live', subject: importId })),
  ]) {
    const before = reads();
    await wake();
    await expect.poll(readWithin(1500), eventually).toBe(before + 1);
    const passed = readWithin(2000);
    for (let i = 0; i < 200; i++) {
      await passed();
      await new Promise((resolve) => setTimeout(resolve, 3));
    }
  }
  const closed = landfall.close();
  await clock.advance(2000);
  await closed;
});

it('before it closes, ends the current item of a bulk run, which another instance goes on with, and stores what it counted', async () => {
  const url = await createTestPostgresUrl();
  const settings = parseSettings({ ...environment, ...sharedSecrets, DATABASE_URL: url, DECISION_HOLD_S: '0' });
  const stopping = await compose(settings, { log: silentLog });
  const ines = staffCaller('Ines');
  await addStaff(stopping.database.db, ines);
  const place = () => placeImport(simulator, stopping.sponsorship.observer);
  const importIds = [await place(), await place(), await place()];
  const body = { id: randomUUID(), kind: 'accept' as const, importIds, reason: '', note: '' };
  stopping.webhooks.admission.countRefused('too_large', 3);
  let claimed = 0;
  await new Promise<void>((resolve, reject) => {
    const checkpoint = (at: string) => {
      if (at === 'claimed' && ++claimed === 2) resolve(stopping.close());
    };
    const deps = { ...stopping.sponsorship, checkpoint };
    startBulk(deps, { caller: ines, environment: 'live', body }).catch(reject);
  });

  const { sponsorship, ...next } = await compose(settings, { log: silentLog });
  expect(await listDeliveryCounters(next.database.db)).toMatchObject([{ verdict: 'too_large', count: 3 }]);
  const states = async () => (await readBulk(sponsorship, body.id)).items.map(({ state }) => state);
  // The second was not sent yet, and is returned to the job that sends due decisions.
  expect(await states()).toEqual(['confirmed', 'held', 'waiting']);
  await resumeBulkRuns(sponsorship);
  for (const { id } of await listDecisions(next.database.db, 'live', importIds[1] ?? '')) {
    await sendDecision(sponsorship, id, systemCaller);
  }
  expect(await states()).toEqual(['confirmed', 'confirmed', 'confirmed']);
  const sent = simulator.log().filter(({ path: sentTo }) => sentTo.includes('/payment/'));
  expect(sent.map(({ path: sentTo }) => sentTo.split('/').at(-3)).toSorted()).toEqual(importIds.toSorted());
  await next.close();
});

atFullSize('gives the same result for every command with and without the socket', async () => {
  // Stored where opening a new folder looks for it.
  await readTestTemplate();
  const settings = parseSettings(environment);
  const landfall = await compose(settings, { clock: createManualClock(new Date()), log: silentLog });
  await landfall.run();
  const { signal } = new AbortController();
  const here: Call = async (command, args) => landfall.commands[command]?.(args, signal);
  const overSocket: Call = async (command, args) => (await callRunningApp(folder, command, args))?.result;
  const changed = {
    here: await outcomes(here, changesOf('here@company.example')),
    overSocket: await outcomes(overSocket, changesOf('over@company.example')),
  };
  expect(changed.overSocket).toEqual(changed.here);
  expect(changed.here.map(({ error }) => error).filter((error) => error !== undefined)).toEqual([
    'This e-mail address already exists.',
    'This account is not linked to a company account.',
    'No account has this e-mail address.',
  ]);
  expect(await outcomes(overSocket, reads)).toEqual(await outcomes(here, reads));
  const tried = new Set([...changesOf(''), ...reads].map(([command]) => command));
  expect([...tried].sort()).toEqual(Object.keys(landfall.commands).sort());

  await landfall.close();
  expect(await callRunningApp(folder, 'staff.list', {})).toBeUndefined();
});

type Call = (command: string, args: unknown) => Promise<unknown>;

const changesOf = (email: string): [string, object][] => [
  ['staff.add', { email, name: '', role: 'viewer', way: 'local', password: 'a long enough password' }],
  ['staff.add', { email, name: '', role: 'viewer', way: 'local' }],
  ['staff.role', { email, role: 'agent' }],
  ['staff.disable', { email }],
  ['staff.enable', { email }],
  ['staff.sign-out', { email }],
  ['staff.unlink', { email }],
  ['staff.reset', { email, password: 'another long password' }],
  ['staff.disable', { email: 'stranger@company.example' }],
];
const reads: [string, object][] = [
  ['staff.list', {}],
  ['audit.verify', {}],
  ['audit.verify', { head: 'not a hash' }],
  ['audit.head', {}],
  [
    'audit.check_heads',
    { heads: [{ at: '2026-11-12T09:00:00.000Z', seq: 9999, hash: 'a', mac: 'b', keyId: 'c', origin: 'd' }] },
  ],
  ['audit.page', { after: 0 }],
  ['imports.rebuild', {}],
  ['mail.bounce', { message: 'Subject: not a report\n\nHello' }],
  ['keys.status', {}],
  ['keys.rotate', { step: 'raw_responses', after: null }],
  ['keys.finish', { changedKeys: [] }],
  ['backup.copy', {}],
  ['backup.taken', {}],
  ['restore.returned', { receipts: [] }],
  ['restore.release', {}],
  ['support.facts', {}],
];

/** Only the keys of results that differ between the two callers. */
async function outcomes(call: Call, calls: readonly [string, object][]) {
  const results: { value?: unknown; error?: string }[] = [];
  for (const [command, args] of calls) {
    try {
      const value = await call(command, args);
      const differs = ['staff.add', 'staff.reset', 'backup.copy', 'support.facts'].includes(command);
      results.push({ value: differs ? Object.keys(Object(value)) : (value ?? null) });
    } catch (error) {
      results.push({ error: error instanceof LandfallError ? error.userMessage : String(error) });
    }
  }
  return results;
}

async function addDecision(
  { database, clock }: Landfall,
  importId: string,
  row: Pick<NewDecision, 'state' | 'notBefore' | 'leaseUntil' | 'claims'>,
): Promise<string> {
  const id = randomUUID();
  const at = clock.now();
  const approver = { approvedById: staffId('Ines'), approvedBy: 'Ines', approvedAt: at };
  const person = { proposedBy: 'Ines', proposedAt: at, ...approver };
  await database.transaction((tx) =>
    insertDecision(
      tx,
      { id, environment: 'live', importId, kind: 'accept', policyVersion: 0, createdAt: at, ...person, ...row },
      { by: 'Ines', explanation: 'Approved' },
    ),
  );
  return id;
}

/** A weaker policy whose 24 hours have passed. */
async function addDuePolicy({ database: { db } }: Landfall): Promise<void> {
  await addStaff(db, staffCaller('Ada', 'admin'));
  await insertPolicy(db, 1, { ...defaultPolicy, reasonRequired: true }, 'Ada', new Date(0));
  await insertPendingPolicy(db, {
    id: randomUUID(),
    policy: defaultPolicy,
    basedOn: 1,
    proposedById: staffId('Ada'),
    proposedBy: 'Ada',
    proposedAt: new Date(0),
    effectiveAt: new Date(1),
  });
}

/** Stores a webhook as if the instance stopped before applying it. */
async function commitWebhook(landfall: Landfall, importId: string, status: string): Promise<void> {
  const timestamp = Math.floor(landfall.clock.now().getTime() / 1000);
  const message = signAuto(JSON.stringify({ import_id: importId, status, timestamp }), secret);
  expect((await storeDelivery(landfall.webhooks, { ...message, address: '' })).verdict).toBe('verified');
}
