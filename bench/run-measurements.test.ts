import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { meetsTarget, parseMeasurement } from './measurement';
import { runMeasurements } from './run-measurements';

const measurement = (name: string, run: () => unknown, quick = true) =>
  parseMeasurement({ name, description: 'for a test', quick, run }, name);

async function outcomeOf(all: ReturnType<typeof measurement>[], names: string[] = [], quick = false, strict = false) {
  const printed: string[] = [];
  const outcome = await runMeasurements(all, { names, quick, strict, print: (text) => void printed.push(text) });
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

  it.each([
    [false, 'passed', '– skipped: needs root'],
    [true, 'failed', '✗ skipped: needs root'],
  ])('shows what was skipped (strict: %s)', async (strict, outcome, text) => {
    const all = [measurement('mount', () => ({ skipped: 'needs root' }))];
    expect(await outcomeOf(all, [], false, strict)).toEqual({ outcome, text: expect.stringContaining(text) as string });
  });

  const slow = {
    what: 'list',
    unit: 'ms',
    measured: 12.9,
    spread: 0.4,
    counterpart: { what: 'bare route', value: 2.2 },
    target: { of: 'ratio', atMost: 2.5 },
  };

  it('fails a comparison that misses its target, and prints it with its counterpart', async () => {
    const run = () => ({ comparisons: [slow, { ...slow, measured: 5 }] });
    const { outcome, text } = await outcomeOf([measurement('api', run)]);
    expect(outcome).toBe('failed');
    expect(text).toMatch(/list +12\.9 ±0\.4 ms +2\.2 ms \(bare route\) +5\.86 +at most 2\.5x +FAIL/);
    expect(text).toMatch(/list +5 ±0\.4 ms +2\.2 ms \(bare route\) +2\.27 +at most 2\.5x +pass/);
    expect(text).toContain('1 failed');
  });

  it('only measures in a quick run, and leaves out what needs a build', async () => {
    const all = [measurement('api', () => ({ comparisons: [slow] })), measurement('pages', () => ({}), false)];
    const { outcome, text } = await outcomeOf(all, [], true);
    expect(outcome).toBe('passed');
    expect(text).not.toMatch(/FAIL|pages/);
  });

  it.each([
    { of: 'measured', measured: 5, value: 1, bounds: { atMost: 5 }, passed: true },
    { of: 'ratio', measured: 5, value: 10, bounds: { atLeast: 0.6 }, passed: false },
    { of: 'ratio', measured: 5, value: 5, bounds: { atLeast: 0.9, atMost: 1.1 }, passed: true },
    { of: 'difference', measured: 30, value: 5, bounds: { atMost: 20 }, passed: false },
    { of: 'difference', measured: 20, value: 5, bounds: { atMost: 20 }, passed: true },
    { of: 'ratio', measured: 5, value: Number.NaN, bounds: { atMost: 2 }, passed: false },
  ] as const)('judges $measured against $value by $of: $passed', ({ of, measured, value, bounds, passed }) => {
    const counterpart = { what: 'peer', value };
    expect(meetsTarget({ what: 'x', unit: 'ms', measured, counterpart, target: { of, ...bounds } })).toBe(passed);
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
