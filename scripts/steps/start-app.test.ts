import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createChildren } from './children.mjs';
import { startApp } from './start-app';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'landfall-start-app-'));
  mkdirSync(join(root, 'scripts'));
});
afterEach(() => rmSync(root, { recursive: true }));

const start = (
  children: ReturnType<typeof createChildren>,
  server: string,
  environment: Readonly<Record<string, string>>,
) => {
  writeFileSync(join(root, 'scripts', 'serve.mjs'), server);
  const { signal } = new AbortController();
  return startApp({ root, children, signal, environment, dev: false, onOutput: () => undefined });
};

it('lets the C library keep one heap, unless the environment says otherwise', async () => {
  const report = "process.send({ type: 'ready', address: process.env.MALLOC_ARENA_MAX }, () => process.disconnect());";
  const children = createChildren(root);
  expect((await start(children, report, {})).startupInfo.address).toBe('1');
  expect((await start(children, report, { MALLOC_ARENA_MAX: '4' })).startupInfo.address).toBe('4');
  await children.stopAll();
});

it('gives an app with LANDFALL_DRAIN_S the time to finish its requests', async () => {
  const slow = `process.on('SIGTERM', () => setTimeout(() => process.exit(), 500)); setInterval(() => {}, 1000);
    process.send({ type: 'ready', address: '' });`;
  const children = createChildren(root, 50);
  const { child } = await start(children, slow, { LANDFALL_DRAIN_S: '5' });
  await children.stopAll();
  expect(await child.exited).toEqual({ code: 0, signal: null });
});
