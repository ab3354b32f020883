import { describe, expect, it } from 'vitest';
import { palette, roles } from '../../tailwind.config';
import { contrastRatio } from './contrast';
import { type EmbedTheme, parseEmbed } from './embed';
import { embedCss, embedScheme, readableBackground, textColours } from './embed-css';
import { brandSurfaces } from './brand-palette';

const branding = { colour: '#1d6a50', darkColour: null };
const noTheme: EmbedTheme = { colour: null, background: null, scheme: null, radiusPx: null, fonts: [] };
const parseTheme = (fields: Record<string, string>) => parseEmbed(new URLSearchParams(fields).toString()).theme;

describe('parseEmbed', () => {
  it('reads every field', () => {
    const fields = {
      parent: 'https://app.company.example',
      colour: '#1d6a50',
      background: '#fafafa',
      theme: 'dark',
      radius: '4.5',
      font: `"Source Sans 3", 'Helvetica Neue', sans-serif`,
    };
    expect(parseEmbed(new URLSearchParams(fields).toString())).toEqual({
      parent: 'https://app.company.example',
      theme: {
        colour: '#1d6a50',
        background: '#fafafa',
        scheme: 'dark',
        radiusPx: 4.5,
        fonts: ['Source Sans 3', 'Helvetica Neue', 'sans-serif'],
      },
    });
  });

  it.each(['', '1', '&&&', 'colour', '%', 'x'.repeat(100_000)])('has no theme for %.20s', (text) => {
    expect(parseEmbed(text)).toEqual({ parent: '', theme: noTheme });
  });

  const attacks = [
    '#fff;}body{display:none',
    'red',
    'url(https://evil.example)',
    '#1d6a50"',
    '</style><script>alert(1)</script>',
    '#1D6A50\n',
    'expression(alert(1))',
    '9'.repeat(50),
    '-1',
    'NaN',
    '1e9',
    'a\\22;}',
    'x"y',
    ',',
  ];
  it.each(attacks)('lets nothing of %j into the style sheet', (value) => {
    const theme = parseTheme({ colour: value, background: value, theme: value, radius: value, font: value });
    const { fonts, ...rest } = theme;
    expect(rest).toEqual({ colour: null, background: null, scheme: null, radiusPx: null });
    // Plain words are a valid font.
    expect(embedCss(theme, branding)).toMatch(/^$|^body\{font-family:"[\w -]+"\}$/);
    expect(fonts.join('')).toMatch(/^[\w-]*$/);
  });

  it('limits the radius', () => {
    expect(parseTheme({ radius: '99' }).radiusPx).toBe(24);
    expect(parseTheme({ radius: '0' }).radiusPx).toBe(0);
  });
});

describe('embedCss', () => {
  it('changes nothing without a theme', () => {
    expect(embedCss(noTheme, branding)).toBe('');
  });

  it('writes what was chosen', () => {
    const theme: EmbedTheme = {
      ...noTheme,
      colour: '#aa3300',
      scheme: 'dark',
      radiusPx: 2,
      fonts: ['Georgia', 'serif'],
    };
    const css = embedCss(theme, branding);
    expect(css).toContain('--brand:light-dark(#aa3300,');
    expect(embedScheme(theme)).toBe('dark');
    expect(css).toContain('--radius-tile:2px');
    expect(css).toContain('body{font-family:"Georgia",serif}');
  });

  it('follows the device without a theme, and the background without a scheme', () => {
    expect(embedScheme(noTheme)).toBeNull();
    expect(embedScheme({ ...noTheme, background: '#fff7ed' })).toBe('light');
    expect(embedScheme({ ...noTheme, background: '#1c1917' })).toBe('dark');
    expect(embedScheme({ ...noTheme, background: '#1c1917', scheme: 'light' })).toBe('light');
  });

  it('has the colours of the palette', () => {
    for (const [index, scheme] of (['light', 'dark'] as const).entries())
      for (const role of ['ink', 'meta'] as const) expect(palette[roles[role]][index]).toBe(textColours[scheme][role]);
  });

  const samples = ['00', '40', '80', 'b0', 'ff'];
  const colours = samples.flatMap((r) => samples.flatMap((g) => samples.map((b) => `#${r}${g}${b}`)));

  it('keeps text on every colour readable', () => {
    for (const colour of colours) {
      const css = embedCss({ ...noTheme, colour }, branding);
      for (const scheme of ['light', 'dark'] as const) {
        const fill = valueOf(css, '--brand', scheme);
        expect(contrastRatio(fill, valueOf(css, '--on-brand', scheme)), colour).toBeGreaterThanOrEqual(4.5);
        const [canvas] = brandSurfaces[scheme];
        expect(contrastRatio(valueOf(css, '--brand-ink', scheme), canvas), colour).toBeGreaterThanOrEqual(4.5);
      }
    }
  });

  it('keeps text on every background readable, and on the surfaces made of it', () => {
    for (const background of colours) {
      for (const chosen of [null, 'light', 'dark'] as const) {
        const theme = { ...noTheme, background, scheme: chosen };
        const css = embedCss(theme, branding);
        const scheme = embedScheme(theme) ?? 'light';
        const index = scheme === 'light' ? 0 : 1;
        const texts = (['n-900', 'n-600', 'n-500', 'unkn', 'turn', 'done', 'work'] as const).map(
          (name) => palette[name][index],
        );
        for (const surface of ['--canvas', '--sunken', '--hover'])
          for (const text of [...texts, valueOf(css, '--brand-ink', scheme)])
            expect(
              contrastRatio(text, valueOf(css, surface, scheme)),
              `${text} on ${background} ${surface}`,
            ).toBeGreaterThanOrEqual(4.5);
      }
    }
  });

  it('keeps a background that can be read as it is', () => {
    expect(readableBackground('#fff8f0', 'light')).toBe('#fff8f0');
    expect(readableBackground('#101820', 'dark')).toBe('#101820');
  });
});

/** `--name:#123456` or `--name:light-dark(#123456,#abcdef)`. */
function valueOf(css: string, name: string, scheme: 'light' | 'dark'): string {
  const [first = '', second = first] = new RegExp(`[{;]${name}:([^;}]+)`).exec(css)?.[1]?.match(/#[0-9a-f]{6}/g) ?? [];
  return scheme === 'light' ? first : second;
}
