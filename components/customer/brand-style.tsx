import { brandDeclarations, brandPalette, type Theme } from '@/lib/contract/brand-palette';
import type { Branding } from '@/lib/contract/branding';

/** The partner's colours for both themes. `theme` is for previews, which have one that is not the reader's. */
export function BrandStyle({
  branding,
  nonce,
  theme,
}: {
  branding: Branding;
  nonce: string | undefined;
  theme?: Theme | undefined;
}) {
  return <style nonce={nonce} dangerouslySetInnerHTML={{ __html: brandCss(branding, theme) }} />;
}

/** @internal */
export function brandCss(branding: Branding, theme?: Theme): string {
  const palettes = { light: brandPalette(branding, 'light'), dark: brandPalette(branding, 'dark') };
  return [
    ...(theme ? [`:root{color-scheme:${theme}!important}`] : []),
    `:root{${brandDeclarations(palettes)}}:focus-visible{outline-color:var(--brand-ink)}`,
    ...(branding.darkLogo === null ? [] : [logoCss(theme)]),
  ].join('');
}

/** CSS has no way to ask for the colour scheme in use, so this repeats how the root element chooses it. */
function logoCss(theme: Theme | undefined): string {
  const show = (root: string, shown: Theme) =>
    `${root} [data-logo]{display:none}${root} [data-logo=${shown}]{display:block}`;
  if (theme) return show(':root', theme);
  return `${show(':root', 'light')}@media (prefers-color-scheme:dark){${show(':root:not([data-theme=light])', 'dark')}}${show(':root[data-theme=dark]', 'dark')}`;
}
