import { createHash } from 'node:crypto';
import { decode } from 'next-auth/jwt';
import { z } from 'zod';

const tokenSchema = z.object({ sid: z.uuid() });

export interface SessionCookie {
  name: string;
  secure: boolean;
  /** The session id, if the cookie is authentic and not expired. */
  read(cookieHeader: string | null): Promise<string | undefined>;
  /** A `Set-Cookie` that removes it. */
  clear(): string;
}

/**
 * The cookie holds only the session id, encrypted and signed by next-auth. With https it has the `__Host-` prefix, so
 * that no sibling domain and no plain-text page can set or read it.
 */
export function createSessionCookie(deps: { publicOrigin: string; secret: string }): SessionCookie {
  const secure = deps.publicOrigin.startsWith('https:');
  const name = secure ? '__Host-next-auth.session-token' : 'next-auth.session-token';
  return {
    name,
    secure,
    read: async (cookieHeader) => {
      const token = readCookie(cookieHeader, name);
      if (token === undefined) return undefined;
      const claims: unknown = await decode({ token, secret: deps.secret }).catch(() => null);
      const parsed = tokenSchema.safeParse(claims);
      return parsed.success ? parsed.data.sid : undefined;
    },
    clear: () => `${name}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`,
  };
}

export function readCookie(cookieHeader: string | null, name: string): string | undefined {
  for (const pair of (cookieHeader ?? '').split(';')) {
    const at = pair.indexOf('=');
    if (at > 0 && pair.slice(0, at).trim() === name) return decodeValue(pair.slice(at + 1).trim());
  }
  return undefined;
}

function decodeValue(value: string): string | undefined {
  try {
    return decodeURIComponent(value);
  } catch {
    return undefined;
  }
}

/**
 * next-auth stores its CSRF token in a cookie with a hash under our secret. Returns undefined if next-auth would reject
 * the token.
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
