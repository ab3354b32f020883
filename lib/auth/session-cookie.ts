import { createHash, hkdfSync } from 'node:crypto';
import { jwtDecrypt } from 'jose';
import { encode } from 'next-auth/jwt';
import { z } from 'zod';
import { readCookie } from '../core/read-cookie';
import type { AuthDeps } from './auth-deps';

const tokenSchema = z.object({ sid: z.uuid() });

type Deps = { settings: Pick<AuthDeps['settings'], 'publicOrigin'>; secret: string };

/** The `__Host-` prefix keeps sibling domains and plain-text pages from setting or reading it. */
export function sessionCookie(publicOrigin: string): { name: string; secure: boolean; clear: string } {
  const secure = publicOrigin.startsWith('https:');
  const name = `${secure ? '__Host-' : ''}next-auth.session-token`;
  return { name, secure, clear: `${name}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}` };
}

/** `Set-Cookie` for a session that replaces another, as next-auth writes it. */
export async function writeSessionCookie(deps: Deps, sid: string, maxAgeS: number): Promise<string> {
  const { name, secure } = sessionCookie(deps.settings.publicOrigin);
  const token = await encode({ token: { sid }, secret: deps.secret, maxAge: maxAgeS });
  return `${name}=${token}; Path=/; Max-Age=${maxAgeS}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
}

/** Undefined unless the cookie is authentic and not expired. */
export async function readSessionId(deps: Deps, cookieHeader: string | null): Promise<string | undefined> {
  const token = readCookie(cookieHeader, sessionCookie(deps.settings.publicOrigin).name);
  if (token === undefined) return undefined;
  const decrypted = await jwtDecrypt(token, tokenKey(deps.secret), { clockTolerance: 15 }).catch(() => null);
  return tokenSchema.safeParse(decrypted?.payload).data?.sid;
}

/** One per process, several in tests. */
const tokenKeys = new Map<string, Uint8Array>();

/** Derived as in next-auth. Its own `decode` does so for each token, which takes longer than decrypting it. */
function tokenKey(secret: string): Uint8Array {
  const key =
    tokenKeys.get(secret) ?? new Uint8Array(hkdfSync('sha256', secret, '', 'NextAuth.js Generated Encryption Key', 32));
  tokenKeys.set(secret, key);
  return key;
}

/** next-auth stores its CSRF token in a cookie with a hash under our secret. Undefined if it would reject the token. */
export function readCsrfToken(deps: Deps, cookieHeader: string | null): string | undefined {
  const { secure } = sessionCookie(deps.settings.publicOrigin);
  const value = readCookie(cookieHeader, `${secure ? '__Host-' : ''}next-auth.csrf-token`);
  const [token = '', hash] = (value ?? '').split('|', 2);
  const expected = createHash('sha256').update(`${token}${deps.secret}`).digest('hex');
  return token !== '' && hash === expected ? token : undefined;
}
