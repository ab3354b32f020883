/** The first locale a browser asks for that the runtime can format numbers in; `en` when it asks for none. */
export function preferredLocale(acceptLanguage: string | null): string {
  for (const part of (acceptLanguage ?? '').slice(0, 500).split(',')) {
    const tag = part.split(';')[0]?.trim() ?? '';
    try {
      const [known] = Intl.NumberFormat.supportedLocalesOf(tag);
      if (known !== undefined) return known;
    } catch {
      // Not a language tag; the next one may be.
    }
  }
  return 'en';
}
