import { sql } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { createCipher, generateKey } from '../core/cipher';
import { systemClock } from '../core/clock';
import { createLog } from '../core/log';
import { logConsoleErrors } from '../core/log-console-errors';
import { createMetrics } from '../core/metrics';
import { settingNames } from '../core/settings';
import { fillEveryTable } from '../backup/testing/fill-every-table';
import { readTables } from '../store/backup/read-catalog';
import { readSupportFacts } from '../store/support/read-support-facts';
import { openTestDatabase } from '../store/testing/open-test-database';
import { startSimulator } from '../../simulator/start-simulator';
import { collectSupportBundle, type SupportDeps } from './collect-support-bundle';
import { reduceLog } from './reduce-log';

const canary = 'kanarienvogel';
const cleanUps: (() => Promise<unknown>)[] = [];
afterAll(() => Promise.all(cleanUps.map((cleanUp) => cleanUp())));

/** What the bundle counts. Only our own code fills these. */
const counted = new Set([
  ...['decisions.state', 'creation_attempts.state', 'deliveries.verdict', 'outbox_messages.channel'],
  ...['outbox_messages.state', 'staff.role', 'erasures.kind', 'poll_units.kind'],
]);

const replacements: Readonly<Record<string, string>> = {
  text: `'${canary} ' || ctid::text`,
  jsonb: `jsonb_build_object('${canary}', '${canary}')`,
  bytea: `convert_to('${canary}', 'UTF8')`,
  'text[]': `array['${canary}']`,
};

const spellings = [canary, Buffer.from(canary).toString('hex'), Buffer.from(canary).toString('base64').slice(0, 16)];
const findCanary = (value: unknown) =>
  spellings.filter((spelling) => JSON.stringify(value).toLowerCase().includes(spelling.toLowerCase()));

const collect = (given: Partial<SupportDeps>) =>
  collectSupportBundle({
    env: {},
    version: '1.2.3',
    clock: systemClock,
    fetch: async () => {
      throw new Error(`${canary} refused`);
    },
    log: undefined,
    readDatabase: async () => ({}),
    ...given,
  });

test('contains nothing of any text column of any table', async () => {
  const database = await openTestDatabase();
  cleanUps.push(() => database.close());
  await fillEveryTable(database, createCipher([generateKey()]));
  const filled: string[] = [];
  for (const { name, columns } of await readTables(database.db)) {
    const changes = columns.flatMap((column) => {
      const value = replacements[column.type];
      if (value === undefined || counted.has(`${name}.${column.name}`)) return [];
      filled.push(`${name}.${column.name}`);
      return `"${column.name}" = ${value}`;
    });
    if (changes.length === 0) continue;
    await database.db.execute(sql.raw(`alter table "${name}" disable trigger user`));
    await database.db.execute(sql.raw(`update "${name}" set ${changes.join(', ')}`));
  }
  expect(filled.length).toBeGreaterThan(200);
  const facts = await readSupportFacts(database);
  const bundle = await collect({ readDatabase: async () => facts });
  expect(facts.states).toMatchObject({ decisions: { confirmed: 1 }, imports: { other: 1 }, staff: { admin: 1 } });
  expect(facts.tables.length).toBeGreaterThan(40);
  expect(findCanary(bundle)).toEqual([]);
});

test('contains no setting that may be a secret, whether the settings are valid or not', async () => {
  const simulator = await startSimulator({ port: 0, rate: 1000, token: `${canary}-token` });
  cleanUps.push(() => simulator.close());
  const key = Buffer.from(canary.padEnd(32, '.')).toString('base64');
  const valid = {
    ...{ SERVICE_URL: simulator.url, SERVICE_TOKEN: `${canary}-token`, WEBHOOK_SECRET: `${canary}-webhook-secret` },
    ...{
      NEXTAUTH_SECRET: canary.repeat(3),
      METRICS_TOKEN: canary.repeat(2),
      SMTP_URL: `smtps://${canary}:${canary}@mail.example`,
    },
    ...{ MAIL_FROM: `${canary}@company.example`, NOTIFY_URL: `https://chat.example/${canary}`, LANDFALL_KEY: key },
    ...{ BACKUP_KEY: Buffer.alloc(32, 1).toString('base64'), LANDFALL_DATA: `/home/${canary}`, DECISION_HOLD_S: '7' },
  };
  const bundle = await collect({ env: valid });
  expect(bundle.settings.problems).toEqual([]);
  expect(bundle.settings.values).toMatchObject({ SERVICE_TOKEN: 'set', OIDC_ISSUER: 'not set', DECISION_HOLD_S: '7' });
  expect(bundle.service).toMatchObject({
    findings: expect.arrayContaining([expect.objectContaining({ grade: 'good' })]) as unknown,
  });
  expect(findCanary(bundle)).toEqual([]);

  const invalid = await collect({ env: Object.fromEntries(settingNames.map((name) => [name, canary])) });
  expect(invalid.settings.problems.length).toBeGreaterThan(5);
  expect(findCanary(invalid)).toEqual([]);
});

test('says which part is missing when the database is down, and has the rest', async () => {
  const bundle = await collect({
    readDatabase: async () => {
      throw Object.assign(new Error(`cannot connect as ${canary}`), { code: 'ECONNREFUSED' });
    },
  });
  expect(bundle).toMatchObject({
    database: { problem: 'ECONNREFUSED' },
    app: { problem: 'Error' },
    service: { problem: expect.stringContaining('If it was entered in the browser, use Check') as unknown },
    versions: { landfall: '1.2.3' },
  });
  expect(findCanary(bundle)).toEqual([]);
});

test('contains the samples of our metrics and whether the app is ready, and nothing else of its answers', async () => {
  const metrics = createMetrics({ processMetrics: true });
  metrics.gauge('landfall_fine', `About ${canary}`, () => 7);
  metrics.request({ route: 'imports.read', status: '2xx', tookMs: 3 });
  metrics.delivery('verified');
  const { text: exposed } = await metrics.render();
  const samples = exposed.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  const foreign = [
    `other{name="${canary}"} 1`,
    `landfall_x{name="${canary}@company.example"} 1`,
    `landfall_y 1 ${canary}`,
  ];
  const bundle = await collect({
    fetch: async (input) =>
      String(input).endsWith('/api/metrics')
        ? new Response([exposed, ...foreign, canary].join('\n'))
        : Response.json({ problem: canary }, { status: 503, statusText: canary, headers: { 'x-name': canary } }),
  });
  expect(samples.length).toBeGreaterThan(20);
  expect(bundle.metrics).toEqual(samples);
  expect(bundle.app).toEqual({ ready: false, status: 503 });
  expect(findCanary(bundle)).toEqual([]);
});

test.each([
  ['127.0.0.1', '127.0.0.1:3000'],
  ['0.0.0.0', '127.0.0.1:3000'],
  ['10.0.0.5', '10.0.0.5:3000'],
  ['::1', '[::1]:3000'],
  ['::', '[::1]:3000'],
])('asks the app where it listens: %s', async (HOST, host) => {
  const called = new Set<string>();
  await collect({
    env: { HOST, NEXTAUTH_URL: 'https://landfall.company.example', SERVICE_URL: '' },
    fetch: async (input) => {
      called.add(new URL(String(input)).host);
      return new Response('');
    },
  });
  expect([...called]).toEqual([host]);
});

test('reduces log lines to times, our own messages, codes and places in the code', () => {
  const lines: string[] = [];
  const log = createLog({ level: 'debug', secrets: [], write: (line) => lines.push(line) });
  const err = Object.assign(new TypeError(`bad value ${canary}`, { cause: new Error(canary) }), { code: 'E42' });
  log.error({ err, path: `/${canary}`, requestId: 'r-1', status: 500, job: 'retention' }, 'a background job failed');
  log.info({ requestId: `${canary}@company.example`, username: canary }, 'request');
  const target: Pick<Console, 'error'> = { error: () => undefined };
  logConsoleErrors(log, target);
  target.error(`⨯ cannot render ${canary}@company.example`, new Error(canary));
  const reduced = reduceLog([...lines, `plain ${canary}`, '{"level":"info"}'].join('\n'));
  expect(reduced.lines).toMatchObject([
    {
      level: 'error',
      msg: 'a background job failed',
      requestId: 'r-1',
      status: 500,
      job: 'retention',
      err: { type: 'TypeError', code: 'E42' },
    },
    { level: 'info', msg: 'request' },
    { level: 'error', msg: 'printed to the console', err: { type: 'Error' } },
  ]);
  expect(reduced.lines[0]?.err?.stack[0]).toMatch(/^support-bundle\.test\.ts:\d+:\d+$/);
  expect(reduced.unreadable).toBe(2);
  expect(findCanary(lines)).not.toEqual([]);
  expect(findCanary(reduced)).toEqual([]);
});
