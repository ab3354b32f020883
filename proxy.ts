import { randomBytes, randomUUID } from 'node:crypto';
import { type NextRequest, NextResponse } from 'next/server';
import { contentSecurityPolicy } from './lib/http/content-security-policy';
import { currentContext } from './lib/core/context.mjs';
import { appHooks } from './lib/http/app-hooks.mjs';
import { setEmbedHeaders } from './lib/contract/embed-headers';
import { embedRedirect, framingOf, isFramablePath, readEmbed } from './lib/http/embedded-page';
import {
  customerNotFoundPath,
  findPage,
  hasCustomerPage,
  isCustomerPath,
  isPreviewPath,
} from './lib/http/is-customer-path';
import { outagePage } from './lib/http/outage-page';
import { pathHeader, signInHref } from './lib/http/sign-in-href';
import { readLanguageSwitch } from './lib/messages/visitor-language';
import { visitorCookie, visitorCookieOptions } from './lib/start/customer-cookies';

/**
 * Sets the content security policy with its nonce, redirects to sign-in without a session cookie, normalises paths, sets
 * the visitor cookie of the open start page, stores the language that a customer chooses and knows which page is embedded.
 * It answers 503 while the database is unavailable, which the HTTP server also does for a page that fails later, and 404 where customers have no page, since a page cannot set its status.
 * Pages check access themselves: having a cookie proves nothing. API routes are excluded, because Next buffers proxied
 * bodies and cuts them at 10 MB.
 */
export async function proxy(request: NextRequest): Promise<Response> {
  const publicOrigin = process.env['NEXTAUTH_URL'] ?? request.nextUrl.origin;
  const { pathname, search } = request.nextUrl;
  const path = `${pathname}${search}`;

  const { request: context } = currentContext();
  if (context) context.route = `page ${findPage(pathname) ?? 'unknown'}`;

  const normalized = `/${pathname.split('/').filter(Boolean).join('/')}`;
  if (normalized !== pathname) return redirectTo(new URL(`${normalized}${search}`, publicOrigin), 308);

  const isForCustomers = isCustomerPath(pathname);
  const hasAccountLink = pathname.startsWith('/set-password/');
  const isEntrance = hasAccountLink || pathname === '/sign-in' || pathname === '/setup';
  if (!isForCustomers && !isEntrance && !hasSessionCookie(request)) {
    return redirectTo(new URL(signInHref(path), publicOrigin), 307);
  }

  const languageSwitch = isForCustomers
    ? readLanguageSwitch({ path, headers: request.headers }, publicOrigin)
    : undefined;
  if (languageSwitch) {
    const { language } = languageSwitch;
    if (request.method === 'GET') await appHooks.storeChosenLanguage?.({ path: pathname, language });
    const response = redirectTo(new URL(languageSwitch.location, publicOrigin), 303);
    response.headers.append('set-cookie', languageSwitch.cookie);
    return response;
  }

  const pageRequest = { method: request.method, url: new URL(request.url), headers: request.headers };
  const embedded = embedRedirect(pageRequest, publicOrigin);
  if (embedded) return redirectTo(embedded, 307);
  const embed = readEmbed(pageRequest);
  const ancestors = isFramablePath(pathname) ? splitList(process.env['START_FRAME_ANCESTORS']) : [];
  const { frameAncestors, parent } = framingOf(embed, { publicOrigin, frameAncestors: ancestors });
  // Chosen by the HTTP server.
  const requestId = request.headers.get('x-request-id') ?? randomUUID();
  const nonce = randomBytes(16).toString('base64');
  const outageResponse = () => {
    const { method, headers } = request;
    const audience = isForCustomers ? 'customer' : 'staff';
    return outagePage({ method, path, headers }, { audience, publicOrigin, frameAncestors, requestId });
  };
  // If the database goes away while the page is rendered.
  if (context) context.outageResponse = outageResponse;
  const begun = await appHooks.beginPage?.({ id: nonce, cookie: request.headers.get('cookie') });
  if (begun === false) {
    const page = outageResponse();
    return new Response(page.body, page);
  }

  const policy = contentSecurityPolicy({
    nonce,
    frameAncestors,
    // For previews in the settings, which are reached from other staff pages without a new policy.
    frameSrc: isForCustomers || isEntrance ? 'none' : 'self',
    preview: isPreviewPath(pathname),
    secure: publicOrigin.startsWith('https:'),
    development: process.env.NODE_ENV === 'development',
  });
  const headers = new Headers(request.headers);
  // Next reads the nonce for its own scripts from here; our pages read `x-nonce`.
  headers.set('content-security-policy', policy);
  headers.set('x-nonce', nonce);
  headers.set('x-request-id', requestId);
  headers.set(pathHeader, path);
  setEmbedHeaders(headers, { embed, parent });
  const response =
    isForCustomers && !hasCustomerPage(pathname)
      ? // A page cannot set its status, and without script Next's own "not found" is blank.
        NextResponse.rewrite(new URL(`${customerNotFoundPath}${search}`, request.url), {
          status: 404,
          request: { headers },
        })
      : NextResponse.next({ request: { headers } });
  response.headers.set('content-security-policy', policy);
  response.headers.set('cache-control', 'no-store');
  // Keeps the token out of `Referer`. With `no-referrer`, browsers would send the form with `Origin: null`.
  if (hasAccountLink) response.headers.set('referrer-policy', 'strict-origin');
  const visitor = visitorCookie(publicOrigin);
  if (pathname === '/start' && process.env['START_PAGE'] === 'open' && !request.cookies.has(visitor)) {
    response.cookies.set(visitor, randomUUID(), visitorCookieOptions(request.headers, publicOrigin));
  }
  return response;
}

function redirectTo(url: URL, status: 303 | 307 | 308): NextResponse {
  return NextResponse.redirect(url, { status, headers: { 'cache-control': 'no-store' } });
}

function hasSessionCookie(request: NextRequest): boolean {
  return request.cookies.getAll().some(({ name }) => name.endsWith('next-auth.session-token'));
}

function splitList(text: string | undefined): string[] {
  return (text ?? '').split(',').flatMap((item) => (item.trim() === '' ? [] : [item.trim()]));
}

export const config = {
  matcher: [
    '/((?!api(?:/|$)|_next/|embed\\.js$|icon\\.svg$|favicon\\.ico$|manifest\\.webmanifest$|\\.well-known/|robots\\.txt$).*)',
  ],
};
