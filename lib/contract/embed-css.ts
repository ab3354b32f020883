import { type BrandColours, brandDeclarations, brandPalette, brandSurfaces, type Theme } from './brand-palette';
import { contrastRatio, mixColours, mixUntil, textColourOn } from './contrast';
import type { EmbedTheme } from './embed';

/**
 * Of `tailwind.config.ts`: of the text colours those with the most and the least contrast.
 * @internal
 */
export const textColours = {
  light: { ink: '#11151a', meta: '#5f6976' },
  dark: { ink: '#f0f3f5', meta: '#939da9' },
} as const satisfies Record<Theme, unknown>;

/** How much of the text colour is in the surfaces and lines on a background of the partner's. */
const shares = { sunken: 0.02, hover: 0.04, press: 0.08, 'line-soft': 0.08, line: 0.13, 'line-strong': 0.24 } as const;

/** More than the 4.5 of WCAG 2.2 AA, so that the text can also be read on the surfaces. */
const backgroundContrast = 5.2;

/** The `data-theme` of the page; null follows the device. A background decides it, unless the theme does. */
export function embedScheme({ scheme, background }: EmbedTheme): Theme | null {
  if (scheme !== null || background === null) return scheme;
  return textColourOn(background) === '#ffffff' ? 'dark' : 'light';
}

/**
 * A style sheet for a theme, on a page with its scheme. Its colours are moved until text on them has the contrast of WCAG
 * 2.2 AA, so that a partner can choose any. `branding` is used where the theme has no colour.
 */
export function embedCss(theme: EmbedTheme, branding: BrandColours): string {
  const scheme = embedScheme(theme);
  const rules: string[] = [];
  const surfaces = { ...brandSurfaces };
  if (theme.background !== null && scheme !== null) {
    const canvas = readableBackground(theme.background, scheme);
    const surface = (name: keyof typeof shares) => mixColours(canvas, textColours[scheme].ink, shares[name]);
    surfaces[scheme] = [canvas, surface('sunken'), surface('hover')];
    rules.push(`--canvas:${canvas}`);
    for (const name of Object.keys(shares) as (keyof typeof shares)[]) rules.push(`--${name}:${surface(name)}`);
  }
  if (theme.colour !== null || theme.background !== null) {
    const colours = theme.colour === null ? branding : { colour: theme.colour, darkColour: null };
    const [light, dark] = (['light', 'dark'] as const).map((name) => brandPalette(colours, name, surfaces[name]));
    if (light && dark) rules.push(brandDeclarations({ light, dark }));
  }
  if (theme.radiusPx !== null) rules.push(`--radius-tile:${theme.radiusPx}px`);
  const body = theme.fonts.length === 0 ? '' : `body{font-family:${theme.fonts.map(fontFamily).join(',')}}`;
  return `${rules.length === 0 ? '' : `:root:root{${rules.join(';')}}`}${body}`;
}

/** @internal */
export function readableBackground(background: string, scheme: Theme): string {
  const [canvas] = brandSurfaces[scheme];
  const { meta } = textColours[scheme];
  return mixUntil(background, canvas, (mixed) => contrastRatio(meta, mixed) >= backgroundContrast);
}

/** Generic names work without quotes only. */
function fontFamily(name: string): string {
  return /^(serif|sans-serif|monospace|system-ui|ui-(serif|sans-serif|monospace|rounded))$/.test(name)
    ? name
    : `"${name}"`;
}
