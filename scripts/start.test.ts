import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { createServer } from 'node:net';
import { hostname } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { makeFakeProject } from './testing/fake-project';

/** Other tests prove the same of its parts. */
const atFullSize = it.runIf(inject('fullSize'));

let project: Awaited<ReturnType<typeof makeFakeProject>>;
beforeEach(async () => void (project = await makeFakeProject()));
afterEach(() => project.remove());

const accounts = [{ email: 'ada@demo.example', role: 'admin', password: 'calm harbour' }];
/** With a real service configured, no simulator has to start. */
const realService = { SERVICE_URL: 'https://service.example/api/v2.1', SERVICE_TOKEN: 'a-token' };
const demo = { FAKE_ACCOUNTS: JSON.stringify(accounts) };

async function waitUntil(condition: () => boolean) {
  while (!condition()) await delay(20);
}

describe('npm start', () => {
  it('goes from a bare checkout to a healthy app, and Ctrl-C leaves nothing running, even with an open stream', async () => {
    const start = project.run('start.mjs', { env: demo });
    const out = await start.waitForOutput('Ctrl-C');
    expect(out).toContain('Packages installed');
    expect(out).toContain('App built');
    expect(out).toContain(`Landfall is at http://localhost:${project.port}`);
    expect(out).toContain('admin  ada@demo.example  calm harbour');
    expect(out).toContain(`E-mails to customers are shown at http://localhost:${project.port}/mailbox`);
    expect(out).not.toContain('one-time code');
    expect(project.runningProcesses().toSorted()).toEqual(['app', 'simulator']);

    const response: unknown = await (await fetch(`http://localhost:${project.port}/`)).json();
    const flags = project.read('pids/simulator-flags');
    const simulator = `http://127.0.0.1:${/--port (\d+)/.exec(flags)?.[1]}`;
    expect(response).toEqual({ service: `${simulator}/api/v2.1`, simulator });
    expect(flags).toContain(`--webhook-url=http://localhost:${project.port}/api/webhooks/migration`);

    const [stream] = (await once(get(`http://localhost:${project.port}/api/stream`), 'response')) as [IncomingMessage];
    stream.on('error', () => undefined).resume();
    // npm forwards the signal that the terminal has already sent to the whole group.
    start.signal('SIGINT');
    start.signal('SIGINT');
    expect(await start.result).toMatchObject({ code: 0, err: '' });
    expect(project.runningProcesses()).toEqual([]);
    expect(project.has('pids/closed')).toBe(true);
    expect(project.has('.data/start.lock')).toBe(false);
  });

  atFullSize('neither installs nor builds again until sources or lockfile change', async () => {
    const once = async () => {
      const start = project.run('start.mjs', { env: realService });
      const out = await start.waitForOutput('Ctrl-C');
      start.signal('SIGTERM');
      await start.result;
      return { installed: out.includes('Packages installed'), built: out.includes('App built') };
    };
    expect(await once()).toEqual({ installed: true, built: true });
    expect(await once()).toEqual({ installed: false, built: false });
    project.put('app/page.tsx', 'export default 1;');
    expect(await once()).toEqual({ installed: false, built: true });
    project.put('package-lock.json', '{ }');
    expect(await once()).toEqual({ installed: true, built: true });
  });

  atFullSize('refuses a second instance on the same data folder and leaves the first alone', async () => {
    const first = project.run('start.mjs', { env: realService });
    await first.waitForOutput('Ctrl-C');
    const second = await project.run('start.mjs', { env: { PORT: String(project.port + 7) } }).result;
    expect(second.code).toBe(1);
    expect(second.err).toBe(
      `Landfall is already running on this data folder (process ${first.pid} on ${hostname()}): stop it first, or start ` +
        'this one with another folder (LANDFALL_DATA) and another port (PORT).\n',
    );
    expect((await fetch(`http://localhost:${project.port}/api/health`)).status).toBe(200);
  });

  atFullSize('runs a second instance with another data folder and port', async () => {
    await project.run('start.mjs').waitForOutput('Ctrl-C');
    const env = { PORT: String(project.port + 7), LANDFALL_DATA: 'other data' };
    await project.run('start.mjs', { env }).waitForOutput(`http://localhost:${project.port + 7}`);
  });

  atFullSize('takes over the lock of a killed instance, whose children have ended', async () => {
    const first = project.run('start.mjs');
    await first.waitForOutput('Ctrl-C');
    first.signal('SIGKILL');
    await first.result;
    expect(project.has('.data/start.lock')).toBe(true);
    await waitUntil(() => project.runningProcesses().length === 0);
    await project.run('start.mjs', { env: realService }).waitForOutput('Ctrl-C');
  });

  it('starts no simulator with a real service, and prints the code for the first admin', async () => {
    project.put('.env', 'SERVICE_URL=https://service.example/api/v2.1\nSERVICE_TOKEN=a-token\n');
    const out = await project.run('start.mjs').waitForOutput('Ctrl-C');
    expect(out).toContain('enter this one-time code:\n    ABCD-EFGH-JKLM');
    expect(out).not.toContain('imulator');
    expect(project.runningProcesses()).toEqual(['app']);
  });

  atFullSize('starts again without the simulator after going live, and later starts stay live', async () => {
    const start = project.run('start.mjs', { env: demo });
    await start.waitForOutput('Ctrl-C');
    expect(await (await fetch(`http://localhost:${project.port}/restart`)).text()).toBe('true');
    await start.waitForOutput('Restarting.');
    let response: unknown;
    while (response === undefined) {
      await delay(20);
      response = await fetch(`http://localhost:${project.port}/`).then(
        (answer) => answer.json(),
        () => undefined,
      );
    }
    expect(response).toEqual({});
    expect(project.runningProcesses()).toEqual(['app']);
    const second = await project.run('start.mjs', { env: { PORT: String(project.port + 7) } }).result;
    expect(second.err).toContain('Landfall is already running on this data folder');
    start.signal('SIGTERM');
    expect(await start.result).toMatchObject({ code: 0, err: '' });

    await project.run('start.mjs').waitForOutput('Ctrl-C');
    expect(project.runningProcesses()).toEqual(['app']);
  });

  atFullSize('logs to a file and shows only warnings, or logs to the terminal with --verbose', async () => {
    const runAndLog = async (args: string[]) => {
      const start = project.run('start.mjs', { env: realService, args });
      await start.waitForOutput('Ctrl-C');
      await fetch(`http://localhost:${project.port}/log`);
      start.signal('SIGTERM');
      return start.result;
    };
    const { out, err } = await runAndLog([]);
    expect(out).toContain(`Requests are logged to ${project.root}/.data/landfall.log`);
    expect(out).not.toContain('"msg"');
    expect(err).toMatch(/^ {2}\d\d:\d\d:\d\d {2}Warning: slow\n$/);
    expect(project.read('.data/landfall.log')).toContain('"msg":"request"');

    const verbose = await runAndLog(['--verbose']);
    expect(verbose.out).toMatch(/"msg":"starting"[^]*Landfall is at/);
    expect(verbose.out).toContain('"msg":"request"');
    expect(verbose.out).not.toContain('landfall.log');
  });

  atFullSize('stops everything and names the child that died', async () => {
    const start = project.run('start.mjs');
    await start.waitForOutput('Ctrl-C');
    const simulator = Number(project.read('pids/simulator'));
    // 0 would signal our own process group.
    expect(simulator).toBeGreaterThan(0);
    process.kill(simulator, 'SIGKILL');
    const { code, err } = await start.result;
    expect(code).toBe(1);
    expect(err).toBe('The simulator stopped unexpectedly (SIGKILL). Stopping the rest.\n');
    expect(project.runningProcesses()).toEqual([]);
    expect(project.has('.data/start.lock')).toBe(false);
  });

  atFullSize('ends when npm signals only the shell between them', async () => {
    const env = { ...realService, npm_lifecycle_event: 'start' };
    const shell = project.run('start.mjs', { env, shell: true });
    await shell.waitForOutput('Ctrl-C');
    shell.signal('SIGTERM');
    expect((await shell.result).out).toContain('Stopped.');
    expect(project.runningProcesses()).toEqual([]);
    expect(project.has('.data/start.lock')).toBe(false);
  });

  atFullSize('can be interrupted during the build', async () => {
    const start = project.run('start.mjs', { env: { FAKE_BUILD: 'hangs' } });
    await start.waitForOutput('Building the app');
    await waitUntil(() => project.has('pids/next'));
    start.signal('SIGINT');
    expect(await start.result).toMatchObject({ code: 130, err: '' });
    expect(project.runningProcesses()).toEqual([]);
    expect(project.has('.data/start.lock')).toBe(false);
  });
});

describe('prints one sentence without a stack and exits with 1', () => {
  const startError = async (options: Parameters<typeof project.run>[1]) => {
    const { code, out, err } = await project.run('start.mjs', options).result;
    expect(code).toBe(1);
    expect(`${out}${err}`).not.toMatch(/^\s+at /m);
    expect(project.has('.data/start.lock')).toBe(false);
    return err;
  };

  it('when Node is too old', async () => {
    const older = "data:text/javascript,Object.defineProperty(process, 'versions', { value: { node: '18.20.4' } })";
    const err = await startError({ nodeArgs: ['--import', older] });
    expect(err).toBe('Landfall needs Node 20.19 or newer, and this is Node 18.20.4.\n');
  });

  it('when the port is taken, before installing anything', async () => {
    const squatter = createServer().listen(project.port, '127.0.0.1');
    await once(squatter, 'listening');
    const err = await startError({});
    expect(err).toMatch(new RegExp(`^Port ${project.port} is taken by another program: .*\\.\\n$`));
    expect(project.has('node_modules')).toBe(false);
    squatter.close();
  });

  it('when settings are invalid: all of them by name, without values, before the build', async () => {
    const err = await startError({
      env: { PORT: 'x', NEXTAUTH_SECRET: 'short-secret', SERVICE_TOKEN: 'lonely-token' },
    });
    expect(err).toMatch(/^Bad settings:\n( {2}[A-Z_]+ .*\n)+$/);
    expect(err).toContain('PORT must be a whole number');
    expect(err).toContain('NEXTAUTH_SECRET must be');
    expect(err).not.toMatch(/short-secret|lonely-token/);
    expect(project.has('.next')).toBe(false);
  });

  atFullSize('when the app cannot start, for example because the database folder is in use', async () => {
    const sentence = 'The database folder is in use by process 7 on harbour.';
    expect(await startError({ env: { FAKE_APP_SAYS: sentence } })).toBe(`${sentence}\n`);
    expect(project.runningProcesses()).toEqual([]);
  });

  atFullSize('when the build fails: shows its output, and the next start tries again', async () => {
    const err = await startError({ env: { FAKE_BUILD: 'fails' } });
    expect(err).toContain('./app/page.tsx: planted');
    expect(await project.run('start.mjs', { env: realService }).waitForOutput('Ctrl-C')).toContain('App built');
  });

  it('when an option is unknown', async () => {
    expect(await startError({ args: ['--port'] })).toBe(
      '`npm start` has the options --dev and --verbose, but not --port.\n',
    );
  });
});

atFullSize('ignores a lock left by a dead process', async () => {
  const { pid } = spawnSync(process.execPath, ['--eval', '']);
  project.put('.data/start.lock', JSON.stringify({ pid, host: hostname(), startTime: '', since: '', nonce: '' }));
  await project.run('start.mjs', { env: realService }).waitForOutput('Ctrl-C');
});
