import { expect, it } from 'vitest';
import { brandingSchema, defaultBranding } from './branding';

it.each(['https://help.example', 'mailto:help@example.com', ''])('accepts the link %j', (helpUrl) => {
  expect(brandingSchema.safeParse({ ...defaultBranding, helpUrl }).success).toBe(true);
});

it.each(['javascript:alert(1)', 'data:text/html,x', '//evil.example', 'ftp://files.example', 'http://plain.example'])(
  'refuses the link %j',
  (url) => {
    for (const field of ['helpUrl', 'privacyUrl', 'termsUrl']) {
      expect(brandingSchema.safeParse({ ...defaultBranding, [field]: url }).success).toBe(false);
    }
  },
);

it('refuses colours that are not six hex digits', () => {
  for (const colour of ['red', '#12', '#1d6a50;}', 'url(x)']) {
    expect(brandingSchema.safeParse({ ...defaultBranding, colour }).success).toBe(false);
    expect(brandingSchema.safeParse({ ...defaultBranding, darkColour: colour }).success).toBe(false);
  }
});
