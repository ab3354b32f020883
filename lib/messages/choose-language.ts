import { languages, type Language } from '../contract/languages';

/**
 * The link decides, then what the customer chose before, then the browser, then English. A link is `lang` in the address,
 * or the language that a start link was created with.
 */
export function chooseLanguage(preferences: {
  address?: string | null | undefined;
  link?: Language | null | undefined;
  stored?: string | null | undefined;
  acceptLanguage?: string | null | undefined;
}): Language {
  return (
    findLanguage(preferences.address ?? '') ??
    preferences.link ??
    findLanguage(preferences.stored ?? '') ??
    acceptedTags(preferences.acceptLanguage ?? '').flatMap((tag) => findLanguage(tag) ?? [])[0] ??
    'en'
  );
}

/** The language itself, else any region of it: `pt` and `pt-PT` become `pt-BR`. */
export function findLanguage(tag: string): Language | undefined {
  const wanted = tag.trim().toLowerCase();
  const exact = languages.find((language) => language.toLowerCase() === wanted);
  return exact ?? languages.find((language) => primaryOf(language) === primaryOf(wanted));
}

/** The visitor's region of the language, so that Americans get American dates. */
export function acceptedRegion(language: Language, acceptLanguage: string | null): string | undefined {
  const tag = acceptedTags(acceptLanguage ?? '').find((one) => primaryOf(one) === primaryOf(language));
  return tag !== undefined && /^[a-z]{2}-[a-z]{2}$/i.test(tag) ? tag : undefined;
}

/** The most wanted first. */
function acceptedTags(header: string): string[] {
  return header
    .slice(0, 1000)
    .split(',')
    .map((part, position) => {
      const [tag = '', ...parameters] = part.trim().split(';');
      const weight = parameters.map((p) => /^\s*q=([\d.]+)\s*$/i.exec(p)?.[1]).find((q) => q !== undefined);
      return { tag: tag.trim(), weight: weight === undefined ? 1 : Number(weight), position };
    })
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight || a.position - b.position)
    .map(({ tag }) => tag);
}

function primaryOf(tag: string): string {
  return tag.split('-')[0]?.toLowerCase() ?? '';
}
