import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { asc, eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startSimulator, type RunningSimulator } from '../simulator/start-simulator';
import { compose, type Landfall } from './compose';
import { silentLog } from './core/log';
import { parseSettings } from './core/settings';
import { eventually } from './core/testing/eventually';
import { readImport } from './import-detail/read-import';
import { createImport } from './imports/creation/create-import';
import { decideSponsorship } from './sponsorship/decide-sponsorship';
import { requestFullMigration } from './sponsorship/request-full-migration';
import { addStaff, staffCaller } from './sponsorship/testing/staff-caller';
import { customerCaller } from './start/testing/open-start';
import { outboxEvents, outboxMessages } from './store/schema/outbox';
import { createTestPostgresUrl } from './store/testing/open-test-database';

let folder: string;
let simulator: RunningSimulator;
let instances: Landfall[];
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'landfall-messages-'));
  // So slow that only the test moves its imports.
  simulator = await startSimulator({ port: 0, rate: 1000, speed: 1e-9 });
  const settings = parseSettings({
    LANDFALL_DATA: folder,
    DATABASE_URL: await createTestPostgresUrl(),
    NEXTAUTH_SECRET: 'x'.repeat(32),
    LANDFALL_KEY: Buffer.alloc(32).toString('base64'),
    SERVICE_URL: simulator.url,
    SERVICE_TOKEN: simulator.token,
    WEBHOOK_SECRET: 'the secret of the service',
    DECISION_HOLD_S: '0',
    // Nothing listens there: messages are written without a mail server.
    SMTP_URL: 'smtp://127.0.0.1:9',
    MAIL_FROM: 'moves@northdesk.example',
  });
  instances = [await compose(settings, { log: silentLog }), await compose(settings, { log: silentLog })];
});
afterEach(async () => {
  await Promise.all(instances.map((instance) => instance.close()));
  await simulator.close();
  await rm(folder, { recursive: true, force: true });
});

it('writes to a customer once about each step, with two instances', { timeout: 180_000 }, async () => {
  const [one, two] = instances;
  if (!one || !two) throw new Error('two instances expected');
  await Promise.all(instances.map((instance) => instance.run()));
  const approver = staffCaller('Ada');
  await addStaff(one.database.db, approver);
  const { attempt } = await createImport(one.creation, {
    caller: customerCaller(),
    environment: 'live',
    attempt: randomUUID(),
    fields: { source_tool: 'Zendesk', destination_username: 'ops@acme.example' },
    language: 'de',
  });
  const id = attempt.importId ?? '';
  const written = () =>
    one.database.db
      .select()
      .from(outboxMessages)
      .where(eq(outboxMessages.importId, id))
      .orderBy(asc(outboxMessages.createdAt));
  const last = async () => (await written()).findLast(({ key }) => !key.endsWith(':ready'))?.event;
  const reaches = (event: string) => expect.poll(last, eventually).toBe(event);
  /** Both instances learn of it, as from a poll and a webhook at the same time. */
  const advance = async (status: Parameters<RunningSimulator['advance']>[1]) => {
    simulator.advance(id, status);
    const input = { caller: approver, environment: 'live', id, fresh: true } as const;
    await Promise.all([readImport(one.imports, input), readImport(two.imports, input)]);
  };
  await reaches('started');
  await advance('Waiting to start sample migration');
  await reaches('action_needed');
  await advance('Sample migration in progress');
  await advance('Sample migration completed');
  await reaches('sample_ready');
  const request = { environment: 'live', importId: id, source: 'customer', verified: true, message: '' } as const;
  await requestFullMigration(two.sponsorship, { ...request, caller: customerCaller() });
  await reaches('request_received');
  const body = { reason: 'A good customer', note: 'Welcome!', overrideBudget: false };
  await decideSponsorship(one.sponsorship, {
    caller: approver,
    environment: 'live',
    importId: id,
    kind: 'accept',
    body,
  });
  await reaches('accepted');
  await advance('Migration in progress');
  await reaches('full_started');
  await advance('Migration completed');
  await reaches('completed');
  await expect.poll(() => one.database.db.$count(outboxEvents), eventually).toBe(0);

  const rows = (await written()).filter(({ key }) => !key.endsWith(':ready'));
  expect(rows.map(({ event }) => event)).toEqual([
    ...['started', 'action_needed', 'sample_ready', 'request_received', 'accepted', 'full_started', 'completed'],
  ]);
  // A message that came while a more important one was waiting is included in it, and has no text of its own.
  const sent = rows.filter(({ reason }) => reason !== 'Included in another message.');
  expect(new Set(sent.map(({ recipient, language }) => `${recipient} ${language}`))).toEqual(
    new Set(['ops@acme.example de']),
  );
});
