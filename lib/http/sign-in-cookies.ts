/** Keeps the email after a failed sign-in or setup, without putting it into the URL. */
export const lastEmailCookie = 'landfall.tried-email';

/** Set after a person has chosen a password. A parameter would be lost when next-auth sets its own cookie. */
export const passwordSetCookie = 'landfall.password-set';

/** Set by next-auth: where to go after signing in. */
export const callbackCookie = 'next-auth.callback-url';

type SignInCookie = typeof lastEmailCookie | typeof passwordSetCookie;

/** `__Host-` would need the path of the whole site. */
export function signInCookieName(publicOrigin: string, name: SignInCookie | typeof callbackCookie): string {
  return `${publicOrigin.startsWith('https:') ? '__Secure-' : ''}${name}`;
}

/** `Set-Cookie` of a cookie that only one page reads. */
export function signInCookie(
  publicOrigin: string,
  cookie: { name: SignInCookie; value: string; maxAgeS: number; path?: '/sign-in' | '/setup' },
): string {
  const secure = publicOrigin.startsWith('https:') ? '; Secure' : '';
  const value = encodeURIComponent(cookie.value.toWellFormed());
  const name = signInCookieName(publicOrigin, cookie.name);
  const path = cookie.path ?? '/sign-in';
  return `${name}=${value}; Path=${path}; Max-Age=${cookie.maxAgeS}; HttpOnly; SameSite=Lax${secure}`;
}
