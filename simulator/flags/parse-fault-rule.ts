import { z } from 'zod';
import { faultEffectSchema, faultRuleSchema, type FaultRule } from '../faults/fault-rules';

const valueNames: Partial<Record<string, string>> = {
  latency: 'ms',
  huge: 'bytes',
  'rate-limited': 'retryAfter',
  answer: 'status',
};

/**
 * A rule as JSON, or in short: `KIND[=NUMBER][ METHOD][ PATH][ xTIMES]`, such as `latency=200`,
 * `error-500 POST /imports` or `reset-after POST /imports/*` + `/payment/accept x1`.
 */
export function parseFaultRule(text: string): FaultRule {
  if (text.trim().startsWith('{')) return parse(JSON.parse(text), text);
  const [head = '', ...words] = text.trim().split(/\s+/);
  const [kind = '', value] = head.split('=');
  const match: Record<string, unknown> = {};
  for (const word of words) {
    if (/^x\d+$/.test(word)) match['times'] = Number(word.slice(1));
    else if (word.startsWith('/')) match['path'] = word;
    else match['method'] = word;
  }
  const name = valueNames[kind];
  const effect = value === undefined || name === undefined ? { kind } : { kind, [name]: Number(value) };
  return parse({ match, effect }, text);
}

function parse(value: unknown, text: string): FaultRule {
  const rule = faultRuleSchema.safeParse(value);
  if (rule.success) return rule.data;
  const kinds = faultEffectSchema.options.map((option) => option.shape.kind.value).join(', ');
  throw new Error(`"${text}" is not a fault (${z.prettifyError(rule.error).split('\n')[0]}); kinds are ${kinds}.`);
}
