import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { startSimulator, type RunningSimulator } from '../simulator/start-simulator';
import { signInAs } from './fixtures/accounts';
import { type SecondApp, startSecondApp } from './fixtures/second-app';
import { sendWebhook } from './fixtures/send-webhook';
import { expect, testWithoutPages as test } from './fixtures/test';

/** Commands on the embedded database, while the app runs on it and while it does not. */
const secret = randomBytes(24).toString('hex');
const password = randomBytes(18).toString('base64url');
let simulator: RunningSimulator;
let dataFolder: string;
let settings: Record<string, string>;
let app: SecondApp | undefined;

test.beforeAll(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'landfall-commands-'));
  simulator = await startSimulator({ port: 0, rate: 1000 });
  settings = {
    LANDFALL_DATA: dataFolder,
    SERVICE_URL: simulator.url,
    SERVICE_TOKEN: simulator.token,
    LANDFALL_SIMULATOR: new URL(simulator.url).origin,
    WEBHOOK_SECRET: secret,
    LOG_LEVEL: 'debug',
  };
});
test.afterAll(async () => {
  await app?.stop();
  await simulator?.close();
  await rm(dataFolder, { recursive: true, force: true });
});

/** `npm run`, with nothing of our environment: it could lead to another database. npm is installed beside node. */
async function run(command: string, args: readonly string[] = [], input = '') {
  const PATH = `${dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin`;
  const child = spawn('npm', ['run', '--silent', command, '--', ...args], {
    env: { NODE_ENV: 'production', PATH, DATABASE_URL: '', ...settings },
  });
  child.stdin.end(input);
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await ended, out, err };
}

/** Every command that only reads, and every kind of error. */
async function readAll() {
  const file = join(dataFolder, 'audit.csv');
  const results = {
    list: await run('staff', ['list']),
    stranger: await run('staff', ['disable', 'stranger@company.example']),
    rebuild: await run('rebuild'),
    verify: await run('audit', ['verify']),
    otherHead: await run('audit', ['verify', '--head', '0123456789abcdef'.repeat(4)]),
    badHead: await run('audit', ['verify', '--head', 'not-a-hash']),
    head: await run('audit', ['head']),
    export: await run('audit', ['export', '--out', file]),
    exported: await readFile(file, 'utf8'),
  };
  await rm(file);
  return results;
}

/** Every command that changes something, about one new person. */
async function changeAll(email: string) {
  const results = [
    await run('staff', ['add', email, '--role', 'viewer', '--password-stdin'], `${password}\n`),
    await run('staff', ['add', email, '--role', 'viewer']),
    await run('staff', ['role', email, '--role', 'admin']),
    await run('staff', ['disable', email]),
    await run('staff', ['enable', email]),
    await run('staff', ['sign-out', email]),
    await run('staff', ['reset', email]),
    await run('staff', ['reset', email, '--password-stdin'], `${password}\n`),
  ];
  const made = results.map(({ out }) => /^Password: (.+)$/m.exec(out)?.[1]).filter((found) => found !== undefined);
  const same = (printed: string) => printed.replaceAll(email, 'EMAIL').replace(/^Password: .+$/m, 'Password: MADE');
  return { made, results: results.map(({ code, out, err }) => ({ code, out: same(out), err: same(err) })) };
}

test('npm run staff, audit and rebuild do the same while the app runs, after kill -9 and without it', async ({
  playwright,
}) => {
  test.setTimeout(300_000);
  app = await startSecondApp(settings);
  const request = await playwright.request.newContext({ baseURL: app.origin });
  expect((await sendWebhook(request, { import_id: 'i-1', status: 'In preparation' }, { secret })).status()).toBe(200);

  const beside = await changeAll('running@company.example');
  expect(beside.results.slice(0, 2)).toEqual([
    { code: 0, out: 'EMAIL may sign in as viewer.\n', err: '' },
    { code: 1, out: '', err: 'This e-mail address is there already.\n' },
  ]);
  expect(beside.results.slice(2).map(({ code }) => code)).toEqual([0, 0, 0, 0, 0, 0]);
  expect(beside.made).toHaveLength(1);
  await signInAs(request, { email: 'running@company.example', password }, app.origin);
  await request.dispose();
  const besideRead = await readAll();
  expect(besideRead).toMatchObject({
    list: { code: 0, err: '', out: expect.stringContaining('running@company.example') },
    stranger: { code: 1, out: '' },
    rebuild: { code: 0, err: '', out: 'Derived one import again from the record: every row was right.\n' },
    verify: { code: 0, err: '', out: expect.stringMatching(/^The chain is whole: \d+ entries/) },
    otherHead: { code: 1, err: '', out: expect.stringContaining('The chain is broken') },
    badHead: { code: 1, out: '', err: 'A head is 64 hexadecimal digits.\n' },
    head: { code: 0, err: '', out: expect.stringMatching(/^\d+ [0-9a-f]{64}\n$/) },
    export: { code: 0, err: '', out: '' },
    exported: expect.stringContaining('staff.password_reset'),
  });
  for (const secretText of [password, ...beside.made]) expect(app.output()).not.toContain(secretText);

  await app.kill();
  expect(await readAll()).toEqual(besideRead);
  expect((await changeAll('stopped@company.example')).results).toEqual(beside.results);

  // The socket that the killed app left behind does not stop the next one from serving its own.
  app = await startSecondApp(settings);
  expect(await run('staff', ['list'])).toMatchObject({ code: 0, out: expect.stringContaining('stopped@company') });
});
