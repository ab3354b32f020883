import fc from 'fast-check';
import { expect, it } from 'vitest';
import { brandPalette, brandSurfaces, deriveDarkColour, themes } from './brand-palette';
import { contrastRatio } from './contrast';

const colours = fc
  .tuple(...[0, 1, 2].map(() => fc.integer({ min: 0, max: 255 })))
  .map((channels) => `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`);
/** The text on customer pages. */
const text = { light: '#11151a', dark: '#f0f3f5' };

it.each(themes)('reaches AA with any colours in the %s theme', (theme) => {
  fc.assert(
    fc.property(colours, fc.option(colours), (colour, darkColour) => {
      const { brand, onBrand, hover, ink, wash } = brandPalette({ colour, darkColour }, theme);
      // Button text, also while the pointer is on it.
      expect(contrastRatio(onBrand, brand)).toBeGreaterThanOrEqual(4.5);
      expect(contrastRatio(onBrand, hover)).toBeGreaterThanOrEqual(4.5);
      // Links on every surface; borders of tiles and the focus ring need 3:1.
      for (const surface of [...brandSurfaces[theme], wash]) {
        expect(contrastRatio(ink, surface)).toBeGreaterThanOrEqual(4.5);
      }
      // The name of the chosen tool.
      expect(contrastRatio(text[theme], wash)).toBeGreaterThanOrEqual(4.5);
    }),
    { numRuns: 2000 },
  );
});

it('keeps the chosen colours where they are', () => {
  const chosen = { colour: '#1d6a50', darkColour: '#7fd1b4' };
  expect([brandPalette(chosen, 'light').brand, brandPalette(chosen, 'dark').brand]).toEqual(['#1d6a50', '#7fd1b4']);
  expect(brandPalette(chosen, 'light').ink).toBe('#1d6a50');
});

it('derives a colour that can be seen on the dark background, and keeps a colour that already can', () => {
  fc.assert(
    fc.property(colours, (colour) => {
      expect(contrastRatio(deriveDarkColour(colour), brandSurfaces.dark[0])).toBeGreaterThanOrEqual(3);
    }),
  );
  expect(deriveDarkColour('#ffd400')).toBe('#ffd400');
  expect(deriveDarkColour('#0b1f4d')).not.toBe('#0b1f4d');
});
