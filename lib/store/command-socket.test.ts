import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { connect } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { callRunningApp, serveCommands } from './command-socket';
import { startChild, type Child } from './testing/start-child';

let folder = '';
let app: Child | undefined;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'landfall-socket-'));
});
afterEach(async () => {
  await app?.end();
  app = undefined;
  await rm(folder, { recursive: true, force: true });
});

test('a command reaches the app that runs on the folder, and its answer or its refusal comes back', async () => {
  expect(await callRunningApp(folder, 'echo', {})).toBeUndefined();
  app = await startChild('lib/store/testing/serve-commands.ts', [folder]);
  expect(await app.hear()).toBe('serving');

  const args = { email: 'ünï@example.com', roles: ['viewer', null, 1.5], text: 'two\nlines' };
  expect(await callRunningApp(folder, 'echo', args)).toEqual({ result: { args, by: app.pid } });
  await expect(callRunningApp(folder, 'refuse', {})).rejects.toThrow('There is no such person.');
  await expect(callRunningApp(folder, 'toString', {})).rejects.toThrow('does not know the command toString');
  const broken = callRunningApp(folder, 'break', {});
  await expect(broken).rejects.toThrow('its log says why');
  await expect(broken).rejects.not.toThrow('hunter2');

  await app.end('SIGKILL');
  expect(await callRunningApp(folder, 'echo', {})).toBeUndefined();
});

test('only the owner of the folder may use the socket, and closing removes it', async () => {
  await writeFile(path.join(folder, 'landfall.sock'), 'left over');
  const served = await serveCommands(folder, {});
  expect((await stat(path.join(folder, 'landfall.sock'))).mode & 0o777).toBe(0o600);
  await served.close();
  await expect(stat(path.join(folder, 'landfall.sock'))).rejects.toThrow('ENOENT');
});

test('nonsense, an endless line and a caller who leaves do no harm', async () => {
  const served = await serveCommands(folder, { ping: async () => 'pong' });
  const say = async (text: string) => {
    const socket = connect(path.join(folder, 'landfall.sock'));
    socket.on('error', () => undefined).resume();
    socket.end(text);
    await new Promise((resolve) => socket.once('close', resolve));
  };
  await say('not json\n');
  await say('x'.repeat(1_100_000));
  await say('');
  expect(await callRunningApp(folder, 'ping', null)).toEqual({ result: 'pong' });
  await served.close();
});
