import { section1 } from './checks/section-1';
import { section2 } from './checks/section-2';
import { section3 } from './checks/section-3';
import { section4 } from './checks/section-4';
import { section5 } from './checks/section-5';
import { section6 } from './checks/section-6';
import { section7 } from './checks/section-7';
import { section8 } from './checks/section-8';
import { section9 } from './checks/section-9';
import { createApiClient, type SuiteClock, systemClock, UnreachableError } from './create-api-client';
import { type Check, createCheckContext, type Need } from './create-check-context';
import { createControlClient } from './create-control-client';
import { CheckFailedError, CheckSkippedError } from './expect';

export const sections: readonly { title: string; checks: readonly Check[] }[] = [
  { title: 'What the service does', checks: section1 },
  { title: 'Resources and their fields', checks: section2 },
  { title: 'States and transitions', checks: section3 },
  { title: 'Endpoints', checks: section4 },
  { title: 'Authentication', checks: section5 },
  { title: 'Events', checks: section6 },
  { title: 'Errors', checks: section7 },
  { title: 'Limits', checks: section8 },
  { title: 'Versioning', checks: section9 },
];

export interface ConformanceOptions {
  url: string;
  sandboxUrl: string;
  token: string;
  password: string;
  onlySandbox: boolean;
  /** Allows creating, deciding and exceeding the rate limit at an address that is not loopback. */
  mayCost: boolean;
  skipLimits?: boolean | undefined;
  rate?: number | undefined;
  controlUrl?: string | undefined;
  importId?: string | undefined;
  clock?: SuiteClock | undefined;
}

export interface CheckResult {
  section: number;
  sentence: string;
  outcome: 'passed' | 'failed' | 'skipped';
  detail: string | undefined;
  notes: string[];
}

export async function runConformance(
  options: ConformanceOptions,
  onResult: (result: CheckResult) => void = () => undefined,
): Promise<CheckResult[]> {
  const skippedNeeds = findSkippedNeeds(options);
  const { token, password, rate = 10, clock = systemClock } = options;
  // Two below the limit: delayed requests can arrive closer together than they were sent.
  const live = createApiClient({ base: options.url, token, password, clock, maxPerSecond: rate - 2 });
  const sandbox = createApiClient({ base: options.sandboxUrl, token, password, clock });
  let notes: string[] = [];
  const context = createCheckContext({
    live,
    sandbox,
    control: options.controlUrl === undefined ? undefined : createControlClient(options.controlUrl),
    clock,
    mayCreate: !skippedNeeds.has('creates'),
    toolsFrom: options.onlySandbox ? sandbox : live,
    givenImportId: options.importId,
    rate,
    addNote: (text) => void (notes.includes(text) || notes.push(text)),
  });

  const results: CheckResult[] = [];
  for (const [index, section] of sections.entries()) {
    for (const { sentence, needs, run } of section.checks) {
      notes = [];
      const skippedNeed = needs.find((need) => skippedNeeds.has(need));
      const outcome =
        skippedNeed === undefined
          ? await runCheck(() => run(context))
          : ({ outcome: 'skipped', detail: skippedNeeds.get(skippedNeed) } as const);
      const result: CheckResult = { section: index + 1, sentence, ...outcome, notes };
      results.push(result);
      onResult(result);
    }
  }
  return results;
}

/** What the suite must not do at this address, with the reason for the report. */
function findSkippedNeeds(options: ConformanceOptions): Map<Need, string> {
  const skippedNeeds = new Map<Need, string>();
  if (options.skipLimits === true) skippedNeeds.set('limits', 'skipped by --skip-limits');
  if (options.onlySandbox) {
    for (const need of ['reads', 'creates', 'control'] as const) skippedNeeds.set(need, 'only the sandbox is checked');
    return skippedNeeds;
  }
  if (!isLoopback(options.url) && !options.mayCost) {
    skippedNeeds.set('creates', 'creates or decides at the live address: needs --creates-and-may-cost-money');
    skippedNeeds.set('bursts', 'exceeds the limit of the live address: needs --creates-and-may-cost-money');
  }
  if (options.controlUrl === undefined)
    skippedNeeds.set('control', 'cannot be checked from outside; on the simulator with --control');
  return skippedNeeds;
}

/** @internal Exported for its test. */
export function isLoopback(url: string): boolean {
  const { hostname } = new URL(url);
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}

async function runCheck(run: () => Promise<void>): Promise<Pick<CheckResult, 'outcome' | 'detail'>> {
  try {
    await run();
    return { outcome: 'passed', detail: undefined };
  } catch (error) {
    if (error instanceof CheckSkippedError) return { outcome: 'skipped', detail: error.message };
    if (error instanceof CheckFailedError || error instanceof UnreachableError)
      return { outcome: 'failed', detail: error.message };
    throw error;
  }
}
