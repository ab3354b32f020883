import type { Language } from '../contract/languages';
import { chooseLanguage, findLanguage } from './choose-language';

/** Set by the switch alone, so that a shared address with `lang` changes nothing for the next visit. */
const languageCookie = 'landfall-language';
const cookieDays = 365;

/** In the address of a switch: the choice is stored, and the page opens with `lang`. */
export const switchParam = 'setlang';

/** Which language a customer gets on this page. `link` is what the link says, if the page knows. */
export function readVisitorLanguage(
  request: { path: string; headers: Headers },
  link: Language | null = null,
): Language {
  return chooseLanguage({
    address: new URLSearchParams(request.path.split('?', 2)[1]).get('lang'),
    link,
    stored: readCookie(request.headers.get('cookie'), languageCookie),
    acceptLanguage: request.headers.get('accept-language'),
  });
}

/** Where a click on the switch leads, and the cookie that stores it. Undefined for every other address. */
export function readLanguageSwitch(
  path: string,
  publicOrigin: string,
): { location: string; cookie: string } | undefined {
  const url = new URL(path, publicOrigin);
  const language = findLanguage(url.searchParams.get(switchParam) ?? '');
  if (language === undefined) return undefined;
  url.searchParams.delete(switchParam);
  url.searchParams.set('lang', language);
  const secure = publicOrigin.startsWith('https:') ? '; Secure' : '';
  return {
    location: `${url.pathname}${url.search}`,
    cookie: `${languageCookie}=${language}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${cookieDays * 86_400}${secure}`,
  };
}

function readCookie(cookies: string | null, name: string): string | undefined {
  const pair = (cookies ?? '').split(/;\s*/).find((text) => text.startsWith(`${name}=`));
  return pair?.slice(name.length + 1);
}
