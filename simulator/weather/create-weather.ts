import type { Random } from '../random';
import type { Effect, WeatherRule } from './rules';

/** Which effects meet a request: every latency that matches, and the first other effect. */
export interface Weather {
  meet(request: MetRequest): { delayMs: number; effect: Effect | null };
  rules(): readonly WeatherRule[];
  set(rules: readonly WeatherRule[]): void;
  /** On top of those in force, whose count goes on. */
  add(rules: readonly WeatherRule[]): void;
}

interface MetRequest {
  method: string;
  base: 'live' | 'sandbox';
  path: string;
  /** All that was sent, query and body, as people write it. */
  text: string;
}

export function createWeather(initial: readonly WeatherRule[], random: Random): Weather {
  let forecast: { rule: WeatherRule; left: number }[] = [];
  const toEntry = (rule: WeatherRule) => ({ rule, left: rule.match.times ?? Infinity });
  const set = (rules: readonly WeatherRule[]): void => {
    forecast = rules.map(toEntry);
  };
  set(initial);

  return {
    set,
    add: (rules) => void forecast.push(...rules.map(toEntry)),
    rules: () => forecast.filter(({ left }) => left > 0).map(({ rule }) => rule),
    meet(request) {
      let delayMs = 0;
      let effect: Effect | null = null;
      for (const entry of forecast) {
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

function matches(match: WeatherRule['match'], request: MetRequest): boolean {
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
