import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createChildren } from './children.mjs';
import { startApp } from './start-app';

it('lets the C library keep one heap, unless the environment says otherwise', async () => {
  const root = mkdtempSync(join(tmpdir(), 'landfall-start-app-'));
  mkdirSync(join(root, 'scripts'));
  const report = "process.send({ type: 'ready', address: process.env.MALLOC_ARENA_MAX }, () => process.disconnect());";
  writeFileSync(join(root, 'scripts', 'serve.mjs'), report);
  const children = createChildren(root);
  const start = async (environment: Readonly<Record<string, string>>) => {
    const { signal } = new AbortController();
    const app = await startApp({ root, children, signal, environment, dev: false, onOutput: () => undefined });
    return app.startupInfo.address;
  };
  expect(await start({})).toBe('1');
  expect(await start({ MALLOC_ARENA_MAX: '4' })).toBe('4');
  await children.stopAll();
  rmSync(root, { recursive: true });
});
