import { brandDeclarations, brandPalette, type Theme } from '@/lib/contract/brand-palette';
import type { Branding } from '@/lib/contract/branding';

/** The partner's colours for both themes. */
export function BrandStyle({ branding, nonce }: { branding: Branding; nonce: string | undefined }) {
  return <style nonce={nonce} dangerouslySetInnerHTML={{ __html: brandCss(branding) }} />;
}

/** @internal */
export function brandCss(branding: Branding): string {
  const palettes = { light: brandPalette(branding, 'light'), dark: brandPalette(branding, 'dark') };
  return [
    `:root{${brandDeclarations(palettes)}}:focus-visible{outline-color:var(--brand-ink)}`,
    ...(branding.darkLogo === null ? [] : [logoCss]),
  ].join('');
}

const show = (root: string, shown: Theme) =>
  `${root} [data-logo]{display:none}${root} [data-logo=${shown}]{display:block}`;
/** CSS has no way to ask for the colour scheme in use, so this repeats how the root element chooses it. */
const logoCss =
  show(':root', 'light') +
  `@media (prefers-color-scheme:dark){${show(':root:not([data-theme=light])', 'dark')}}` +
  show(':root[data-theme=dark]', 'dark');
