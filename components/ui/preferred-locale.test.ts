import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { preferredLocale } from './preferred-locale';

describe('preferredLocale', () => {
  it('takes the first the browser asks for', () => {
    expect(preferredLocale('de-AT,de;q=0.9,en;q=0.8')).toBe('de-AT');
  });

  it('passes over what is no language', () => {
    expect(preferredLocale('*, !!, fr')).toBe('fr');
    expect(preferredLocale(null)).toBe('en');
  });

  it('answers with something numbers can be written in, whatever is sent', () => {
    fc.assert(
      fc.property(fc.string(), (header) => {
        expect(() => new Intl.NumberFormat(preferredLocale(header)).format(12408)).not.toThrow();
      }),
    );
  });
});
