import { z } from 'zod';
import { count, text } from './base-schemas';
import { byLanguage } from './languages';
import { searchedCharacters } from './match-warning';
import { ruleProblems, severities } from './rule-texts';

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

const explanationSchema = z.object({ explanation: text(500), fix: text(500) });

/** Matches a warning whose kind is one of `kinds`, or whose text contains all words of one of `texts`. */
export const warningRuleSchema = z.object({
  id: text(60).regex(/^[\w-]+$/),
  severity: z.enum(severities),
  kinds: z.array(z.string()),
  texts: z.array(z.string()),
  /** For staff only. */
  name: text(100),
  staff: explanationSchema,
  /** Empty or missing: customers see the English text, or else the original wording. */
  customer: z.strictObject(byLanguage(() => explanationSchema.optional())),
});
export type WarningRule = z.infer<typeof warningRuleSchema>;

/** What customers see of a rule. */
export type CustomerRule = Pick<WarningRule, 'id' | 'severity' | 'kinds' | 'texts' | 'customer'>;

const checkedRuleSchema = warningRuleSchema.check(({ value, issues }) => {
  for (const { path, message } of ruleProblems(value)) {
    issues.push({ code: 'custom', path: path.split('.'), message, input: value });
  }
});

/** In order: the first rule that matches a warning explains it. */
const savedRulesSchema = z
  .array(checkedRuleSchema)
  .max(maxRules, `At most ${maxRules} explanations`)
  .refine((rules) => new Set(rules.map(({ id }) => id)).size === rules.length, 'Each id may occur once');

export const warningRulesVersionSchema = z.object({ version: count, rules: z.array(warningRuleSchema) });
export type WarningRulesVersion = z.infer<typeof warningRulesVersionSchema>;
export const saveWarningRulesBodySchema = z.object({ rules: savedRulesSchema, basedOn: count });

/**
 * Equal warnings of the imports that changed last, the most frequent first. Texts are cut to what rules search; PostgreSQL
 * counts an emoji once, JavaScript twice.
 */
export const seenWarningsSchema = z.object({
  imports: count,
  warnings: z.array(z.object({ kind: text(500).nullable(), text: text(2 * searchedCharacters), count })),
});
export type SeenWarnings = z.infer<typeof seenWarningsSchema>;
