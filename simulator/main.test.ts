import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { startSimulator } from './start-simulator';

const folder = mkdtempSync(join(tmpdir(), 'simulator-main-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Ended {
  code: number | null;
  out: string;
  err: string;
}

/** Runs an entry file as npm does; `onOut` may end it early. */
function run(entry: string, argv: string[], onOut?: (out: string, end: () => void) => void): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['--import', 'tsx', join(import.meta.dirname, entry), ...argv], {
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

test('it starts, prints how to reach it, answers, and ends cleanly when told to', async () => {
  let health: unknown;
  const ended = await run(
    'main.ts',
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

test('--help explains itself', async () => {
  const { code, out } = await run('main.ts', ['--help']);
  expect(code).toBe(0);
  for (const flag of ['--port', '--speed', '--state', '--dialect', '--webhook-url', '--weather', '--break']) {
    expect(out).toContain(flag);
  }
});

test('bad flags, a taken port and an unreadable state file are one sentence each', async () => {
  const taken = createServer();
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
  const address = taken.address();
  const port = String(typeof address === 'object' ? address?.port : '');
  const damaged = join(folder, 'damaged');
  writeFileSync(damaged, 'hello\n');
  const all = await Promise.all([
    run('main.ts', ['--port', 'x']),
    run('main.ts', ['--port', port]),
    run('main.ts', ['--port', '0', '--state', damaged]),
  ]);
  taken.close();
  expect(all.map(({ code }) => code)).toEqual([1, 1, 1]);
  expect(all.map(({ out }) => out)).toEqual(['', '', '']);
  expect(all.map(({ err }) => err)).toEqual([
    '--port takes a whole number from 0 to 65535, not "x".\n',
    `Port ${port} is taken; choose another with --port, or --port 0 for a free one.\n`,
    `The state file ${damaged} cannot be read: line 1 is not one the simulator wrote. Move the file away to start afresh.\n`,
  ]);
});

test('the conformance command counts in its last line and ends with 0, 1 or 2', async () => {
  const good = await startSimulator({ rate: 1_000 });
  const bad = await startSimulator({ rate: 1_000, broken: ['no-family'] });
  const flags = (url: string): string[] => [
    '--url',
    url,
    '--token',
    'simulator-token',
    '--skip-limits',
    '--rate',
    '1000',
  ];
  const [passed, failed, nobody, flagless] = await Promise.all([
    run('conformance/main.ts', flags(good.url)),
    run('conformance/main.ts', flags(bad.url)),
    run('conformance/main.ts', flags('http://127.0.0.1:9/api/v2.1')),
    run('conformance/main.ts', []),
  ]);
  await Promise.all([good.close(), bad.close()]);
  expect(passed.out.trimEnd().split('\n').at(-1)).toMatch(/^\d+ passed, 0 failed, \d+ skipped$/);
  expect(passed.code).toBe(0);
  expect(failed.out).toContain('FAIL  Migration family selection: `GET /imports/:id` responses include the family.');
  expect(failed.code).toBe(1);
  expect(nobody).toMatchObject({ code: 2, out: '', err: expect.stringMatching(/^Nothing answers at .*\n$/) });
  expect(flagless).toMatchObject({ code: 2, err: '--url is needed.\n' });
});
