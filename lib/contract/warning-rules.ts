import * as z from 'zod/mini';
import { count, text } from './base-schemas';
import { searchedCharacters } from './match-warning';
import { severities } from './staff-rule';
import { languageSchema, type Language } from './start';

/** Shipped with the app; see `lib/warnings/default-rules.ts`. */
export const defaultRuleIds = [
  'permission',
  'attachment_too_large',
  'unsupported_type',
  'field_without_match',
  'missing_owner',
  'invalid_email',
  'truncated_text',
  'duplicate',
] as const;
export type DefaultRuleId = (typeof defaultRuleIds)[number];

const maxRules = 40;
const maxAlternatives = 10;

const alternatives = (max: number) =>
  z
    .array(text(max).check(z.refine((line) => line.trim() !== '', 'Must not be empty')))
    .check(z.maxLength(maxAlternatives, `At most ${maxAlternatives} lines`));

const explanationSchema = z.object({ explanation: text(500), fix: text(500) });
export type ExplanationTexts = z.infer<typeof explanationSchema>;

/** Matches a warning whose kind is one of `kinds`, or whose text contains all words of one of `texts`. */
export const warningRuleSchema = z
  .object({
    id: text(60).check(z.regex(/^[\w-]+$/)),
    severity: z.enum(severities),
    kinds: alternatives(100),
    texts: alternatives(200),
    /** For staff only. */
    name: text(100).check(z.refine((name) => name.trim() !== '', 'Enter a name')),
    staff: explanationSchema.check(
      z.refine(({ explanation }) => explanation.trim() !== '', { path: ['explanation'], error: 'Say what it means' }),
    ),
    /** Empty or missing: customers see the English text, or else the original wording. */
    customer: z.partialRecord(languageSchema, explanationSchema),
  })
  .check(
    z.refine(({ kinds, texts }) => kinds.length + texts.length > 0, {
      path: ['texts'],
      error: 'Enter a kind, or words of the text',
    }),
  );
export type WarningRule = z.infer<typeof warningRuleSchema>;

/** What customers see of a rule. */
export interface CustomerRule extends Pick<WarningRule, 'id' | 'severity' | 'kinds' | 'texts'> {
  customer: Partial<Record<Language, ExplanationTexts>>;
}

/** In order: the first rule that matches a warning explains it. */
const warningRulesSchema = z.array(warningRuleSchema).check(
  z.maxLength(maxRules, `At most ${maxRules} explanations`),
  z.refine((rules) => new Set(rules.map(({ id }) => id)).size === rules.length, 'Each id may occur once'),
);

export const warningRulesVersionSchema = z.object({ version: count, rules: warningRulesSchema });
export type WarningRulesVersion = z.infer<typeof warningRulesVersionSchema>;
export const saveWarningRulesBodySchema = z.object({ rules: warningRulesSchema, basedOn: count });

/**
 * Equal warnings of the imports that changed last, the most frequent first. Texts are cut to what rules search; PostgreSQL
 * counts an emoji once, JavaScript twice.
 */
export const seenWarningsSchema = z.object({
  imports: count,
  warnings: z.array(z.object({ kind: z.nullable(text(500)), text: text(2 * searchedCharacters), count })),
});
export type SeenWarnings = z.infer<typeof seenWarningsSchema>;

/** In the reader's language, else in English. Undefined if the rule has nothing for customers. */
export function customerTexts(
  { customer }: CustomerRule,
  language: Language,
): (ExplanationTexts & { language: Language }) | undefined {
  for (const candidate of [language, 'en'] as const) {
    const texts = customer[candidate];
    if (texts && texts.explanation.trim() !== '') return { ...texts, language: candidate };
  }
  return undefined;
}

/** Whatever the order of their fields is, which differs between a shipped and a saved rule. */
export function isSameRule(one: WarningRule, other: WarningRule): boolean {
  return sortedJson(one) === sortedJson(other);
}

function sortedJson(rule: WarningRule): string {
  return JSON.stringify(rule, (_name, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
}
