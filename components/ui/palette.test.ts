import { describe, expect, it } from 'vitest';
import { palette, roles } from '../../tailwind.config';
import { contrastRatio } from './contrast';

type Name = keyof typeof palette;

const resolve = (name: Name | keyof typeof roles): Name =>
  name in palette ? (name as Name) : roles[name as keyof typeof roles];

const themes = [
  ['light', 0],
  ['dark', 1],
] as const;

const backgrounds = ['canvas', 'sunken', 'hover', 'accent-tint', 'overlay'] as const;
const texts = ['ink', 'ink-2', 'meta', 'accent', 'wait', 'work', 'turn', 'done', 'undo', 'gone', 'unkn'] as const;

describe.each(themes)('the %s palette', (_theme, index) => {
  const colour = (name: Name | keyof typeof roles) => palette[resolve(name)][index];

  it.each(texts.flatMap((text) => backgrounds.map((background) => [text, background] as const)))(
    'writes %s on %s at 4.5 to 1 or better',
    (text, background) => {
      expect(contrastRatio(colour(text), colour(background))).toBeGreaterThanOrEqual(4.5);
    },
  );

  it.each(['wait', 'work', 'turn', 'done', 'undo'] as const)(
    'writes %s on its own tint at 4.5 to 1 or better',
    (family) => {
      expect(contrastRatio(colour(family), colour(`${family}-tint`))).toBeGreaterThanOrEqual(4.5);
    },
  );

  it('writes on the accent fill, and on it when hovered, at 4.5 to 1 or better', () => {
    expect(contrastRatio(colour('on-accent'), colour('accent-fill'))).toBeGreaterThanOrEqual(4.5);
    expect(contrastRatio(colour('on-accent'), colour('accent-strong'))).toBeGreaterThanOrEqual(4.5);
  });

  it('writes quiet text on pressed ground and tracks at 4.5 to 1 or better', () => {
    for (const text of ['ink', 'ink-2', 'meta'] as const) {
      expect(contrastRatio(colour(text), colour('press'))).toBeGreaterThanOrEqual(4.5);
    }
  });

  it('draws the edges of inputs, the focus ring and the fill at 3 to 1 or better', () => {
    for (const edge of ['control', 'accent', 'accent-fill', 'unkn-line'] as const) {
      expect(contrastRatio(colour(edge), colour('canvas'))).toBeGreaterThanOrEqual(3);
    }
  });
});

describe('contrastRatio', () => {
  it('is 21 for black on white, 1 for a colour on itself, and the same either way round', () => {
    expect(contrastRatio('#000', '#ffffff')).toBeCloseTo(21, 5);
    expect(contrastRatio('#0a567d', '#0a567d')).toBe(1);
    expect(contrastRatio('#0a567d', '#fff')).toBe(contrastRatio('#fff', '#0a567d'));
  });

  it('refuses what is not a hex colour', () => {
    expect(() => contrastRatio('red', '#fff')).toThrow(RangeError);
  });
});
