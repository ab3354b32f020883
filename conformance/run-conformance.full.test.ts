import { describe, expect, test } from 'vitest';
import type { BrokenRule } from '../simulator/broken-rules';
import { createManualClock } from '../simulator/clock';
import { namedDialects } from '../simulator/dialects/named-dialects';
import type { SimulatorOptions } from '../simulator/options';
import { startSimulator } from '../simulator/start-simulator';
import { type ConformanceOptions, type CheckResult, runConformance } from './run-conformance';

/** The simulator shares the suite's clock, which advances only when the suite waits. */
async function runSuite(options: SimulatorOptions, suite: Partial<ConformanceOptions> = {}): Promise<CheckResult[]> {
  const clock = createManualClock(Date.UTC(2026, 10, 12));
  const simulator = await startSimulator({ seed: 'conformance', clock, ...options });
  try {
    return await runConformance({
      url: simulator.url,
      sandboxUrl: simulator.sandboxUrl,
      token: simulator.token,
      password: 'X',
      onlySandbox: false,
      mayCost: false,
      controlUrl: simulator.controlUrl,
      clock: { now: clock.now, wait: async (ms) => clock.advance(ms) },
      ...suite,
    });
  } finally {
    await simulator.close();
  }
}

const runSuiteWithoutLimits = (options: SimulatorOptions): Promise<CheckResult[]> =>
  runSuite({ ...options, rate: 1_000 }, { rate: 1_000, skipLimits: true });

function sentences(results: readonly CheckResult[], outcome: CheckResult['outcome']): string[] {
  return results
    .filter((result) => result.outcome === outcome)
    .map(({ section, sentence }) => `${section}: ${sentence}`);
}

const details = (results: readonly CheckResult[]): string =>
  results
    .flatMap(({ outcome, sentence, detail }) => (outcome === 'failed' ? [`${sentence}\n  ${detail ?? ''}`] : []))
    .join('\n');

/** The checks that must fail for each broken rule. */
const expectedFailures: Record<Exclude<BrokenRule, keyof typeof expectedLimitFailures>, string[]> = {
  'no-authentication': [
    '4: All endpoints require',
    '5: 3. A missing token',
    '5: 5. The sandbox uses',
    '7: 401: No API token',
  ],
  'any-token': ['5: 3. A missing token', '5: 3. An invalid token', '5: 5. The sandbox uses', '7: 401: No API token'],
  'created-200': ['4: POST /imports: Response 201', '7: Success statuses'],
  'no-redirect-url': ['2: Creation response (201)', '9: Sandbox POST: runs all validation'],
  'bad-syntax-422': ['7: 400: The request cannot'],
  'validation-400': ['4: POST /imports: Response 422', '7: 422: The request', '9: Sandbox POST: runs all validation'],
  'any-tool-accepted': ['4: POST /imports: Response 422'],
  'html-errors': ['7: All error responses are JSON', '7: 422: The request'],
  'unknown-import-200': ['2: An import that does not exist', '4: GET /imports/:id: Response 404'],
  'gone-visible': [
    '2: An import that does not exist',
    '4: POST /imports/:id/payment/accept: 404',
    '4: POST /imports/:id/payment/reject: 404',
  ],
  'accept-body': ['4: POST /imports/:id/payment/accept: Response 200 with an empty body'],
  'reject-unknown-200': ['4: POST /imports/:id/payment/reject: 404'],
  'status-capitals': [
    '3: The status of an import is a text',
    ...Array.from({ length: 9 }, () => '3: Status: '),
    '6: The service sends webhook messages',
  ],
  'no-family': ['2: Status response', '9: Migration family selection: `GET /imports/:id`'],
  'warnings-always': ['2: warnings (present only if there are any)'],
  'tools-unfiltered': ['4: GET /tools: Optional query parameter `family`'],
  'tools-without-slug': ["2: Each entry carries the tool's name and its slug"],
  'list-of-everybody': [
    '4: GET /imports: Returns all imports for the given username',
    '4: GET /imports: an empty array',
  ],
  'list-without-status': ['2: List entries (`GET /imports`): identification and status'],
  'empty-list-404': ['4: GET /imports: an empty array when none exist'],
  'sandbox-creates': ['9: Sandbox POST: creates or updates nothing'],
  'sandbox-unvalidated': ['7: 422: The request', '9: Sandbox POST: runs all validation rules'],
  'sandbox-live-gets': ['9: Sandbox: every endpoint', '9: Sandbox GET: static whatever exists'],
  'start-full-samples': ['2: start_full: when true', '3: Creating an import with `start_full`'],
  'webhook-other-text': ['6: The service sends webhook messages'],
  'webhook-without-time': ['6: Webhook messages can be verified for retransmission'],
  'webhook-unsigned': ['6: Webhook messages can be verified for tampering'],
};

const expectedLimitFailures = {
  'no-rate-limit': [
    '8: Request rate: 10',
    '8: The limit applies to all endpoints',
    '8: 10 requests per second, in any second',
  ],
  'fixed-window': ['8: 10 requests per second, in any second'],
  'sandbox-limited': ['8: The sandbox can be used without hitting limits'],
} satisfies Partial<Record<BrokenRule, string[]>>;

function expectFailures(results: readonly CheckResult[], expected: readonly string[]): void {
  const failed = sentences(results, 'failed');
  expect(failed, details(results)).toEqual(expected.map((start) => expect.stringContaining(start)));
}

describe('the suite passes against every dialect', () => {
  const mixed = Array.from({ length: 8 }, (_, index) => `random:${index + 1}`);
  test.each([...Object.keys(namedDialects), ...mixed])('%s', async (dialect) => {
    const results = await runSuiteWithoutLimits({ dialect });
    expect(details(results)).toBe('');
    expect(sentences(results, 'skipped').filter((sentence) => !sentence.startsWith('8: '))).toEqual([
      '5: 4. API tokens are issued by the service operator on request.',
      '5: 6. A separate webhook secret is issued by the service operator on request.',
      '9: Sandbox DELETE: returns predefined static responses; deletes nothing.',
    ]);
  });
});

type Rule = keyof typeof expectedFailures;

describe('the suite fails exactly the checks of broken rules', () => {
  const all = Object.keys(expectedFailures) as Rule[];
  test.each(all)('%s', async (rule) => {
    const results = await runSuiteWithoutLimits({ broken: [rule] });
    const failed = sentences(results, 'failed').toSorted();
    const expected = expectedFailures[rule].toSorted();
    expect(failed, details(results)).toEqual(expected.map((start) => expect.stringContaining(start)));
  });
});

describe('rate limit checks', () => {
  const rules = Object.keys(expectedLimitFailures) as (keyof typeof expectedLimitFailures)[];

  test('pass when no rule is broken', async () => {
    const results = await runSuite({});
    expect(details(results)).toBe('');
    expect(sentences(results, 'passed').filter((sentence) => sentence.startsWith('8: '))).toHaveLength(4);
  });

  test.each(rules)('detect %s', async (rule) => {
    expectFailures(await runSuite({ broken: [rule] }), expectedLimitFailures[rule]);
  });
});
