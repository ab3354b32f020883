import { describe, expect, it } from 'vitest';
import { acceptedRegion, chooseLanguage } from './choose-language';

const accept = (acceptLanguage: string) => chooseLanguage({ acceptLanguage });

describe('chooseLanguage', () => {
  it('prefers the address, then the link, then the stored choice, then the browser, then English', () => {
    const all = { address: 'fr', link: 'de', stored: 'ja', acceptLanguage: 'nl' } as const;
    expect(chooseLanguage(all)).toBe('fr');
    expect(chooseLanguage({ ...all, address: 'xx' })).toBe('de');
    expect(chooseLanguage({ ...all, address: undefined, link: null })).toBe('ja');
    expect(chooseLanguage({ stored: 'klingon', acceptLanguage: 'nl' })).toBe('nl');
    expect(chooseLanguage({})).toBe('en');
  });

  it('takes the most wanted language that exists, by weight, then by order', () => {
    expect(accept('zh-CN, zh;q=0.9, ja;q=0.8, en;q=0.7')).toBe('ja');
    expect(accept('sv, en;q=0.5, de-AT;q=0.8')).toBe('de');
    expect(accept('es;q=0.7, nl;q=0.7')).toBe('es');
    expect(accept('fr;q=0, nl;q=0.1')).toBe('nl');
    expect(accept('zh, *;q=0.1')).toBe('en');
    expect(accept(`${'zz,'.repeat(10_000)}de`)).toBe('en');
  });

  it('matches any region and any case', () => {
    for (const tag of ['pt', 'pt-PT', 'pt-br', 'PT-BR']) expect(accept(tag)).toBe('pt-BR');
    expect(accept('ar-EG')).toBe('ar');
    expect(chooseLanguage({ address: 'pt' })).toBe('pt-BR');
  });
});

describe('acceptedRegion', () => {
  it('is the region that the browser names for the language', () => {
    expect(acceptedRegion('en', 'de-DE, en-US;q=0.8, en-GB;q=0.5')).toBe('en-US');
    expect(acceptedRegion('en', 'en, de')).toBeUndefined();
    expect(acceptedRegion('en', 'en-x"><script>')).toBeUndefined();
    expect(acceptedRegion('en', null)).toBeUndefined();
  });
});
