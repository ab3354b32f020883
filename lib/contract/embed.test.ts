import { describe, expect, it } from 'vitest';
import { palette, roles } from '../../tailwind.config';
import { contrastRatio, textColourOn } from './contrast';
import { type EmbedTheme, parseEmbed } from './embed';
import { baseColours, embedCss, embedScheme, readableBackground } from './embed-css';

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
    expect(embedCss(theme, '#1d6a50')).toMatch(/^$|^body\{font-family:"[\w -]+"\}$/);
    expect(fonts.join('')).toMatch(/^[\w-]*$/);
  });

  it('limits the radius', () => {
    expect(parseTheme({ radius: '99' }).radiusPx).toBe(24);
    expect(parseTheme({ radius: '0' }).radiusPx).toBe(0);
  });
});

describe('embedCss', () => {
  it('changes nothing without a theme', () => {
    expect(embedCss(noTheme, '#1d6a50')).toBe('');
  });

  it('writes what was chosen', () => {
    const theme: EmbedTheme = {
      ...noTheme,
      colour: '#1d6a50',
      scheme: 'dark',
      radiusPx: 2,
      fonts: ['Georgia', 'serif'],
    };
    const css = embedCss(theme, '#ff0000');
    expect(css).toContain('--brand:#1d6a50;--on-brand:#ffffff');
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
      for (const [role, colour] of Object.entries(baseColours[scheme]))
        expect(palette[roles[role as keyof (typeof baseColours)['light']]][index]).toBe(colour);
  });

  const samples = ['00', '40', '80', 'b0', 'ff'];
  const colours = samples.flatMap((r) => samples.flatMap((g) => samples.map((b) => `#${r}${g}${b}`)));

  it('keeps text on every colour readable', () => {
    for (const colour of colours) {
      const css = embedCss({ ...noTheme, colour }, '#1d6a50');
      const fill = valueOf(css, '--brand');
      expect(contrastRatio(fill, valueOf(css, '--on-brand')), colour).toBeGreaterThanOrEqual(4.5);
      expect(valueOf(css, '--on-brand')).toBe(textColourOn(fill));
      const [onLight = '', onDark = ''] = valueOf(css, '--brand-ink').match(/#[0-9a-f]{6}/g) ?? [];
      expect(contrastRatio(onLight, baseColours.light.canvas), colour).toBeGreaterThanOrEqual(4.5);
      expect(contrastRatio(onDark, baseColours.dark.canvas), colour).toBeGreaterThanOrEqual(4.5);
    }
  });

  it('keeps text on every background readable, and on the surfaces made of it', () => {
    for (const background of colours) {
      for (const chosen of [null, 'light', 'dark'] as const) {
        const theme = { ...noTheme, background, scheme: chosen };
        const css = embedCss(theme, '#1d6a50');
        const scheme = embedScheme(theme);
        const index = scheme === 'light' ? 0 : 1;
        const texts = (['n-900', 'n-600', 'n-500', 'unkn', 'turn', 'done', 'work'] as const).map(
          (name) => palette[name][index],
        );
        for (const surface of ['--canvas', '--sunken', '--hover'])
          for (const text of texts)
            expect(contrastRatio(text, valueOf(css, surface)), `${background} ${surface}`).toBeGreaterThanOrEqual(4.5);
        const [onLight = '', onDark = ''] = valueOf(css, '--brand-ink').match(/#[0-9a-f]{6}/g) ?? [];
        const brandInk = scheme === 'light' ? onLight : onDark;
        expect(contrastRatio(brandInk, valueOf(css, '--canvas')), background).toBeGreaterThanOrEqual(4.5);
      }
    }
  });

  it('keeps a background that can be read as it is', () => {
    expect(readableBackground('#fff8f0', 'light')).toBe('#fff8f0');
    expect(readableBackground('#101820', 'dark')).toBe('#101820');
  });
});

function valueOf(css: string, name: string): string {
  return new RegExp(`[{;]${name}:([^;}]+)`).exec(css)?.[1] ?? '';
}
