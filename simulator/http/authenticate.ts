import { createHash, timingSafeEqual } from 'node:crypto';

/** Basic authentication with the token as the username and anything as the password (section 5). */
export function hasToken(authorization: string | undefined, token: string): boolean {
  const credentials = /^basic ([a-z0-9+/]+=*)$/i.exec(authorization?.trim() ?? '')?.[1];
  if (credentials === undefined) return false;
  const [username = ''] = Buffer.from(credentials, 'base64').toString('utf8').split(':', 1);
  return timingSafeEqual(digest(username), digest(token));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
