import type { Random } from '../random';
import type { FaultEffect, FaultRule } from './fault-rules';

export interface FaultInjector {
  /** All matching latencies add up; of the other effects the first match counts. */
  match(request: FaultTarget): { delayMs: number; effect: FaultEffect | null };
  rules(): readonly FaultRule[];
  set(rules: readonly FaultRule[]): void;
  /** Keeps the remaining `times` of existing rules. */
  add(rules: readonly FaultRule[]): void;
}

interface FaultTarget {
  method: string;
  base: 'live' | 'sandbox';
  path: string;
  /** Address, decoded query and body. */
  text: string;
}

export function createFaultInjector(initial: readonly FaultRule[], random: Random): FaultInjector {
  let entries: { rule: FaultRule; left: number }[] = [];
  const toEntry = (rule: FaultRule) => ({ rule, left: rule.match.times ?? Infinity });
  const set = (rules: readonly FaultRule[]): void => {
    entries = rules.map(toEntry);
  };
  set(initial);

  return {
    set,
    add: (rules) => void entries.push(...rules.map(toEntry)),
    rules: () => entries.filter(({ left }) => left > 0).map(({ rule }) => rule),
    match(request) {
      let delayMs = 0;
      let effect: FaultEffect | null = null;
      for (const entry of entries) {
        const { rule } = entry;
        const isLatency = rule.effect.kind === 'latency';
        if (entry.left <= 0 || (effect !== null && !isLatency) || !matches(rule.match, request)) continue;
        if (rule.match.probability !== undefined && !random.chance(rule.match.probability)) continue;
        entry.left -= 1;
        if (rule.effect.kind === 'latency') delayMs += rule.effect.ms + random.next() * rule.effect.jitterMs;
        else effect = rule.effect;
      }
      return { delayMs, effect };
    },
  };
}

function matches(match: FaultRule['match'], request: FaultTarget): boolean {
  if (match.method !== undefined && match.method.toUpperCase() !== request.method) return false;
  if (match.base !== undefined && match.base !== request.base) return false;
  if (match.text !== undefined && !request.text.includes(match.text)) return false;
  return match.path === undefined || patternOf(match.path).test(request.path);
}

function patternOf(path: string): RegExp {
  const source = path
    .split(/(\*\*|\*)/)
    .map((piece) => (piece === '**' ? '.*' : piece === '*' ? '[^/]*' : piece.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')))
    .join('');
  return new RegExp(`^${source}$`);
}
