import { createHash } from 'node:crypto';
import { readCookie } from './session-cookie';

/**
 * next-auth keeps its CSRF token in a cookie, beside a hash of it under our secret. The sign-in page puts the token into
 * its forms; one that next-auth would not accept any more counts as none.
 */
export function readCsrfToken(
  cookieHeader: string | null,
  options: { secure: boolean; secret: string },
): string | undefined {
  const value = readCookie(cookieHeader, `${options.secure ? '__Host-' : ''}next-auth.csrf-token`);
  const [token = '', hash] = (value ?? '').split('|', 2);
  const expected = createHash('sha256').update(`${token}${options.secret}`).digest('hex');
  return token !== '' && hash === expected ? token : undefined;
}
