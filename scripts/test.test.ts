import { getPriority, hostname } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { eventually } from '../lib/core/testing/eventually';
import { makeFakeProject } from './testing/fake-project';

/** Other tests prove the same of its parts. */
const atFullSize = it.runIf(inject('fullSize'));

let project: Awaited<ReturnType<typeof makeFakeProject>>;
beforeEach(async () => void (project = await makeFakeProject()));
afterEach(() => project.remove());

const unit = (...states: string[]) =>
  JSON.stringify({ testResults: [{ status: 'x', assertionResults: states.map((status) => ({ status })) }] });
const browser = (expected: number, unexpected: number) =>
  JSON.stringify({ stats: { expected, unexpected, flaky: 0, skipped: 1 }, errors: [] });
const passingReports = { FAKE_UNIT: unit('passed', 'passed', 'skipped'), FAKE_BROWSER: browser(3, 0) };
const lastLine = (out: string) => out.trimEnd().split('\n').at(-1);
const ranStages = () => (project.has('ran') ? project.read('ran').trimEnd().split('\n') : []);

describe('npm test', () => {
  it('runs every stage from a bare checkout and ends with the correct total', async () => {
    const { code, out, err } = await project.run('test.mjs', { env: passingReports }).result;
    expect(err).toBe('');
    expect(lastLine(out)).toBe('Tests: 5 passed, 0 failed');
    expect(code).toBe(0);
    // They run beside each other.
    expect(ranStages().sort()).toEqual(['browser', 'directions', 'format', 'lint', 'types', 'unit', 'unused']);
    expect(project.has('.next-test/BUILD_ID')).toBe(true);
    expect(project.has('.next')).toBe(false);
    expect(project.has('.test/test.lock')).toBe(false);
    const priority = getPriority();
    expect(project.read('.test/logs/lint.log')).toContain(`priority: ${priority}`);
    expect(project.read('.test/logs/unit.log')).toContain(`priority: ${Math.min(priority + 10, 19)}`);
  });

  it('stops at the first failing stage, shows its output and counts it', async () => {
    const env = { ...passingReports, FAKE_LINT: 'fails' };
    const { code, out } = await project.run('test.mjs', { env, args: ['--full'] }).result;
    expect(code).toBe(1);
    expect(out).toContain('output of lint');
    expect(out).not.toContain('output of types');
    expect(lastLine(out)).toBe('Tests: 0 passed, 1 failed');
    // Stages beside it may have run; the stage that runs alone did not.
    expect(ranStages()).toContain('lint');
    expect(ranStages()).not.toContain('unit on pglite');
  });

  atFullSize('counts failed tests', async () => {
    const env = { ...passingReports, FAKE_UNIT: unit('passed', 'failed', 'failed') };
    const { code, out } = await project.run('test.mjs', { env }).result;
    expect(code).toBe(1);
    expect(lastLine(out)).toBe('Tests: 1 passed, 2 failed');
  });

  atFullSize('adds failed browser tests to passed unit tests', async () => {
    const { code, out } = await project.run('test.mjs', { env: { ...passingReports, FAKE_BROWSER: browser(3, 2) } })
      .result;
    expect(code).toBe(1);
    expect(lastLine(out)).toBe('Tests: 5 passed, 2 failed');
  });

  atFullSize('ignores the report of an earlier run', async () => {
    project.put('.test/unit.json', unit('passed', 'passed'));
    const { out } = await project.run('test.mjs', { env: { FAKE_UNIT: 'fails' } }).result;
    expect(lastLine(out)).toBe('Tests: 0 passed, 1 failed');
  });

  atFullSize('counts a failed build and shows why', async () => {
    const { code, out, err } = await project.run('test.mjs', { env: { ...passingReports, FAKE_BUILD: 'fails' } })
      .result;
    expect(code).toBe(1);
    expect(`${out}${err}`).toContain('./app/page.tsx: planted');
    expect(lastLine(out)).toBe('Tests: 0 passed, 1 failed');
  });

  atFullSize('fails when a staff page exceeds its size budget, and names the page', async () => {
    const { code, err } = await project.run('test.mjs', {
      env: { ...passingReports, FAKE_BUILD: 'fat' },
      args: ['--only=build'],
    }).result;
    expect(code).toBe(1);
    expect(err).toMatch(/beyond its budget of [\d.]+ kB: \/\(staff\)\/page\./);
  });

  atFullSize('runs only the stages given by --only', async () => {
    const { out } = await project.run('test.mjs', { env: passingReports, args: ['--only', 'lint,unit'] }).result;
    expect(lastLine(out)).toBe('Tests: 2 passed, 0 failed');
    expect(ranStages().sort()).toEqual(['lint', 'unit']);
    const unknown = await project.run('test.mjs', { args: ['--only', 'everything'] }).result;
    expect(unknown.code).toBe(1);
    expect(unknown.err).toMatch(/^`npm test` takes --full, and --only with some of format,.*\n$/);
    expect(lastLine(unknown.out)).toBe('Tests: 0 passed, 1 failed');
  });

  atFullSize('adds the heavy stages at full size with --full', async () => {
    const { code, out } = await project.run('test.mjs', { env: passingReports, args: ['--full'] }).result;
    expect(code).toBe(0);
    expect(lastLine(out)).toBe('Tests: 7 passed, 0 failed');
    expect(ranStages().slice(6)).toEqual(['unit on pglite', 'browser', 'drills']);
    expect(project.read('.test/logs/browser.log')).toContain('size: full');
  });

  it('refuses a second run in the same folder, stops on Ctrl-C and leaves nothing running', async () => {
    const first = project.run('test.mjs', { env: { ...passingReports, FAKE_DIRECTIONS: 'hangs' } });
    while (!ranStages().includes('directions')) await delay(20);
    const second = await project.run('test.mjs').result;
    expect(second.code).toBe(1);
    expect(second.err).toBe(`The tests are already running in this folder (process ${first.pid}): wait for them.\n`);
    expect(lastLine(second.out)).toBe('Tests: 0 passed, 1 failed');

    first.signal('SIGINT');
    const { code, out } = await first.result;
    expect(code).toBe(130);
    expect(lastLine(out)).toBe('Tests: 0 passed, 1 failed');
    await expect.poll(() => project.runningProcesses(), eventually).toEqual([]);
    expect(project.has('.test/test.lock')).toBe(false);
  });

  atFullSize('installs once when started together with the app on a bare checkout', async () => {
    const start = project.run('start.mjs', {
      env: { SERVICE_URL: 'https://service.example', SERVICE_TOKEN: 'a-token' },
    });
    const test = project.run('test.mjs', { env: passingReports, args: ['--only', 'lint,unit'] });
    await start.waitForOutput('Ctrl-C');
    expect(lastLine((await test.result).out)).toBe('Tests: 2 passed, 0 failed');
    expect(project.read('installed')).toBe('once ');
  });

  atFullSize('does not reinstall packages while the app is running', async () => {
    await project.run('test.mjs', { env: passingReports, args: ['--only', 'lint'] }).result;
    project.put('package-lock.json', '{ }');
    project.put('.data/start.lock', JSON.stringify({ pid: process.pid, host: hostname(), startTime: '', since: '' }));
    const { code, err } = await project.run('test.mjs', { env: passingReports, args: ['--only', 'lint'] }).result;
    expect(code).toBe(1);
    expect(err).toContain(`the app (process ${process.pid}) runs from them: stop it first.`);
  });

  it('reports in one sentence that Node is too old, and still ends with the total', async () => {
    const older = "data:text/javascript,Object.defineProperty(process, 'versions', { value: { node: '18.20.4' } })";
    const { code, out, err } = await project.run('test.mjs', { nodeArgs: ['--import', older] }).result;
    expect(code).toBe(1);
    expect(err).toBe('Landfall needs Node 20.19 or newer, and this is Node 18.20.4.\n');
    expect(lastLine(out)).toBe('Tests: 0 passed, 1 failed');
  });
});
