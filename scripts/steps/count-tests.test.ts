import { describe, expect, it } from 'vitest';
import { countPlaywright, countStage, countVitest } from './count-tests';

const file = (status: string, ...states: string[]) => ({
  status,
  assertionResults: states.map((state) => ({ status: state })),
});

describe('test counts', () => {
  it('include passed and failed tests, but not skipped ones', () => {
    const report = { testResults: [file('passed', 'passed', 'skipped', 'todo'), file('failed', 'passed', 'failed')] };
    expect(countVitest(report)).toEqual({ passed: 2, failed: 1 });
  });

  it('include a file that fails to load as a failure', () => {
    expect(countVitest({ testResults: [file('failed'), file('passed', 'passed')] })).toEqual({ passed: 1, failed: 1 });
  });

  it('include neither flaky nor skipped browser tests as passed', () => {
    const report = { stats: { expected: 4, unexpected: 1, flaky: 2, skipped: 3 }, errors: [] };
    expect(countPlaywright(report)).toEqual({ passed: 4, failed: 1 });
  });

  it('include errors outside browser tests', () => {
    const report = { stats: { expected: 0, unexpected: 0, flaky: 0, skipped: 0 }, errors: [{ message: 'setup' }] };
    expect(countPlaywright(report)).toEqual({ passed: 0, failed: 1 });
  });

  it('are undefined for anything that is not a report', () => {
    for (const report of [undefined, null, 'text', {}, { stats: {} }, { testResults: 3 }]) {
      expect(countVitest(report)).toBeUndefined();
      expect(countPlaywright(report)).toBeUndefined();
    }
  });

  it('include one failure for a failed stage without counts, and none for a stage that succeeded', () => {
    expect(countStage({ succeeded: false, counted: undefined })).toEqual({ passed: 0, failed: 1 });
    expect(countStage({ succeeded: false, counted: { passed: 7, failed: 0 } })).toEqual({ passed: 7, failed: 1 });
    expect(countStage({ succeeded: false, counted: { passed: 7, failed: 3 } })).toEqual({ passed: 7, failed: 3 });
    expect(countStage({ succeeded: true, counted: undefined })).toEqual({ passed: 0, failed: 0 });
    expect(countStage({ succeeded: true, counted: { passed: 7, failed: 0 } })).toEqual({ passed: 7, failed: 0 });
  });
});
