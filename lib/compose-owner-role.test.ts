import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startSimulator, type RunningSimulator } from '../simulator/start-simulator';
import { signInWithPassword } from './auth/sign-in-with-password';
import { compose, type Landfall } from './compose';
import { generateKey } from './core/cipher';
import type { Log } from './core/log';
import { silentLog } from './core/log';
import { parseSettings } from './core/settings';
import { eventually } from './core/testing/eventually';
import { createImport } from './imports/creation/create-import';
import { lookUpUsername } from './imports/lookup/look-up-username';
import { decideSponsorship } from './sponsorship/decide-sponsorship';
import { addStaff, staffCaller } from './sponsorship/testing/staff-caller';
import { createStartLink } from './start/create-start-link';
import { maintain } from './store/database/maintain';
import { getImport } from './store/imports/imports';
import { getDecision } from './store/sponsorship/decisions';
import { observations } from './store/schema/imports';
import { createTestRoles, type TestRoles } from './store/testing/create-test-roles';
import { receiveWebhook } from './webhooks/receive-webhook';
import { signAuto } from './webhooks/sign-message';

const secret = 'the secret of the service';
const caller = staffCaller('Ines', 'admin');
let simulator: RunningSimulator;
let roles: TestRoles;
let landfall: Landfall;
const warnings: unknown[] = [];
beforeAll(async () => {
  [simulator, roles] = await Promise.all([startSimulator({ port: 0, rate: 1000 }), createTestRoles()]);
  const settings = parseSettings({
    DATABASE_URL: roles.appUrl,
    DATABASE_OWNER_URL: roles.ownerUrl,
    NEXTAUTH_SECRET: generateKey(),
    LANDFALL_KEY: generateKey(),
    SERVICE_URL: simulator.url,
    SERVICE_TOKEN: simulator.token,
    WEBHOOK_SECRET: secret,
    DECISION_HOLD_S: '0',
  });
  const record = (fields: object) => void warnings.push(fields);
  const log: Log = { ...silentLog, warn: record, error: record };
  landfall = await compose(settings, { log });
  await landfall.run();
});
afterAll(async () => {
  await landfall.close();
  await simulator.close();
});

it('does all its work with the restricted role: sign-in, creation, polls, webhooks, decisions, maintenance', async () => {
  const { database, commands } = landfall;
  const { signal } = new AbortController();
  const call = (command: string, args: object) => commands[command]?.(args, signal);
  const [email, password] = ['ada@company.example', 'a long enough password'];
  await call('staff.add', { email, name: 'Ada', role: 'admin', way: 'local', password });
  expect(await signInWithPassword(landfall.auth, { email, password, caller })).toMatchObject({ ok: true });
  await addStaff(database.db, caller);

  await createStartLink(landfall.start, { caller, body: { username: 'acme', oneUse: false, expiresInS: 3600 } });
  const { attempt } = await createImport(landfall.creation, {
    caller,
    environment: 'live',
    attempt: randomUUID(),
    fields: { source_tool: 'Zendesk', destination_username: 'acme' },
  });
  const importId = attempt.importId ?? '';
  const found = await lookUpUsername(landfall.imports, { caller, environment: 'live', username: 'acme' });
  expect(found.imports.map(({ id }) => id)).toContain(importId);

  const timestamp = Math.floor(Date.now() / 1000);
  const message = signAuto(JSON.stringify({ import_id: 'reported', status: 'In preparation', timestamp }), secret);
  await receiveWebhook(landfall.webhooks, { ...message, address: '' });
  const reported = () => getImport(database.db, 'live', 'reported');
  await expect.poll(reported, eventually).toMatchObject({ statusText: 'In preparation' });

  const decision = await decideSponsorship(landfall.sponsorship, {
    caller,
    environment: 'live',
    importId,
    kind: 'accept',
    body: { decisionId: null, reason: 'test', note: '', overrideBudget: false },
  });
  const state = async () => (await getDecision(database.db, decision.id))?.state;
  await expect.poll(state, eventually).toMatch(/confirmed|refused/);

  const [stored] = await database.db.select({ id: observations.id }).from(observations).limit(1);
  expect(
    await database.transaction((tx) => maintain(tx, { action: 'drop_raw', args: { ids: [stored?.id ?? 0] } })),
  ).toBe(1);
  await call('imports.rebuild', {});
  expect(await landfall.databaseHealth.checkWrites()).toMatchObject({ ok: true });
  expect(await call('audit.verify', {})).toMatchObject({ ok: true });

  const jobs = async () => (await landfall.metrics.render()).text.match(/last_run\w+\{name="[^"]+",outcome="\w+"\}/g);
  await expect.poll(async () => (await jobs())?.length, eventually).toBeGreaterThanOrEqual(12);
  expect((await jobs())?.filter((line) => !line.includes('outcome="ok"'))).toEqual([]);
  expect(warnings).toEqual([]);
});
