import { randomBytes, randomUUID } from 'node:crypto';
import { type NextRequest, NextResponse } from 'next/server';
import { contentSecurityPolicy } from './lib/http/content-security-policy';
import { pathHeader, signInHref } from './lib/http/sign-in-href';
import { visitorCookie } from './lib/start/migration-link';

/**
 * Only four things: the content security policy with its nonce, the way to sign-in for whoever has no session cookie
 * at all, one spelling an address, and a visitor's mark on the open start page, since a page cannot set a cookie. Who may see a page is decided by the page itself, from the database; having a
 * cookie proves nothing here. The API is kept out: bodies that pass a proxy are gathered and cut at 10 MB.
 */
export function proxy(request: NextRequest): NextResponse {
  const publicOrigin = process.env['NEXTAUTH_URL'] ?? request.nextUrl.origin;
  const { pathname, search } = request.nextUrl;

  const plain = `/${pathname.split('/').filter(Boolean).join('/')}`;
  if (plain !== pathname) return redirectTo(new URL(`${plain}${search}`, publicOrigin), 308);

  const customer = /^\/(start|m|full-migration|trouble)(\/|$)/.test(pathname);
  if (!customer && pathname !== '/sign-in' && !hasSessionCookie(request)) {
    return redirectTo(new URL(signInHref(`${pathname}${search}`), publicOrigin), 307);
  }

  const nonce = randomBytes(16).toString('base64');
  const policy = contentSecurityPolicy({
    nonce,
    frameAncestors: customer ? splitList(process.env['START_FRAME_ANCESTORS']) : [],
    secure: publicOrigin.startsWith('https:'),
    development: process.env.NODE_ENV === 'development',
  });
  const headers = new Headers(request.headers);
  // Next takes the nonce for its own scripts from here, and our pages theirs from `x-nonce`.
  headers.set('content-security-policy', policy);
  headers.set('x-nonce', nonce);
  headers.set('x-request-id', randomUUID());
  headers.set(pathHeader, `${pathname}${search}`);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set('content-security-policy', policy);
  response.headers.set('cache-control', 'no-store');
  if (pathname === '/start' && process.env['START_PAGE'] === 'open' && !request.cookies.has(visitorCookie)) {
    const secure = publicOrigin.startsWith('https:');
    response.cookies.set(visitorCookie, randomUUID(), { httpOnly: true, sameSite: 'lax', secure, maxAge: 30 * 86_400 });
  }
  return response;
}

function redirectTo(url: URL, status: 307 | 308): NextResponse {
  return NextResponse.redirect(url, { status, headers: { 'cache-control': 'no-store' } });
}

function hasSessionCookie(request: NextRequest): boolean {
  return request.cookies.getAll().some(({ name }) => name.endsWith('next-auth.session-token'));
}

function splitList(text: string | undefined): string[] {
  return (text ?? '').split(',').flatMap((item) => (item.trim() === '' ? [] : [item.trim()]));
}

export const config = {
  matcher: ['/((?!api(?:/|$)|_next/|icon\\.svg$|favicon\\.ico$|manifest\\.webmanifest$|robots\\.txt$).*)'],
};
