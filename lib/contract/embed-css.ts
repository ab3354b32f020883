import { contrastRatio, textColourOn } from './contrast';
import type { EmbedTheme } from './embed';

type Scheme = 'light' | 'dark';

/**
 * Of `tailwind.config.ts`: the page's background, and of its text colours the ones with the most and the least contrast.
 * @internal
 */
export const baseColours = {
  light: { canvas: '#ffffff', ink: '#11151a', meta: '#5f6976' },
  dark: { canvas: '#0e1114', ink: '#f0f3f5', meta: '#939da9' },
} as const;

/** How much of the text colour is in the surfaces and lines on a background of the partner's. */
const surfaces = {
  sunken: 0.02,
  hover: 0.04,
  press: 0.08,
  'line-soft': 0.08,
  line: 0.13,
  'line-strong': 0.24,
} as const;

const textContrast = 4.6;
/** More, so that the text can also be read on the surfaces. */
const backgroundContrast = 5.2;

/** The `data-theme` of the page; null follows the device. A background decides it, unless the theme does. */
export function embedScheme({ scheme, background }: EmbedTheme): Scheme | null {
  if (scheme !== null || background === null) return scheme;
  return textColourOn(background) === '#ffffff' ? 'dark' : 'light';
}

/**
 * A style sheet for a theme, on a page with its scheme. Its colours are moved until text on them has the contrast of WCAG 2.2 AA, so that a partner can
 * choose any. `brandColour` is used where the theme has none.
 */
export function embedCss(theme: EmbedTheme, brandColour: string): string {
  const scheme = embedScheme(theme);
  const rules: Record<string, string> = {};
  const canvases: Record<Scheme, string> = { light: baseColours.light.canvas, dark: baseColours.dark.canvas };
  if (theme.background !== null && scheme !== null) {
    const canvas = readableBackground(theme.background, scheme);
    canvases[scheme] = canvas;
    rules['--canvas'] = canvas;
    for (const [name, share] of Object.entries(surfaces))
      rules[`--${name}`] = mix(canvas, baseColours[scheme].ink, share);
  }
  if (theme.colour !== null || theme.background !== null) {
    const colour = readableFill(theme.colour ?? brandColour);
    rules['--brand'] = colour;
    rules['--on-brand'] = textColourOn(colour);
    rules['--brand-ink'] =
      `light-dark(${readableText(colour, canvases.light, '#000000')},${readableText(colour, canvases.dark, '#ffffff')})`;
    rules['--brand-wash'] = `color-mix(in srgb,${colour} 8%,var(--canvas))`;
  }
  if (theme.radiusPx !== null) rules['--radius-tile'] = `${theme.radiusPx}px`;
  const root = Object.entries(rules).map(([name, value]) => `${name}:${value}`);
  const body = theme.fonts.length === 0 ? '' : `body{font-family:${theme.fonts.map(fontFamily).join(',')}}`;
  return `${root.length === 0 ? '' : `:root:root{${root.join(';')}}`}${body}`;
}

/** @internal */
export function readableBackground(background: string, scheme: Scheme): string {
  const { canvas, meta } = baseColours[scheme];
  const canBeRead = (mixed: string) => contrastRatio(meta, mixed) >= backgroundContrast;
  return mixUntil(background, canvas, canBeRead);
}

/** A colour on which either black or white text can be read. */
function readableFill(colour: string): string {
  return mixUntil(colour, '#000000', (mixed) => contrastRatio(textColourOn(mixed), mixed) >= textContrast);
}

function readableText(colour: string, background: string, towards: string): string {
  return mixUntil(colour, towards, (mixed) => contrastRatio(mixed, background) >= textContrast);
}

function mixUntil(colour: string, towards: string, isGood: (mixed: string) => boolean): string {
  for (let percent = 0; percent < 100; percent += 5) {
    const mixed = mix(colour, towards, percent / 100);
    if (isGood(mixed)) return mixed;
  }
  return towards;
}

function mix(colour: string, other: string, share: number): string {
  const channel = (hex: string, at: number) => Number.parseInt(hex.slice(at, at + 2), 16);
  const mixed = [1, 3, 5].map((at) => Math.round(channel(colour, at) * (1 - share) + channel(other, at) * share));
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

/** Generic names work without quotes only. */
function fontFamily(name: string): string {
  return /^(serif|sans-serif|monospace|system-ui|ui-(serif|sans-serif|monospace|rounded))$/.test(name)
    ? name
    : `"${name}"`;
}
