import { describe, expect, it } from 'vitest';
import { readLanguageSwitch, readVisitorLanguage } from './visitor-language';

const visit = (path: string, cookie = '', link: 'de' | null = null) =>
  readVisitorLanguage({ path, headers: new Headers({ cookie, 'accept-language': 'nl' }) }, link);

describe('readVisitorLanguage', () => {
  it('follows the address, the link, the cookie and the browser, in this order', () => {
    const cookie = 'other=1; landfall-language=ja; more=2';
    expect(visit('/start?lang=fr&q=x', cookie, 'de')).toBe('fr');
    expect(visit('/start?q=which?&lang=fr', cookie)).toBe('fr');
    expect(visit('/start?q=x', cookie, 'de')).toBe('de');
    expect(visit('/start', cookie)).toBe('ja');
    expect(visit('/start', 'landfall-language=<x>')).toBe('nl');
    expect(visit('/start')).toBe('nl');
  });
});

const choose = (path: string, publicOrigin: string, headers = {}) =>
  readLanguageSwitch({ path, headers: new Headers(headers) }, publicOrigin);

describe('readLanguageSwitch', () => {
  it('stores the choice and keeps the rest of the address', () => {
    expect(choose('/m/abc?setlang=ar&embed=1', 'https://desk.example')).toEqual({
      language: 'ar',
      location: '/m/abc?embed=1&lang=ar',
      cookie: expect.stringMatching(/^landfall-language=ar; Path=\/; HttpOnly; SameSite=Lax; Max-Age=\d+; Secure$/),
    });
    expect(choose('/start?setlang=pt&lang=de', 'http://localhost:3000')).toMatchObject({
      location: '/start?lang=pt-BR',
      cookie: expect.not.stringContaining('Secure'),
    });
  });

  it('stores the choice of an embedded page where browsers block the cookies of other sites', () => {
    const frame = { 'sec-fetch-dest': 'iframe' };
    expect(choose('/start?setlang=fr&embed=1', 'https://desk.example', frame)?.cookie).toMatch(
      /^landfall-language=fr; .*SameSite=None; .*Secure; Partitioned$/,
    );
  });

  it('leaves every other address alone', () => {
    for (const path of ['/start', '/start?lang=de', '/start?setlang=xx', '/start?setlang='])
      expect(choose(path, 'https://desk.example')).toBeUndefined();
  });
});
