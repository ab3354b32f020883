import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { bundleScript } from '@/lib/store/testing/bundle-script';
import { startSimulator, type RunningSimulator } from '../simulator/start-simulator';
import { signInAs } from './fixtures/accounts';
import { type SecondApp, startSecondApp } from './fixtures/second-app';
import { sendWebhook } from './fixtures/send-webhook';
import { expect, testWithoutPages as test } from './fixtures/test';

/** Commands on the embedded database, with and without the app running. */
const secret = randomBytes(24).toString('hex');
const email = 'ada@company.example';
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

/** A bundle takes a quarter of the CPU time of `npm run`. */
const run = async (command: string, args: readonly string[] = [], input = '') =>
  start(process.execPath, [await bundleScript(`scripts/${command}.ts`), ...args], input);

const npmRun = (command: string, args: readonly string[]) => start('npm', ['run', '--silent', command, '--', ...args]);

/** Starts it without our environment, which could point to another database. npm is installed next to node. */
async function start(command: string, args: readonly string[], input = '') {
  const PATH = `${dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin`;
  const child = spawn(command, args, {
    env: { NODE_ENV: 'production', PATH, DATABASE_URL: '', ...settings },
  });
  child.stdin.end(input);
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await ended, out, err };
}

const verifyWrongHead = ['verify', '--head', '0123456789abcdef'.repeat(4)];

/** The slowest commands, those with the longest output, and one error of each kind. */
async function readAll() {
  const file = join(dataFolder, 'audit.csv');
  const results = {
    list: await run('staff', ['list']),
    rebuild: await run('rebuild'),
    verify: await run('audit', verifyWrongHead),
    export: await run('audit', ['export', '--out', file]),
    exported: await readFile(file, 'utf8'),
  };
  await rm(file);
  return results;
}

test(
  'npm run staff, audit and rebuild give the same results while the app runs, after kill -9 and without the app',
  { tag: '@full' },
  async ({ playwright }) => {
    test.setTimeout(240_000);
    app = await startSecondApp(settings);
    const request = await playwright.request.newContext({ baseURL: app.origin });
    expect((await sendWebhook(request, { import_id: 'i-1', status: 'In preparation' }, { secret })).status()).toBe(200);

    const add = () => run('staff', ['add', email, '--role', 'admin', '--password-stdin'], `${password}\n`);
    expect(await add()).toEqual({ code: 0, out: `${email} can sign in as admin.\n`, err: '' });
    expect(await add()).toEqual({ code: 1, out: '', err: 'This e-mail address already exists.\n' });
    await signInAs(request, { email, password }, app.origin);
    const added = await run('staff', ['add', 'bea@company.example', '--role', 'viewer']);
    const reset = await run('staff', ['reset', 'bea@company.example']);
    const [first = '', second = ''] = [added, reset].map(({ out }) => out.trimEnd().split('\n').at(-1));
    for (const link of [first, second]) expect(link.startsWith(`${app.origin}/set-password/`), link).toBe(true);
    expect(await (await request.get(first)).text()).toContain('This link no longer works');
    expect(await (await request.get(second)).text()).toContain('bea@company.example');
    await request.dispose();
    const besideApp = await readAll();
    expect(besideApp).toMatchObject({
      list: { code: 0, err: '', out: expect.stringContaining(email) },
      rebuild: { code: 0, err: '', out: 'Derived one import again: every row was correct.\n' },
      verify: { code: 1, err: '', out: expect.stringContaining('The chain is broken') },
      export: { code: 0, err: '', out: '' },
      exported: expect.stringContaining(`staff.added,,${email}`),
    });
    for (const secret of [password, second.split('/').at(-1) ?? '']) expect(app.output()).not.toContain(secret);

    await app.kill();
    expect(await npmRun('staff', ['list'])).toEqual(besideApp.list);
    expect(await run('audit', verifyWrongHead)).toEqual(besideApp.verify);
    expect(await readAll()).toEqual(besideApp);
    // The socket left by the killed app must not block the next one.
    app = await startSecondApp(settings);
    expect(await npmRun('staff', ['list'])).toMatchObject({ code: 0, out: expect.stringContaining(email) });
  },
);
