import { describe, expect, it } from 'vitest';
import { palette, roles } from '../../tailwind.config';
import { brandSurfaces } from '@/lib/contract/brand-palette';
import { contrastRatio } from '@/lib/contract/contrast';

type Name = keyof typeof palette;

const resolve = (name: Name | keyof typeof roles): Name =>
  name in palette ? (name as Name) : roles[name as keyof typeof roles];

const themes = [
  ['light', 0],
  ['dark', 1],
] as const;

const backgrounds = ['canvas', 'sunken', 'hover', 'accent-tint', 'overlay'] as const;
const texts = ['ink', 'ink-2', 'meta', 'accent', 'wait', 'work', 'turn', 'done', 'undo', 'gone', 'unkn'] as const;

describe.each(themes)('the %s palette', (theme, index) => {
  const colour = (name: Name | keyof typeof roles) => palette[resolve(name)][index];

  it('has the surfaces for which the brand colours are computed', () => {
    expect(brandSurfaces[theme]).toEqual([colour('canvas'), colour('sunken'), colour('hover')]);
  });

  it.each(texts.flatMap((text) => backgrounds.map((background) => [text, background] as const)))(
    'has a contrast of at least 4.5:1 for %s on %s',
    (text, background) => {
      expect(contrastRatio(colour(text), colour(background))).toBeGreaterThanOrEqual(4.5);
    },
  );

  it.each(['wait', 'work', 'turn', 'done', 'undo'] as const)(
    'has a contrast of at least 4.5:1 for %s on its tint',
    (family) => {
      expect(contrastRatio(colour(family), colour(`${family}-tint`))).toBeGreaterThanOrEqual(4.5);
    },
  );

  it('has a contrast of at least 4.5:1 for text on the accent fill, also on hover', () => {
    expect(contrastRatio(colour('on-accent'), colour('accent-fill'))).toBeGreaterThanOrEqual(4.5);
    expect(contrastRatio(colour('on-accent'), colour('accent-strong'))).toBeGreaterThanOrEqual(4.5);
  });

  it('has a contrast of at least 4.5:1 for text on pressed backgrounds', () => {
    for (const text of ['ink', 'ink-2', 'meta'] as const) {
      expect(contrastRatio(colour(text), colour('press'))).toBeGreaterThanOrEqual(4.5);
    }
  });

  it('has a contrast of at least 3:1 for input borders, focus ring and fill', () => {
    for (const edge of ['control', 'accent', 'accent-fill', 'unkn-line'] as const) {
      expect(contrastRatio(colour(edge), colour('canvas'))).toBeGreaterThanOrEqual(3);
    }
  });
});

describe('contrastRatio', () => {
  it('is 21 for black on white, 1 for equal colours, and symmetric', () => {
    expect(contrastRatio('#000', '#ffffff')).toBeCloseTo(21, 5);
    expect(contrastRatio('#0a567d', '#0a567d')).toBe(1);
    expect(contrastRatio('#0a567d', '#fff')).toBe(contrastRatio('#fff', '#0a567d'));
  });

  it('throws for anything but a hex colour', () => {
    expect(() => contrastRatio('red', '#fff')).toThrow(RangeError);
  });
});
