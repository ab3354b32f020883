import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { Branding } from '@/lib/contract/branding';
import { messagesByLanguage } from '@/lib/messages/messages';
import { BrandPreview } from './brand-preview';
import { brandPreviewLabels } from './labels';

const branding: Branding = { partnerName: 'Acme', colour: '#0b5cad', logo: null, helpUrl: '', privacyUrl: '' };
const textsOf = (change: Partial<Branding>) =>
  [...renderToStaticMarkup(<BrandPreview branding={{ ...branding, ...change }} />).matchAll(/>([^<]+)</g)].map(
    ([, text]) => text,
  );

test('the preview has only texts of the start page, and links only where there are addresses', () => {
  const { t } = messagesByLanguage.en;
  const { title, remark, tools } = brandPreviewLabels;
  const page = [
    ...['A', 'Acme', t('start.title', { partner: 'Acme' }), t('start.steps.sample', { partner: 'Acme' })],
    ...[t('start.toolQuestion'), ...tools, t('start.notListed'), t('start.start')],
  ];
  expect(textsOf({})).toEqual([title, remark, ...page]);
  expect(textsOf({ privacyUrl: 'https://acme.example/privacy' })).toEqual([title, remark, ...page, t('privacy')]);
  expect(textsOf({ helpUrl: 'https://acme.example/help' })).toEqual([title, remark, ...page, t('help')]);
});
