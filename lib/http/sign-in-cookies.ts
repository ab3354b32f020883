/** Keeps the email after a failed sign-in, without putting it into the URL. */
export const lastEmailCookie = 'landfall.tried-email';

/** Set after a person has chosen a password. A parameter would be lost when next-auth sets its own cookie. */
export const passwordSetCookie = 'landfall.password-set';

type SignInCookie = typeof lastEmailCookie | typeof passwordSetCookie;

/** `__Host-` would need the path of the whole site. */
export function signInCookieName(publicOrigin: string, name: SignInCookie): string {
  return `${publicOrigin.startsWith('https:') ? '__Secure-' : ''}${name}`;
}

/** `Set-Cookie` of a cookie that only the sign-in page reads. */
export function signInCookie(
  publicOrigin: string,
  cookie: { name: SignInCookie; value: string; maxAgeS: number },
): string {
  const secure = publicOrigin.startsWith('https:') ? '; Secure' : '';
  const value = encodeURIComponent(cookie.value.toWellFormed());
  const name = signInCookieName(publicOrigin, cookie.name);
  return `${name}=${value}; Path=/sign-in; Max-Age=${cookie.maxAgeS}; HttpOnly; SameSite=Lax${secure}`;
}
