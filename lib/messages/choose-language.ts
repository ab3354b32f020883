import { languages, languageSchema, type Language } from '../contract/start';

/** The chosen language wins, then the link's, then the browser's preferences. */
export function chooseLanguage(preferences: {
  chosen?: string | undefined;
  link?: Language | null | undefined;
  acceptLanguage?: string | null | undefined;
}): Language {
  const chosen = languageSchema.safeParse(preferences.chosen);
  if (chosen.success) return chosen.data;
  if (preferences.link) return preferences.link;
  const ranked = (preferences.acceptLanguage ?? '')
    .slice(0, 1000)
    .split(',')
    .map((part, position) => {
      const [tag = '', ...parameters] = part.trim().toLowerCase().split(';');
      const weight = parameters.map((p) => /^\s*q=([\d.]+)$/.exec(p)?.[1]).find((q) => q !== undefined);
      return { tag: tag.split('-')[0] ?? '', weight: weight === undefined ? 1 : Number(weight), position };
    })
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight || a.position - b.position);
  for (const { tag } of ranked) {
    const known = languages.find((language) => language === tag);
    if (known) return known;
  }
  return 'en';
}
