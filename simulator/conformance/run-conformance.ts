import type { Check, Need } from './check';
import { section1 } from './checks/section-1';
import { section2 } from './checks/section-2';
import { section3 } from './checks/section-3';
import { section4 } from './checks/section-4';
import { section5 } from './checks/section-5';
import { section6 } from './checks/section-6';
import { section7 } from './checks/section-7';
import { section8 } from './checks/section-8';
import { section9 } from './checks/section-9';
import { createAsker, Unreachable } from './create-asker';
import { createBench } from './create-bench';
import { createHands } from './create-hands';
import { type SuiteClock, systemClock } from './suite-clock';
import { Failed, Skipped } from './verdict';

const checks: readonly Check[] = [
  ...section1,
  ...section2,
  ...section3,
  ...section4,
  ...section5,
  ...section6,
  ...section7,
  ...section8,
  ...section9,
];

export interface ConformanceOptions {
  url: string;
  sandboxUrl: string;
  token: string;
  password: string;
  /** Nothing but the sandbox is asked. */
  onlySandbox: boolean;
  /** Leave to create, decide and run into the limit where it may cost money. */
  mayCost: boolean;
  /** Leave the limit alone: nothing is asked faster than allowed. */
  skipLimits?: boolean | undefined;
  /** The limit to expect; ten, unless the operator agreed to another. */
  rate?: number | undefined;
  controlUrl?: string | undefined;
  importId?: string | undefined;
  clock?: SuiteClock | undefined;
}

export interface Result {
  section: Check['section'];
  sentence: string;
  outcome: 'passed' | 'failed' | 'skipped';
  /** What was seen, or why it was skipped. */
  detail: string | undefined;
  notes: string[];
}

export async function runConformance(
  options: ConformanceOptions,
  onResult: (result: Result) => void = () => undefined,
): Promise<Result[]> {
  const refusals = refusedNeeds(options);
  const { token, password, rate = 10, clock = systemClock } = options;
  // Two below the limit: requests may be delayed on the way and then arrive closer together than they left.
  const live = createAsker({ base: options.url, token, password, clock, paceTo: rate - 2 });
  const sandbox = createAsker({ base: options.sandboxUrl, token, password, clock });
  let notes: string[] = [];
  const bench = createBench({
    live,
    sandbox,
    hands: options.controlUrl === undefined ? undefined : createHands(options.controlUrl),
    clock,
    mayCreate: !refusals.has('creates'),
    toolsFrom: options.onlySandbox ? sandbox : live,
    givenImportId: options.importId,
    rate,
    note: (text) => void (notes.includes(text) || notes.push(text)),
  });

  const results: Result[] = [];
  for (const check of checks) {
    notes = [];
    const refused = check.needs.find((need) => refusals.has(need));
    const { section, sentence } = check;
    const verdict =
      refused === undefined
        ? await decide(() => check.run(bench))
        : ({ outcome: 'skipped', detail: refusals.get(refused) } as const);
    const result: Result = { section, sentence, ...verdict, notes };
    results.push(result);
    onResult(result);
  }
  return results;
}

/** What may not be done to this address, each with its reason. */
function refusedNeeds(options: ConformanceOptions): Map<Need, string> {
  const refusals = new Map<Need, string>();
  if (options.skipLimits === true) refusals.set('limits', 'the limit is left alone: --skip-limits');
  if (options.onlySandbox) {
    for (const need of ['reads', 'creates', 'control'] as const) refusals.set(need, 'only the sandbox is asked');
    return refusals;
  }
  if (!isLoopback(options.url) && !options.mayCost) {
    refusals.set('creates', 'creates or decides at the live address: needs --creates-and-may-cost-money');
    refusals.set('bursts', 'runs into the limit of the live address: needs --creates-and-may-cost-money');
  }
  if (options.controlUrl === undefined)
    refusals.set('control', 'cannot be checked from outside; on the simulator with --control');
  return refusals;
}

/** @internal What is safe to create at depends on it, so it is tested name by name. */
export function isLoopback(url: string): boolean {
  const { hostname } = new URL(url);
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}

async function decide(run: () => Promise<void>): Promise<Pick<Result, 'outcome' | 'detail'>> {
  try {
    await run();
    return { outcome: 'passed', detail: undefined };
  } catch (error) {
    if (error instanceof Skipped) return { outcome: 'skipped', detail: error.message };
    if (error instanceof Failed || error instanceof Unreachable) return { outcome: 'failed', detail: error.message };
    throw error;
  }
}
