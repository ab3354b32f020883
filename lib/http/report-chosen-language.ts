import type { Language } from '../contract/languages';

/** Under this key lib/start-server.ts registers it on globalThis: Next bundles proxy.ts without the app. */
export const chosenLanguageKey = Symbol.for('landfall.chosen-language');

/** A customer chose a language on this page. Never fails, because the page can be shown without it. */
export async function reportChosenLanguage(choice: { path: string; language: Language }): Promise<void> {
  const report: unknown = Reflect.get(globalThis, chosenLanguageKey);
  if (typeof report === 'function') await report(choice);
}
