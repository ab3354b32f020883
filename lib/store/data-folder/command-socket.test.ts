import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { silentLog } from '../../core/log';
import { eventually } from '../../core/testing/eventually';
import { callRunningApp, serveCommands, type CommandHandlers } from './command-socket';
import { startChild, type Child } from '../testing/start-child';

let folder = '';
let app: Child | undefined;
let served: { close(): Promise<void> } | undefined;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'landfall-socket-'));
});
afterEach(async () => {
  await app?.kill();
  await served?.close();
  app = undefined;
  served = undefined;
  await rm(folder, { recursive: true, force: true });
});

const serve = async (handlers: CommandHandlers) => {
  served = await serveCommands(folder, handlers, silentLog);
};
const socketPath = () => path.join(folder, 'commands', 'landfall.sock');

test('runs a command in the app that uses the folder and returns its result or error', async () => {
  expect(await callRunningApp(folder, 'echo', {})).toBeUndefined();
  app = await startChild('lib/store/testing/serve-commands.ts', [folder]);
  expect(await app.readLine()).toBe('serving');

  const args = { email: 'ünï@example.com', roles: ['viewer', null, 1.5], text: 'two\nlines' };
  expect(await callRunningApp(folder, 'echo', args)).toEqual({ result: { args, by: app.pid } });
  await expect(callRunningApp(folder, 'refuse', {})).rejects.toThrow('There is no such person.');
  await expect(callRunningApp(folder, 'toString', {})).rejects.toThrow('does not support the command toString');
  const broken = callRunningApp(folder, 'break', {});
  await expect(broken).rejects.toThrow('log has the details');
  await expect(broken).rejects.not.toThrow('hunter2');
});

test('ignores a socket left after kill -9, and the next app replaces it', async () => {
  app = await startChild('lib/store/testing/serve-commands.ts', [folder]);
  expect(await app.readLine()).toBe('serving');
  await app.kill('SIGKILL');
  expect((await stat(socketPath())).isSocket()).toBe(true);
  expect(await callRunningApp(folder, 'ping', {})).toBeUndefined();
  await serve({ ping: async () => 'pong' });
  expect(await callRunningApp(folder, 'ping', {})).toEqual({ result: 'pong' });
});

test('reports an app that was killed during a command', async () => {
  app = await startChild('lib/store/testing/serve-commands.ts', [folder]);
  expect(await app.readLine()).toBe('serving');
  const call = callRunningApp(folder, 'hang', {});
  expect(await app.readLine()).toBe('hanging');
  await Promise.all([
    expect(call).rejects.toMatchObject({ userMessage: expect.stringContaining('stopped before the command finished') }),
    app.kill('SIGKILL'),
  ]);
});

test('lets only the folder owner reach the socket, and removes it on close', async () => {
  await mkdir(path.join(folder, 'commands'), { mode: 0o755 });
  await writeFile(socketPath(), 'left over');
  await serve({});
  expect((await stat(path.join(folder, 'commands'))).mode & 0o777).toBe(0o700);
  await served?.close();
  await expect(stat(socketPath())).rejects.toThrow('ENOENT');
});

test('works when the folder path exceeds the maximum socket address length', async () => {
  folder = path.join(folder, 'x'.repeat(150));
  await mkdir(folder);
  await serve({ ping: async () => 'pong' });
  expect(await callRunningApp(folder, 'ping', null)).toEqual({ result: 'pong' });
});

test('returns a result of several megabytes completely', async () => {
  const lines = Array.from({ length: 20_000 }, (_, index) => [index, 'ü'.repeat(100)]);
  await serve({ export: async () => lines });
  expect(await callRunningApp(folder, 'export', null)).toEqual({ result: lines });
});

test('aborts the running command when the caller disconnects or the app closes', async () => {
  const aborted: string[] = [];
  const started: (() => void)[] = [];
  await serve({
    wait: async (args, signal) => {
      started.shift()?.();
      await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
      aborted.push(String(args));
    },
  });
  const running = () => new Promise<void>((resolve) => started.push(resolve));
  const first = running();
  const caller = connect(socketPath());
  caller.write(`${JSON.stringify({ command: 'wait', args: 'left' })}\n`);
  await first;
  caller.destroy();
  await expect.poll(() => aborted, eventually).toEqual(['left']);

  const second = running();
  const call = callRunningApp(folder, 'wait', 'closed');
  await second;
  await Promise.all([expect(call).rejects.toThrow('stopped before the command finished'), served?.close()]);
  await expect.poll(() => aborted, eventually).toEqual(['left', 'closed']);
});

test('survives invalid JSON, an endless line and an empty request', async () => {
  await serve({ ping: async () => 'pong' });
  const sendRaw = async (text: string) => {
    const socket = connect(socketPath());
    socket.on('error', () => undefined).resume();
    socket.end(text);
    await new Promise((resolve) => socket.once('close', resolve));
  };
  await sendRaw('not json\n');
  await sendRaw('x'.repeat(1_100_000));
  await sendRaw('');
  expect(await callRunningApp(folder, 'ping', null)).toEqual({ result: 'pong' });
});
