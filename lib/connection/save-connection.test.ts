import { randomUUID } from 'node:crypto';
import { beforeEach, expect, it } from 'vitest';
import { startSimulator } from '../../simulator/start-simulator';
import { saveConnectionBodySchema, type SaveConnectionBody } from '../contract/connection';
import { createCipher, generateKey } from '../core/cipher';
import { LandfallError } from '../core/errors';
import type { Database } from '../store/database/database';
import { listAuditAfter } from '../store/events/audit';
import { moveAttempt, recordAttempt } from '../store/imports/creation-attempts';
import { decisions } from '../store/schema/sponsorship';
import { insertDecision, type NewDecision } from '../store/sponsorship/decisions';
import { markConnectionChecked, writeConnectionRow } from '../store/service-calls/connection-row';
import { forEachEngineAtFullSize } from '../store/testing/for-each-engine';
import { openTestDatabase } from '../store/testing/open-test-database';
import { readConnectionSetup } from './read-connection-setup';
import { saveConnection } from './save-connection';
import { emptyConnection, encryptConnection } from './stored-connection';
import { adminCaller, openConnection } from './testing/open-connection';

const token = 'canary-token-of-the-service';
const secret = 'canary secret of the webhooks';
const url = 'https://service.example/api/v2.1';
const cipher = createCipher([generateKey()]);

type Opened = Awaited<ReturnType<typeof openConnection>>;
const readForm = async (opened: Opened) => (await readConnectionSetup(opened)).form;
const save = (opened: Opened, body: SaveConnectionBody) =>
  saveConnection(opened, { caller: adminCaller, body: saveConnectionBodySchema.parse(body) });
const problemsOf = async (saving: Promise<void>) => {
  const error: unknown = await saving.catch((reason: unknown) => reason);
  if (!(error instanceof LandfallError)) throw error;
  return error.errors.length > 0 ? error.errors.map(({ field }) => field) : error.code;
};

/** Returns how to settle it. */
async function addDecision({ db }: Database, state: NewDecision['state']): Promise<() => Promise<void>> {
  const at = new Date();
  await insertDecision(
    db,
    {
      id: randomUUID(),
      environment: 'live',
      importId: 'an-import',
      kind: 'accept',
      state,
      proposedBy: 'Ines',
      proposedAt: at,
      policyVersion: 0,
      createdAt: at,
    },
    { by: 'Ines', explanation: 'Approved' },
  );
  return async () => void (await db.update(decisions).set({ state: 'confirmed' }));
}

forEachEngineAtFullSize((_engine, open) => {
  let database: Database;
  beforeEach(async () => void (database = await open()));

  it('uses what was saved at once, also on another instance, and never the old token again', async () => {
    const first = await startSimulator({ port: 0, rate: 1000, token: 'first-token' });
    const second = await startSimulator({ port: 0, rate: 1000, token: 'second-token' });
    const here = await openConnection(database);
    const there = await openConnection(database, {}, here.cipher);
    const listTools = ({ connection }: Opened) =>
      connection.client.listTools({ environment: 'live', lane: 'people', person: 'Ada' });
    await expect(listTools(here)).rejects.toMatchObject({ code: 'service_unreachable', workDone: 'no' });

    await save(here, { basedOn: 0, service: { url: first.url, token: 'first-token' } });
    expect((await listTools(here)).status).toBe(200);
    await there.connection.refresh();
    expect((await listTools(there)).status).toBe(200);

    await save(there, { basedOn: 1, service: { url: second.url, token: 'second-token' } });
    await here.connection.refresh();
    const before = first.log().length;
    expect((await listTools(here)).status).toBe(200);
    expect((await listTools(there)).status).toBe(200);
    expect(first.log()).toHaveLength(before);
    expect(here.connection.redirect.serviceUrl).toBe(second.url);
    expect([here.connection.urlOf('live'), here.connection.urlOf('sandbox')]).toEqual([second.url, second.sandboxUrl]);
    await Promise.all([here, there].map(({ connection }) => connection.client.close()));
    await Promise.all([first.close(), second.close()]);
  });

  it('stores no secret in plain text and shows none', async () => {
    const opened = await openConnection(database);
    await save(opened, { basedOn: 0, service: { url, token }, webhookSecret: secret });
    const form = await readForm(opened);
    expect(form).toMatchObject({ version: 1, url, hasToken: true, hasWebhookSecret: true, checkedAt: null });
    const audit = await listAuditAfter(database.db, 0, 100);
    expect(audit.map(({ action }) => action)).toEqual(['connection.changed']);
    for (const shown of [form, audit]) expect(JSON.stringify(shown)).not.toMatch(/canary/);
    const rows = await database.db.execute("select encode(value_encrypted, 'escape') as value from connection");
    expect(JSON.stringify(rows)).not.toMatch(/canary/);
    expect(opened.hidden).toContain(token);
    expect(opened.hidden).toContain(secret);
  });

  it('hides the secrets of a draft in the log, although the simulator is used', async () => {
    const opened = await openConnection(database, { LANDFALL_SIMULATOR: 'http://127.0.0.1:9' });
    await save(opened, { basedOn: 0, service: { url, token, password: 'canary-password' }, webhookSecret: secret });
    expect(opened.connection.current().source).toBe('simulator');
    expect(opened.hidden).toEqual(expect.arrayContaining([token, secret, 'canary-password']));
  });

  it('lets one of two admins save', async () => {
    const opened = await openConnection(database);
    const results = await Promise.allSettled(
      ['one', 'two'].map((name) => save(opened, { basedOn: 0, service: { url, token: `${name}-token` } })),
    );
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await problemsOf(save(opened, { basedOn: 0, webhookSecret: secret }))).toBe('conflict');
    await save(opened, { basedOn: 1, webhookSecret: secret });
    expect(await readForm(opened)).toMatchObject({ version: 2, url, hasToken: true });
  });

  it('asks for the token again when an address changes', async () => {
    const opened = await openConnection(database);
    expect(await problemsOf(save(opened, { basedOn: 0, service: { url } }))).toEqual(['token']);
    await save(opened, { basedOn: 0, service: { url, token } });
    await save(opened, { basedOn: 1, service: { url } });
    for (const service of [
      { url: 'https://attacker.example/api/v2.1' },
      { url, sandboxUrl: 'https://attacker.example/sandbox' },
    ])
      expect(await problemsOf(save(opened, { basedOn: 2, service }))).toEqual(['token']);
    expect(opened.connection.current().service).toMatchObject({ url, token });
  });

  it('accepts a replaced webhook secret for a day', async () => {
    const opened = await openConnection(database);
    const { webhook } = opened.connection;
    await save(opened, { basedOn: 0, webhookSecret: secret });
    await save(opened, { basedOn: 1, webhookSecret: 'the new secret of the webhooks' });
    expect(webhook.secrets).toEqual(['the new secret of the webhooks', secret]);
    await opened.clock.advance(24 * 3_600_000 + 1);
    expect(webhook.secrets).toEqual(['the new secret of the webhooks']);
  });

  it('starts without a connection if the key is lost, and lets an admin enter it again', async () => {
    await save(await openConnection(database), { basedOn: 0, service: { url, token } });
    const opened = await openConnection(database, {}, createCipher([generateKey()]));
    expect(opened.connection.current()).toMatchObject({ source: 'none', unreadable: true });
    expect(await readForm(opened)).toMatchObject({ unreadable: true, hasToken: false, version: 1 });
    await save(opened, { basedOn: 1, service: { url, token } });
    expect(opened.connection.current()).toMatchObject({ source: 'stored', unreadable: false });
  });

  it.each(['approved', 'sending', 'unknown'] as const)('keeps the address while a decision is %s', async (state) => {
    const opened = await openConnection(database);
    await save(opened, { basedOn: 0, service: { url, token } });
    const settle = await addDecision(database, state);
    for (const service of [
      { url: 'https://other.example/api/v2.1', token },
      { url, sandboxUrl: 'https://other.example/sandbox', token },
    ])
      expect(await problemsOf(save(opened, { basedOn: 1, service }))).toBe('conflict');
    await save(opened, { basedOn: 1, service: { url, token: 'a-new-token' } });
    await settle();
    await save(opened, { basedOn: 2, service: { url: 'https://other.example/api/v2.1', token } });
  });

  it.each(['recorded', 'sending', 'unknown'] as const)('keeps the address while a creation is %s', async (state) => {
    const opened = await openConnection(database);
    await save(opened, { basedOn: 0, service: { url, token } });
    const attempt = { id: randomUUID(), tool: 'Zendesk', by: 'Ines', createdAt: new Date() };
    await recordAttempt(database.db, { ...attempt, environment: 'live', state });
    const other = { service: { url: 'https://other.example/api/v2.1', token } };
    await expect(save(opened, { basedOn: 1, ...other })).rejects.toMatchObject({
      code: 'conflict',
      userMessage: expect.stringContaining('under New import'),
    });
    await save(opened, { basedOn: 1, service: { url, token: 'a-new-token' } });
    await moveAttempt(database.db, { id: attempt.id, from: [state], to: 'not_created' });
    await recordAttempt(database.db, { ...attempt, id: randomUUID(), environment: 'sandbox', state });
    await save(opened, { basedOn: 2, ...other });
  });

  it('asks for the whole connection if the saved one cannot be decrypted', async () => {
    const first = await openConnection(database);
    await save(first, { basedOn: 0, service: { url, token } });
    const lost = await openConnection(database, {}, createCipher([generateKey()]));
    for (const part of [{ webhookSecret: secret }, { dialect: null }, { redirectHosts: [] }])
      expect(await problemsOf(save(lost, { basedOn: 1, ...part }))).toEqual(['url']);
    const restored = await openConnection(database, {}, first.cipher);
    expect(restored.connection.current()).toMatchObject({ source: 'stored', service: { url, token } });
    // Its address cannot be entered here, so that the rest can be replaced.
    const configured = { SERVICE_URL: url, SERVICE_TOKEN: 'configured' };
    await save(await openConnection(database, configured), { basedOn: 1, webhookSecret: secret });
  });

  it('has to be checked again after a change of the service or the dialect', async () => {
    const opened = await openConnection(database);
    await save(opened, { basedOn: 0, service: { url, token } });
    const changes: [Omit<SaveConnectionBody, 'basedOn'>, boolean][] = [
      [{ service: { url } }, false],
      [{ dialect: '{}' }, false],
      [{ webhookSecret: secret }, true],
      [{ redirectHosts: ['login.example'] }, true],
    ];
    for (const [index, [change, stillChecked]] of changes.entries()) {
      await markConnectionChecked(database.db, index + 1, new Date());
      await save(opened, { basedOn: index + 1, ...change });
      expect((await readForm(opened)).checkedAt !== null, JSON.stringify(change)).toBe(stillChecked);
    }
  });

  it('keeps the password when the token is entered again, but not for another address', async () => {
    const opened = await openConnection(database);
    const passwordInUse = () => opened.connection.current().service?.password;
    await save(opened, { basedOn: 0, service: { url, token } });
    expect(passwordInUse()).toBe('X');
    await save(opened, { basedOn: 1, service: { url, token, password: 'a-password' } });
    await save(opened, { basedOn: 2, service: { url, token: 'a-new-token' } });
    expect(passwordInUse()).toBe('a-password');
    await save(opened, { basedOn: 3, service: { url: 'https://other.example/api/v2.1', token } });
    expect(passwordInUse()).toBe('X');
  });

  it('refuses what the environment sets', async () => {
    const opened = await openConnection(database, {
      SERVICE_URL: url,
      SERVICE_TOKEN: 'configured',
      WEBHOOK_SECRET: 'a configured webhook secret',
      SERVICE_REDIRECT_HOSTS: 'service.example',
    });
    const body = { basedOn: 0, service: { url, token }, webhookSecret: secret, redirectHosts: ['x.example'] };
    expect(await problemsOf(save(opened, body))).toEqual(['url', 'webhookSecret', 'redirectHosts']);
    expect((await readForm(opened)).sources).toEqual({
      service: 'environment',
      webhookSecret: 'environment',
      dialect: 'none',
      redirectHosts: 'environment',
    });
  });
});

it('goes on with the same client if only the webhook secret changes, or a draft beside the simulator', async () => {
  const database = await openTestDatabase();
  const simulator = await startSimulator({ port: 0, rate: 1000, token });
  const changes: [Record<string, string>, SaveConnectionBody][] = [
    [{}, { basedOn: 1, webhookSecret: secret }],
    [
      { SERVICE_URL: simulator.url, SERVICE_TOKEN: token, LANDFALL_SIMULATOR: simulator.origin },
      { basedOn: 2, service: { url, token } },
    ],
  ];
  await save(await openConnection(database, {}, cipher), { basedOn: 0, service: { url: simulator.url, token } });
  for (const [environment, change] of changes) {
    const opened = await openConnection(database, environment, cipher);
    const { client } = opened.connection;
    await client.listTools({ environment: 'live', lane: 'people', person: 'Ada' });
    await save(opened, change);
    expect(client.health('live').lastOkAt).not.toBeNull();
    await client.close();
  }
  await Promise.all([simulator.close(), database.close()]);
});

const bad: [string, SaveConnectionBody, string[]][] = [
  ['plain http', { basedOn: 0, service: { url: 'http://service.example/api/v2.1', token } }, ['url']],
  ['credentials', { basedOn: 0, service: { url: 'https://a:b@service.example/v2.1', token } }, ['url']],
  ['half an address', { basedOn: 0, service: { url: 'service', token } }, ['url']],
  ['an address of the machine', { basedOn: 0, service: { url: 'http://127.0.0.1:5432/', token } }, ['url']],
  ['a sandbox there', { basedOn: 0, service: { url, sandboxUrl: 'http://localhost:1', token } }, ['sandboxUrl']],
  ...[
    'localhost',
    'localhost.',
    'x.localhost',
    '127.1',
    '0.0.0.0',
    '169.254.169.254',
    '[::]',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '[fe80::1]',
  ].map((host): [string, SaveConnectionBody, string[]] => [
    host,
    { basedOn: 0, service: { url: `https://${host}/api/v2.1`, token } },
    ['url'],
  ]),
  ['a token with a colon', { basedOn: 0, service: { url, token: 'user:password' } }, ['token']],
  ['a short secret', { basedOn: 0, webhookSecret: 'short' }, ['webhookSecret']],
  ['an empty secret', { basedOn: 0, webhookSecret: ' , ' }, ['webhookSecret']],
  ['a host with a path', { basedOn: 0, redirectHosts: ['x.example/y'] }, ['redirectHosts']],
  ['a dialect that is not JSON', { basedOn: 0, dialect: '{' }, ['dialect']],
];

it('keeps a token with a colon that was saved by an earlier version', async () => {
  const database = await openTestDatabase();
  const service = { url, sandboxUrl: null, token: 'user:password', password: null };
  const valueEncrypted = encryptConnection(cipher, { ...emptyConnection, service });
  await writeConnectionRow(database.db, { version: 1, valueEncrypted, by: 'Ada', at: new Date(), checkedAt: null }, 0);
  const opened = await openConnection(database, {}, cipher);
  expect(opened.connection.current()).toMatchObject({ source: 'stored', service: { token: 'user:password' } });
  await save(opened, { basedOn: 1, webhookSecret: secret });
  await save(opened, { basedOn: 2, service: { url } });
  expect(await problemsOf(save(opened, { basedOn: 3, service: { url, token: 'user:other' } }))).toEqual(['token']);
  expect(opened.connection.current().service?.token).toBe('user:password');
  await database.close();
});

it.each(bad)('refuses %s on a server', async (_what, body, fields) => {
  const database = await openTestDatabase();
  const opened = await openConnection(database, { NEXTAUTH_URL: 'https://landfall.company.example' });
  expect(await problemsOf(save(opened, body))).toEqual(fields);
  expect((await readForm(opened)).version).toBe(0);
  await database.close();
});
