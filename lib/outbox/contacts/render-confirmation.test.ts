import { expect, it } from 'vitest';
import { defaultBranding } from '../../contract/branding';
import { renderConfirmation } from './render-confirmation';

it('has the partner’s help, privacy and terms in the footer', () => {
  const urls = {
    helpUrl: 'https://p.example/help',
    privacyUrl: 'https://p.example/privacy',
    termsUrl: 'https://p.example/terms',
  };
  const branding = { ...defaultBranding, ...urls, texts: {} };
  const { html, text } = renderConfirmation({
    branding,
    language: 'en',
    askedBy: 'customer',
    link: 'https://l.example/c',
  });
  for (const url of Object.values(urls)) {
    expect(html).toContain(`href="${url}"`);
    expect(text).toContain(url);
  }
});
