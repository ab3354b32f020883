import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { preferredLocale } from './preferred-locale';

describe('preferredLocale', () => {
  it('returns the first locale of the browser', () => {
    expect(preferredLocale('de-AT,de;q=0.9,en;q=0.8')).toBe('de-AT');
  });

  it('skips invalid language tags', () => {
    expect(preferredLocale('*, !!, fr')).toBe('fr');
    expect(preferredLocale(null)).toBe('en');
  });

  it('always returns a locale that can format numbers', () => {
    fc.assert(
      fc.property(fc.string(), (header) => {
        expect(() => new Intl.NumberFormat(preferredLocale(header)).format(12408)).not.toThrow();
      }),
    );
  });
});
