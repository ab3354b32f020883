import { afterEach, describe, expect, test } from 'vitest';
import { createManualClock } from '../simulator/clock';
import { type RunningSimulator, startSimulator } from '../simulator/start-simulator';
import { type ConformanceOptions, isLoopback, type CheckResult, runConformance } from './run-conformance';

let simulator: RunningSimulator;
afterEach(() => simulator.close());

/** Uses a loopback address that the suite does not recognize as loopback. */
async function runAgainstRemote(more: Partial<ConformanceOptions> = {}): Promise<CheckResult[]> {
  const clock = createManualClock(Date.UTC(2026, 10, 12));
  simulator = await startSimulator({ clock });
  const remote = `http://[::ffff:127.0.0.1]:${simulator.port}/api`;
  expect(isLoopback(`${remote}/v2.1`)).toBe(false);
  return runConformance({
    url: `${remote}/v2.1`,
    sandboxUrl: `${remote}/sandbox`,
    token: simulator.token,
    password: 'X',
    onlySandbox: false,
    mayCost: false,
    clock: { now: clock.now, wait: async (ms) => clock.advance(ms) },
    ...more,
  });
}

const sentTo = (base: string): string[] =>
  simulator
    .log()
    .filter(({ path }) => path.startsWith(base))
    .map(({ method }) => method);

describe('at a remote address', () => {
  test('only reads, stays within the rate limit and gives a reason for every skipped check', async () => {
    const results = await runAgainstRemote();
    expect(results.filter(({ outcome }) => outcome === 'failed')).toEqual([]);
    expect(new Set(sentTo('/api/v2.1'))).toEqual(new Set(['GET']));
    expect(simulator.history()).toEqual([]);
    expect(simulator.log().some(({ status }) => status === 429)).toBe(false);
    const skipped = results.filter(({ outcome }) => outcome === 'skipped');
    expect(skipped.length).toBeGreaterThan(20);
    for (const { detail } of skipped) expect(detail).toBeTruthy();
    expect(skipped.map(({ detail }) => detail)).toContain(
      'creates or decides at the live address: needs --creates-and-may-cost-money',
    );
  });

  test('sends nothing to the live address with --sandbox', async () => {
    const results = await runAgainstRemote({ onlySandbox: true });
    expect(results.filter(({ outcome }) => outcome === 'failed')).toEqual([]);
    expect(results.filter(({ outcome }) => outcome === 'passed').length).toBeGreaterThan(10);
    expect(sentTo('/api/v2.1')).toEqual([]);
  });

  test('creates and decides with --creates-and-may-cost-money', async () => {
    const results = await runAgainstRemote({ mayCost: true, skipLimits: true });
    expect(results.filter(({ outcome }) => outcome === 'failed')).toEqual([]);
    expect(simulator.history().length).toBeGreaterThan(0);
  });
});

test.each([
  ['http://127.0.0.1:4010/api/v2.1', true],
  ['http://127.8.0.1/api', true],
  ['http://localhost:4010/api/v2.1', true],
  ['http://[::1]:4010/api', true],
  ['https://service.example/api/v2.1', false],
  ['http://127.0.0.1.attacker.example/api', false],
  ['http://localhost.attacker.example/', false],
])('isLoopback(%s) is %s', async (url, expected) => {
  simulator = await startSimulator({});
  expect(isLoopback(url)).toBe(expected);
});
