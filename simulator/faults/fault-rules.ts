import { z } from 'zod';
import type { Random } from '../random';

export const faultEffectSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('latency'), ms: z.number().min(0), jitterMs: z.number().min(0).default(0) }),
  /** Never responds, does not do the work. */
  z.strictObject({ kind: z.literal('hang') }),
  /** Does the work, then never responds. */
  z.strictObject({ kind: z.literal('hang-after') }),
  z.strictObject({ kind: z.literal('reset-before') }),
  z.strictObject({ kind: z.literal('reset-after') }),
  z.strictObject({ kind: z.literal('error-500') }),
  z.strictObject({ kind: z.literal('html-503') }),
  /** Half of the response, then the connection is closed; with `clean` its length matches. */
  z.strictObject({ kind: z.literal('truncated'), clean: z.boolean().default(false) }),
  z.strictObject({ kind: z.literal('wrong-types') }),
  z.strictObject({ kind: z.literal('huge'), bytes: z.number().int().min(1).max(200_000_000).default(10_000_000) }),
  z.strictObject({ kind: z.literal('rate-limited'), retryAfter: z.union([z.number(), z.string()]).optional() }),
  z.strictObject({
    kind: z.literal('answer'),
    status: z.number().int().min(200).max(599),
    body: z.string().default(''),
    headers: z.record(z.string(), z.string()).default({}),
  }),
]);

export const faultRuleSchema = z.strictObject({
  match: z
    .strictObject({
      method: z.string().optional(),
      /** Below the base address. `*` matches one segment, `**` anything. */
      path: z.string().optional(),
      base: z.enum(['live', 'sandbox']).optional(),
      text: z.string().min(1).optional(),
      times: z.number().int().positive().optional(),
      probability: z.number().min(0).max(1).optional(),
    })
    .default({}),
  effect: faultEffectSchema,
});

export type FaultEffect = z.infer<typeof faultEffectSchema>;
export type FaultRule = z.infer<typeof faultRuleSchema>;
export type FaultRuleInput = z.input<typeof faultRuleSchema>;

interface FaultTarget {
  method: string;
  base: 'live' | 'sandbox';
  path: string;
  /** Address, decoded query and body. */
  text: string;
}

export function createFaultInjector(random: Random) {
  let entries: { rule: FaultRule; left: number }[] = [];
  const toEntry = (input: FaultRuleInput) => {
    const rule = faultRuleSchema.parse(input);
    return { rule, left: rule.match.times ?? Infinity };
  };

  return {
    rules: () => entries.filter(({ left }) => left > 0).map(({ rule }) => rule),
    set(rules: readonly FaultRuleInput[]): void {
      entries = rules.map(toEntry);
    },
    /** Keeps the remaining `times` of existing rules. */
    add: (rules: readonly FaultRuleInput[]) => void entries.push(...rules.map(toEntry)),
    /** All matching latencies add up; of the other effects the first match counts. */
    match(request: FaultTarget): { delayMs: number; effect: FaultEffect | null } {
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
