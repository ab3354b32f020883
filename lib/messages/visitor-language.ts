import type { Language } from '../contract/languages';
import { splitHref } from '../contract/split-href';
import { cookieHeader } from '../core/cookie-header';
import { readCookie } from '../core/read-cookie';
import { chooseLanguage, findLanguage } from './choose-language';

/** Set by the switch alone, so that a shared address with `lang` changes nothing for the next visit. */
const languageCookie = 'landfall-language';
const maxAgeS = 365 * 86_400;

/** In the address of a switch: the choice is stored, and the page opens with `lang`. */
export const switchParam = 'setlang';

/** Which language a customer gets on this page. `link` is what the link says, if the page knows. */
export function readVisitorLanguage(
  request: { path: string; headers: Headers },
  link: Language | null = null,
): Language {
  return chooseLanguage({
    address: splitHref(request.path).query.get('lang'),
    link,
    stored: readCookie(request.headers.get('cookie'), languageCookie),
    acceptLanguage: request.headers.get('accept-language'),
  });
}

/** Where a click on the switch leads, and the cookie that stores it. Undefined for every other address. */
export function readLanguageSwitch(
  request: { path: string; headers: Headers },
  publicOrigin: string,
): { language: Language; location: string; cookie: string } | undefined {
  const { path, query } = splitHref(request.path);
  const language = findLanguage(query.get(switchParam) ?? '');
  if (language === undefined) return undefined;
  query.delete(switchParam);
  query.set('lang', language);
  return {
    language,
    location: `${path}?${query.toString()}`,
    cookie: cookieHeader({ name: languageCookie, value: language, maxAgeS }, request.headers, publicOrigin),
  };
}
