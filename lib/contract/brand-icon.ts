import { brandPalette } from './brand-palette';
import { brandImageHref } from './brand-rules';
import type { Branding } from './branding';

/** The first letter, as readers count letters. */
export function initialOf(name: string): string {
  return [...name.trim()][0]?.toUpperCase() ?? '';
}

export interface BrandIcon {
  url: string;
  type: string;
}

/** The icon of customer pages: the partner's own, a logo that is about as wide as high, or the first letter of the name. */
export function brandIcon(branding: Branding): BrandIcon {
  const image = branding.favicon ?? (isAboutSquare(branding.logo) ? branding.logo : null);
  if (image !== null) return { url: brandImageHref(image), type: `image/${image.type}` };
  const { brand, onBrand } = brandPalette(branding, 'light');
  const letter = initialOf(branding.partnerName).replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`);
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="${brand}"/>` +
    `<text x="16" y="22.5" text-anchor="middle" font-family="system-ui,sans-serif" font-size="19" font-weight="600" fill="${onBrand}">${letter}</text></svg>`;
  return { url: `data:image/svg+xml,${encodeURIComponent(svg)}`, type: 'image/svg+xml' };
}

function isAboutSquare(logo: Branding['logo']): logo is NonNullable<Branding['logo']> {
  return logo !== null && logo.height > 0 && Math.abs(logo.width / logo.height - 1) <= 0.25;
}
