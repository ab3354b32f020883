import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseMeasurement } from './measurement';
import { runMeasurements } from './run-measurements';

const measurement = (name: string, run: () => unknown) =>
  parseMeasurement({ name, description: 'for a test', run }, name);

async function outcomeOf(all: ReturnType<typeof measurement>[], names: string[] = []) {
  const printed: string[] = [];
  const outcome = await runMeasurements(all, names, (text) => void printed.push(text));
  return { outcome, text: printed.join('\n') };
}

describe('runMeasurements', () => {
  it('passes when every check holds, and prints a table', async () => {
    const rows = [{ engine: 'pglite', 'per second': 1000 }, { engine: 'postgres' }];
    const { outcome, text } = await outcomeOf([measurement('rows', () => ({ rows }))]);
    expect(outcome).toBe('passed');
    expect(text).toContain(
      ['  engine    per second', '  ────────  ──────────', '  pglite          1000', '  postgres           –'].join(
        '\n',
      ),
    );
  });

  it.each([
    ['a promise that did not hold', () => ({ rows: [], checks: [{ guarantee: 'money is sent once', passed: false }] })],
    ['a run that throws', () => Promise.reject(new Error('planted'))],
    ['an answer that is none', () => 'all good'],
  ])('fails for %s and still runs the others', async (_name, run) => {
    let reached = false;
    const after = measurement('after', () => {
      reached = true;
      return { rows: [] };
    });
    const { outcome } = await outcomeOf([measurement('first', run), after]);
    expect(outcome).toBe('failed');
    expect(reached).toBe(true);
  });

  it('runs only the named measurements and reports an unknown name', async () => {
    const all = ['one', 'two'].map((name) => measurement(name, () => ({ rows: [] })));
    expect((await outcomeOf(all, ['two'])).text).not.toContain('one:');
    expect(await outcomeOf(all, ['three'])).toMatchObject({
      outcome: 'failed',
      text: 'There is no three; there is: one, two',
    });
  });

  it('finds measurements by file name, and a failing drill exits with code 1', () => {
    const folder = mkdtempSync(join(tmpdir(), 'landfall bench '));
    cpSync(import.meta.dirname, join(folder, 'bench'), {
      recursive: true,
      filter: (path) => !/\.test\.ts$|[\\/](benchmarks|drills)$/.test(path),
    });
    symlinkSync(join(import.meta.dirname, '..', 'node_modules'), join(folder, 'node_modules'));
    mkdirSync(join(folder, 'bench', 'drills'), { recursive: true });
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
    const drill = (passed: boolean) => `
      export const name = 'planted'; export const description = 'for a test';
      export const run = async () => ({ rows: [], checks: [{ guarantee: 'it holds', passed: ${passed} }] });`;
    const run = (...args: string[]) =>
      spawnSync(process.execPath, ['--import', 'tsx', join('bench', 'main.ts'), ...args], {
        cwd: folder,
        encoding: 'utf8',
      });

    writeFileSync(join(folder, 'bench', 'drills', 'planted.drill.ts'), drill(false));
    expect(run('drill', 'planted')).toMatchObject({ status: 1, stdout: expect.stringContaining('✗ it holds') });
    writeFileSync(join(folder, 'bench', 'drills', 'planted.drill.ts'), drill(true));
    expect(run('drill', 'planted')).toMatchObject({ status: 0, stdout: expect.stringContaining('✓ it holds') });
    expect(run('neither').status).toBe(1);
    rmSync(folder, { recursive: true });
  });
});
