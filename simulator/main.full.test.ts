import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'simulator-main-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface ProcessResult {
  code: number | null;
  out: string;
  err: string;
}

/** `onOut` may stop it early. */
function run(argv: string[], onOut?: (out: string, end: () => void) => void): Promise<ProcessResult> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['--import', 'tsx', join(import.meta.dirname, 'main.ts'), ...argv], {
      cwd: join(import.meta.dirname, '..'),
    });
    let [out, err] = ['', ''];
    child.stdout.on('data', (piece: Buffer) => {
      out += piece.toString();
      onOut?.(out, () => child.kill('SIGTERM'));
    });
    child.stderr.on('data', (piece: Buffer) => (err += piece.toString()));
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, out, err }));
  });
}

test('starts, prints its addresses, responds and stops on a signal', { timeout: 30_000 }, async () => {
  let health: unknown;
  const ended = await run(
    ['--port', '0', '--token', 'abc', '--world-size', '5', '--state', join(folder, 's')],
    (out, end) => {
      const origin = /curl -u abc:X (http:\/\/127\.0\.0\.1:\d+)/.exec(out)?.[1];
      if (origin === undefined || health !== undefined) return;
      health = fetch(`${origin}/control/health`).then(async (response) => {
        health = await response.json();
        end();
      });
    },
  );
  expect(ended).toMatchObject({ code: 0, err: '' });
  expect(health).toMatchObject({ ok: true, imports: 5 });
});

test('--help lists the flags', { timeout: 30_000 }, async () => {
  const { code, out } = await run(['--help']);
  expect(code).toBe(0);
  for (const flag of ['--port', '--speed', '--state', '--dialect', '--webhook-url', '--fault', '--break']) {
    expect(out).toContain(flag);
  }
});

test('bad flags, a port in use and an unreadable state file get one message each', { timeout: 30_000 }, async () => {
  const taken = createServer();
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
  const address = taken.address();
  const port = String(typeof address === 'object' ? address?.port : '');
  const damaged = join(folder, 'damaged');
  writeFileSync(damaged, 'hello\n');
  const all = await Promise.all([
    run(['--port', 'x']),
    run(['--port', port]),
    run(['--port', '0', '--state', damaged]),
  ]);
  taken.close();
  expect(all.map(({ code }) => code)).toEqual([1, 1, 1]);
  expect(all.map(({ out }) => out)).toEqual(['', '', '']);
  expect(all.map(({ err }) => err)).toEqual([
    '--port takes a whole number from 0 to 65535, not "x".\n',
    `Port ${port} is taken. Choose another with --port, or use --port 0 for a free one.\n`,
    `The state file ${damaged} cannot be read: line 1 is not one the simulator wrote. Move the file away to start afresh.\n`,
  ]);
});
