import { spawn } from 'node:child_process';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { bundleScript } from '../lib/store/testing/bundle-script';
import { startSimulator } from '../simulator/start-simulator';

async function run(argv: readonly string[]): Promise<{ code: number | null; out: string; err: string }> {
  const script = await bundleScript('conformance/main.ts');
  const child = spawn(process.execPath, [script, ...argv], { cwd: path.dirname(import.meta.dirname) });
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await ended, out, err };
}

test('prints the counts as its last line and exits with 0, 1 or 2', async () => {
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
  const [passed, failed, unreachable, withoutFlags] = await Promise.all([
    run(flags(good.url)),
    run(flags(bad.url)),
    run(flags('http://127.0.0.1:9/api/v2.1')),
    run([]),
  ]);
  await Promise.all([good.close(), bad.close()]);
  expect(passed.out.trimEnd().split('\n').at(-1)).toMatch(/^\d+ passed, 0 failed, \d+ skipped$/);
  expect(passed.code).toBe(0);
  expect(failed.out).toContain('FAIL  Migration family selection: `GET /imports/:id` responses include the family.');
  expect(failed.code).toBe(1);
  expect(unreachable).toMatchObject({ code: 2, out: '', err: expect.stringMatching(/^Nothing answers at .*\n$/) });
  expect(withoutFlags).toMatchObject({ code: 2, err: '--url is needed.\n' });
});
