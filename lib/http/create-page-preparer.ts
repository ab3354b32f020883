import { randomBytes } from 'node:crypto';
import { setEmbedHeaders } from '../contract/embed-headers';
import type { Language } from '../contract/languages';
import { currentContext } from '../core/context.mjs';
import type { Settings } from '../core/settings';
import { readLanguageSwitch } from '../messages/visitor-language';
import { contentSecurityPolicy } from './content-security-policy';
import type { createPageSessions } from './create-page-sessions';
import { embedRedirect, framingOf, isFramablePath, readEmbed } from './embedded-page';
import {
  customerNotFoundPath,
  findPage,
  hasCustomerPage,
  isCustomerPath,
  isPagePath,
  isPreviewPath,
} from './is-customer-path';
import { outagePage } from './outage-page';
import { pathHeader, signInHref } from './sign-in-href';
import { readVisitorId, visitorCookieHeader } from './visitor-cookie';

export interface PageRequest {
  method: string;
  /** Path and query. */
  url: string;
  /** Those for the page are set here, too. */
  headers: Headers;
}

/** What Next renders, and with which headers. */
export interface PreparedPage {
  url: string;
  status: number;
  /** Of the request, for the page. */
  headers: Headers;
  responseHeaders: Readonly<Record<string, string>>;
}

interface PreparerDeps {
  settings: Pick<Settings, 'publicOrigin' | 'frameAncestors' | 'startPage'>;
  pageSessions: Pick<ReturnType<typeof createPageSessions>, 'begin'>;
  storeChosenLanguage: (choice: { path: string; language: Language }) => Promise<void>;
  /** Next's development server needs a policy that is less strict, and addresses of its own. */
  development: boolean;
}

/**
 * Sets the content security policy with its nonce, redirects to sign-in without a session cookie, normalises paths, sets
 * the visitor cookie of the open start page, stores the language that a customer chooses and knows which page is embedded.
 * Pages check access themselves: having a cookie proves nothing.
 *
 * A page cannot set its status. So this answers 503 while the database is unavailable (the HTTP server does the same for a
 * page that fails later), and 404 where customers have no page. Returns undefined for API routes and files.
 */
export function createPagePreparer({ settings, pageSessions, storeChosenLanguage, development }: PreparerDeps) {
  const { publicOrigin } = settings;

  return async function preparePage(request: PageRequest): Promise<PreparedPage | Response | undefined> {
    const { method, headers } = request;
    // Not by the second parameter of `URL`: in a path that begins with two slashes it would find a host.
    const url = new URL(`${publicOrigin}${request.url}`);
    const { pathname, search } = url;
    if (!isPagePath(pathname) || (development && pathname.startsWith('/__nextjs'))) return undefined;
    // Next adds it to requests for the data of a page.
    if (url.searchParams.has('_rsc')) url.searchParams.delete('_rsc');
    const path = `${pathname}${url.search}`;

    const { request: context } = currentContext();
    if (context) context.route = `page ${findPage(pathname) ?? 'unknown'}`;

    const normalized = `/${pathname.split('/').filter(Boolean).join('/')}`;
    if (normalized !== pathname) return redirectTo(`${normalized}${url.search}`, 308);

    const isForCustomers = isCustomerPath(pathname);
    const hasAccountLink = pathname.startsWith('/set-password/');
    const isEntrance = hasAccountLink || pathname === '/sign-in' || pathname === '/setup';
    const cookie = headers.get('cookie');
    if (!isForCustomers && !isEntrance && !hasSessionCookie(cookie)) return redirectTo(signInHref(path), 307);

    const languageSwitch = isForCustomers ? readLanguageSwitch({ path, headers }, publicOrigin) : undefined;
    if (languageSwitch) {
      const { language } = languageSwitch;
      if (method === 'GET') await storeChosenLanguage({ path: pathname, language });
      return redirectTo(languageSwitch.location, 303, { 'set-cookie': languageSwitch.cookie });
    }

    const embedded = embedRedirect({ method, url, headers }, publicOrigin);
    if (embedded) return redirectTo(`${embedded.pathname}${embedded.search}`, 307);
    const embed = readEmbed({ method, url, headers });
    const ancestors = isFramablePath(pathname) ? settings.frameAncestors : [];
    const { frameAncestors, parent } = framingOf(embed, { publicOrigin, frameAncestors: ancestors });
    // Chosen by the HTTP server.
    const requestId = headers.get('x-request-id') ?? '';
    const outageResponse = () => {
      const audience = isForCustomers ? 'customer' : 'staff';
      return outagePage({ method, path, headers }, { audience, publicOrigin, frameAncestors, requestId });
    };
    // If the database goes away while the page is rendered.
    if (context) context.outageResponse = outageResponse;
    if (!(await pageSessions.begin(cookie))) {
      const { body, ...init } = outageResponse();
      return new Response(body, init);
    }

    const nonce = randomBytes(16).toString('base64');
    const policy = contentSecurityPolicy({
      nonce,
      frameAncestors,
      // For previews in the settings, which are reached from other staff pages without a new policy.
      frameSrc: isForCustomers || isEntrance ? 'none' : 'self',
      preview: isPreviewPath(pathname),
      secure: publicOrigin.startsWith('https:'),
      development,
    });
    // Next reads the nonce for its own scripts from here; our pages read `x-nonce`.
    headers.set('content-security-policy', policy);
    headers.set('x-nonce', nonce);
    headers.set(pathHeader, path);
    setEmbedHeaders(headers, { embed, parent });
    const isNewVisitor =
      pathname === '/start' && settings.startPage === 'open' && readVisitorId(cookie, publicOrigin) === null;
    // A page cannot set its status, and without script Next's own "not found" is blank.
    const isUnknown = isForCustomers && !hasCustomerPage(pathname);
    return {
      url: isUnknown ? `${customerNotFoundPath}${search}` : request.url,
      status: isUnknown ? 404 : 200,
      headers,
      responseHeaders: {
        'content-security-policy': policy,
        'cache-control': 'no-store',
        // Keeps the token out of `Referer`. With `no-referrer`, browsers would send the form with `Origin: null`.
        ...(hasAccountLink && { 'referrer-policy': 'strict-origin' }),
        ...(isNewVisitor && { 'set-cookie': visitorCookieHeader(headers, publicOrigin) }),
      },
    };
  };
}

function redirectTo(location: string, status: 303 | 307 | 308, headers: Readonly<Record<string, string>> = {}) {
  return new Response(null, { status, headers: { location, 'cache-control': 'no-store', ...headers } });
}

function hasSessionCookie(cookie: string | null): boolean {
  return (cookie ?? '').split(';').some((pair) => pair.split('=', 1)[0]?.trim().endsWith('next-auth.session-token'));
}
