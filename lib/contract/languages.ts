// Apart from the schemas: pages use this in the browser, where zod is not loaded.

interface LanguageFacts {
  /** In the language itself. */
  name: string;
  /** For dates and numbers. */
  locale: string;
  dir: 'ltr' | 'rtl';
}

/**
 * The languages of customers, in the order of the menus. Arabic has Latin digits, as Intl gives them for `ar` without a
 * region and as usernames, times and the service's texts have them; named here, because the default depends on the runtime.
 */
export const languageFacts = {
  en: { name: 'English', locale: 'en-GB', dir: 'ltr' },
  de: { name: 'Deutsch', locale: 'de', dir: 'ltr' },
  fr: { name: 'Français', locale: 'fr', dir: 'ltr' },
  es: { name: 'Español', locale: 'es', dir: 'ltr' },
  'pt-BR': { name: 'Português (Brasil)', locale: 'pt-BR', dir: 'ltr' },
  nl: { name: 'Nederlands', locale: 'nl', dir: 'ltr' },
  ja: { name: '日本語', locale: 'ja', dir: 'ltr' },
  ar: { name: 'العربية', locale: 'ar-u-nu-latn', dir: 'rtl' },
} as const satisfies Record<string, LanguageFacts>;

export type Language = keyof typeof languageFacts;

export const languages = Object.keys(languageFacts) as [Language, ...Language[]];

/** One value per language. */
export function byLanguage<Value>(valueOf: (language: Language) => Value): Record<Language, Value> {
  return Object.fromEntries(languages.map((language) => [language, valueOf(language)])) as Record<Language, Value>;
}

/** For selects. */
export const languageOptions: readonly { value: Language; label: string }[] = languages.map((value) => ({
  value,
  label: languageFacts[value].name,
}));
