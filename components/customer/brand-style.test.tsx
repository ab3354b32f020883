import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { brandPalette } from '@/lib/contract/brand-palette';
import { defaultBranding } from '@/lib/contract/branding';
import { BrandMark } from './brand-mark';
import { brandCss } from './brand-style';

const logo = { id: 'L'.repeat(43), type: 'png', width: 240, height: 64 } as const;
const darkLogo = { ...logo, id: 'D'.repeat(43) };

it('has the colours of both themes', () => {
  const branding = { ...defaultBranding, colour: '#0b1f4d', darkColour: '#7fb2ff' };
  const css = brandCss(branding);
  expect(css).toContain('--brand:light-dark(#0b1f4d,#7fb2ff)');
  for (const theme of ['light', 'dark'] as const) expect(css).toContain(brandPalette(branding, theme).ink);
});

it('shows the logo of the theme', () => {
  const both = { ...defaultBranding, logo, darkLogo };
  expect(brandCss({ ...both, darkLogo: null })).not.toContain('data-logo');
  expect(brandCss(both)).toContain('@media (prefers-color-scheme:dark){:root:not([data-theme=light]) [data-logo]');
  expect(brandCss(both)).toContain(':root[data-theme=dark] [data-logo=dark]{display:block}');
  const marks = renderToStaticMarkup(<BrandMark branding={both} />);
  expect(marks.match(/<img/g)).toHaveLength(2);
  expect(marks).toContain(`src="/api/branding/images/${logo.id}" alt="" width="240" height="64" data-logo="light"`);
});

it('shows the first letter without a logo', () => {
  expect(renderToStaticMarkup(<BrandMark branding={{ ...defaultBranding, partnerName: 'éclair' }} />)).toContain('>É<');
});
