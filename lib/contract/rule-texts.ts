import type { Language } from './languages';

// Apart from the schemas: pages use this in the browser, where zod is not loaded.

/** The least urgent first. */
export const severities = ['info', 'check', 'action'] as const;
export type Severity = (typeof severities)[number];

export interface ExplanationTexts {
  explanation: string;
  fix: string;
}

const maxLines = 10;
const maxCharacters = { kinds: 100, texts: 200 };

/** Checked by the form and by the schema. */
export function ruleProblems(rule: {
  name: string;
  kinds: readonly string[];
  texts: readonly string[];
  staff: ExplanationTexts;
}): { path: string; message: string }[] {
  const found: { path: string; message: string }[] = [];
  if (rule.name.trim() === '') found.push({ path: 'name', message: 'Enter a name' });
  for (const path of ['kinds', 'texts'] as const) {
    const lines = rule[path];
    const max = maxCharacters[path];
    if (lines.length > maxLines) found.push({ path, message: `At most ${maxLines} lines` });
    if (lines.some((line) => line.length > max)) found.push({ path, message: `At most ${max} characters in a line` });
    if (lines.some((line) => line.trim() === '')) found.push({ path, message: 'Lines must not be empty' });
  }
  if (rule.kinds.length + rule.texts.length === 0) {
    found.push({ path: 'texts', message: 'Enter a kind, or words from the text' });
  }
  if (rule.staff.explanation.trim() === '') found.push({ path: 'staff.explanation', message: 'Enter an explanation' });
  return found;
}

/** In the reader's language, else in English. Undefined if the rule has nothing for customers. */
export function customerTexts(
  { customer }: { customer: Partial<Record<Language, ExplanationTexts | undefined>> },
  language: Language,
): (ExplanationTexts & { language: Language }) | undefined {
  for (const candidate of [language, 'en'] as const) {
    const texts = customer[candidate];
    if (texts && texts.explanation.trim() !== '') return { ...texts, language: candidate };
  }
  return undefined;
}

/** Ignores the order of fields, which differs between a shipped and a saved rule. */
export function isSameRule(one: object, other: object): boolean {
  return sortedJson(one) === sortedJson(other);
}

function sortedJson(rule: object): string {
  return JSON.stringify(rule, (_name, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
}
