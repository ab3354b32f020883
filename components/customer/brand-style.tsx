import { brandPalette, type BrandPalette, type Theme } from '@/lib/contract/brand-palette';
import type { Branding } from '@/lib/contract/branding';

const variables = {
  brand: '--brand',
  onBrand: '--on-brand',
  hover: '--brand-hover',
  ink: '--brand-ink',
  wash: '--brand-wash',
} as const satisfies Record<keyof BrandPalette, string>;

/** The partner's colours for both themes. */
export function BrandStyle({ branding, nonce }: { branding: Branding; nonce: string | undefined }) {
  return <style nonce={nonce} dangerouslySetInnerHTML={{ __html: brandCss(branding) }} />;
}

/** @internal */
export function brandCss(branding: Branding): string {
  const light = brandPalette(branding, 'light');
  const dark = brandPalette(branding, 'dark');
  const declarations = Object.entries(variables).map(([name, variable]) => {
    const key = name as keyof BrandPalette;
    return `${variable}:light-dark(${light[key]},${dark[key]})`;
  });
  return [
    `:root{${declarations.join(';')}}:focus-visible{outline-color:var(--brand-ink)}`,
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
