import { expect, it } from 'vitest';
import { brandIcon } from './brand-icon';
import { defaultBranding } from './branding';

const image = (width: number, height: number, letter = 'A') =>
  ({ id: letter.repeat(43), type: 'png', width, height }) as const;

it('is the favicon, else a square logo, else the first letter', () => {
  const favicon = image(32, 32, 'F');
  expect(brandIcon({ ...defaultBranding, favicon, logo: image(64, 64) }).url).toBe(
    `/api/branding/images/${favicon.id}`,
  );
  expect(brandIcon({ ...defaultBranding, logo: image(64, 60) }).url).toContain('/api/branding/images/');
  expect(brandIcon({ ...defaultBranding, logo: image(300, 60) }).type).toBe('image/svg+xml');
  // Saved before images were measured.
  expect(brandIcon({ ...defaultBranding, logo: image(0, 0) }).type).toBe('image/svg+xml');
});

it.each([
  ['Northdesk', '>N</text>'],
  ['<script>', '>&#60;</text>'],
  ['&Co', '>&#38;</text>'],
  ['éclair', '>É</text>'],
  ['🚢 Harbour', '>🚢</text>'],
])('has the first letter of %s as text', (partnerName, expected) => {
  const { url } = brandIcon({ ...defaultBranding, partnerName });
  expect(decodeURIComponent(url)).toContain(expected);
});
