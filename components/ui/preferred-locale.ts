/** The first locale that the runtime supports; `en` otherwise. */
export function preferredLocale(acceptLanguage: string | null): string {
  for (const part of (acceptLanguage ?? '').slice(0, 500).split(',')) {
    const tag = part.split(';')[0]?.trim() ?? '';
    if (tag === '') continue;
    try {
      const [known] = Intl.NumberFormat.supportedLocalesOf(tag);
      if (known !== undefined) return known;
    } catch {
      // Not a language tag; try the next.
    }
  }
  return 'en';
}
