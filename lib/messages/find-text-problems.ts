import { languageFacts, type Language } from '../contract/languages';
import { flatten } from './flatten';
import { catalogues } from './messages';
import { readMessage, type ParsedMessage } from './read-message';
import { renderExamples } from './render-examples';

/** Edited in Settings > Customer e-mails, in Settings > Warnings, and shown while there is no database to read from. */
const elsewhere = /^(mail\.events|warnings\.kinds|outage)\./;

/** Without these a customer could not go on, or would not know what the text is about. */
const needed: readonly string[] = ['link', 'host', 'email', 'id'];
/** All other tags are links, without which a customer could not go on. */
const optionalTags: readonly string[] = ['b', 'tag'];

const shippedTexts = new Map<Language, ReadonlyMap<string, string>>();

/** What we ship and partners may replace, in the order of the file. */
export function editableTexts(language: Language): ReadonlyMap<string, string> {
  const known = shippedTexts.get(language);
  if (known) return known;
  const texts = new Map(flatten(catalogues[language]).filter(([key]) => !elsewhere.test(key)));
  shippedTexts.set(language, texts);
  return texts;
}

export const maxCharactersOf = (shipped: string) => Math.min(4000, Math.max(200, 4 * shipped.length));

/** Why this text cannot replace the one we ship. Empty for a good one. */
export function findTextProblems(language: Language, key: string, text: string): string[] {
  const shipped = editableTexts(language).get(key);
  if (shipped === undefined) return ['This text does not exist any more'];
  const max = maxCharactersOf(shipped);
  if (text.length > max) return [`At most ${max} characters`];
  if (text.trim() === '') return ['Enter a text, or reset it to the default'];
  if (!shipped.includes('\n') && /[\n\r\u2028\u2029]/.test(text)) return ['This text must be one line'];
  if (/[^\P{Cc}\n\r]/u.test(text)) return ['Remove the control characters'];
  const allowed = readMessage(shipped);
  let given: ParsedMessage;
  try {
    given = readMessage(text);
  } catch {
    return ["The braces or tags are not balanced. To show a brace or “<” itself, put it in straight quotes: '{'"];
  }
  const problems = [
    ...placeholderProblems(given, allowed),
    ...tagProblems(given, allowed),
    ...pluralProblems(given, language),
  ];
  // Only formats of numbers can fail, and rendering is slow: pages check all own texts after a change.
  const hasFormats = [...given.placeholders.values()].some((kind) => kind !== 'text');
  return problems.length > 0 || !hasFormats ? problems : renderingProblems(language, text);
}

/** Customers would see the key instead of a text that cannot be rendered. */
function renderingProblems(language: Language, text: string): string[] {
  try {
    renderExamples(language, text);
    return [];
  } catch {
    return ['This text cannot be shown. Use the placeholders as in the default'];
  }
}

function placeholderProblems(given: ParsedMessage, allowed: ParsedMessage): string[] {
  const names = [...allowed.placeholders.keys()];
  return [
    ...[...given.placeholders].flatMap(([name, kind]) => {
      const original = allowed.placeholders.get(name);
      if (original === undefined) return [`{${name}} is not available here. ${listOf(names)}`];
      if (kind === 'other') return [`{${name}} has a format that is not supported`];
      return original === 'text' && kind !== 'text' ? [`{${name}} is a text, not a number`] : [];
    }),
    ...names
      .filter((name) => needed.includes(name) && !given.placeholders.has(name))
      .map((name) => `Add {${name}}, which customers need here`),
  ];
}

function listOf(names: readonly string[]): string {
  return names.length === 0 ? 'This text has no placeholders' : `Available: ${names.map((n) => `{${n}}`).join(', ')}`;
}

function tagProblems(given: ParsedMessage, allowed: ParsedMessage): string[] {
  const available =
    allowed.tags.length === 0 ? 'This text has no tags' : `Available: ${allowed.tags.map((t) => `<${t}>`).join(', ')}`;
  const links = allowed.tags.filter((tag) => !optionalTags.includes(tag));
  return [
    ...given.tags
      .filter((tag) => !allowed.tags.includes(tag))
      .map((tag) => `<${tag}> is not available here. ${available}`),
    ...links
      .filter((tag) => !given.tags.includes(tag))
      .map((tag) => `Add <${tag}>…</${tag}>, the link that customers need here`),
    ...links
      .filter((tag) => given.emptyTags.includes(tag))
      .map((tag) => `Put the text of the link between <${tag}> and </${tag}>`),
  ];
}

/** Their order in `Intl` depends on the version of Node. */
const pluralForms = ['zero', 'one', 'two', 'few', 'many', 'other'] as const;

function pluralProblems(given: ParsedMessage, language: Language): string[] {
  if (given.plurals.length === 0) return [];
  const { locale, name } = languageFacts[language];
  const { pluralCategories } = new Intl.PluralRules(locale).resolvedOptions();
  const known: readonly string[] = pluralForms.filter((form) => pluralCategories.includes(form));
  const unknown = given.plurals.flatMap(({ forms }) =>
    forms.filter((form) => !form.startsWith('=') && !known.includes(form)),
  );
  const missing = known.filter((form) => given.plurals.some(({ forms }) => !forms.includes(form)));
  return [
    ...[...new Set(unknown)].map((form) => `${name} has no plural form “${form}”. It has: ${known.join(', ')}`),
    ...(missing.length === 0 ? [] : [`Add the plural forms of ${name} that are missing: ${missing.join(', ')}`]),
  ];
}
