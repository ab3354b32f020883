import NextAuth, { type NextAuthOptions } from 'next-auth';
import { NextRequest } from 'next/server';
import type { Auth } from '../auth/create-auth';
import { createAuthOptions, safeCallbackUrl, SignInRefusedError } from '../auth/create-auth-options';
import type { Caller } from '../contract/caller';
import { LandfallError } from '../core/errors';
import { assertStorable } from './parse-input';
import { readBytes } from './read-body';
import { externalRedirectResponse, redirectResponse } from './redirect-response';
import { lastEmailCookie, passwordSetCookie, signInCookie } from './sign-in-cookies';

const allowedActions = {
  GET: ['signin', 'signout', 'csrf', 'providers', 'session', 'error', 'callback'],
  POST: ['signin', 'signout', 'callback'],
} as const;

/** Adds a body limit, an origin check on every post, and a session response from the database. */
export async function handleNextAuth({
  landfall,
  request,
  caller,
  params: { nextauth: segments },
}: {
  landfall: { auth: Auth; settings: { publicOrigin: string } };
  request: Request;
  caller: Caller;
  params: { nextauth: readonly string[] };
}): Promise<Response> {
  const { auth } = landfall;
  const { publicOrigin } = landfall.settings;
  const { method, headers } = request;
  const [action = '', provider] = segments;
  const known: readonly string[] = method === 'POST' ? allowedActions.POST : allowedActions.GET;
  if (!known.includes(action) || segments.length > 2) throw new LandfallError('not_found');
  assertProvider(auth, { method, action, provider });
  if (method === 'POST') rejectCrossSitePost(headers, publicOrigin);

  const cookieHeader = headers.get('cookie');
  if (action === 'session') return sessionResponse(auth, cookieHeader);
  const url = withSafeCallbackUrl(request.url, publicOrigin);
  if (action === 'callback' && url.searchParams.get('error') === 'access_denied') {
    return redirectResponse('/sign-in?error=Cancelled');
  }

  const body = method === 'POST' ? readForm(headers, await readBytes(request, 16 * 1024), publicOrigin) : undefined;
  const options = await createAuthOptions(auth, {
    caller,
    userAgent: headers.get('user-agent') ?? '',
    cookieHeader,
  });
  const forwarded = new NextRequest(url, { method, headers, ...(body && { body: body.toString() }) });
  if (body) {
    forwarded.headers.set('content-type', 'application/x-www-form-urlencoded');
    forwarded.headers.delete('content-length');
  }
  const params = Promise.resolve({ nextauth: [...segments] });
  const failure: { error?: unknown } = {};
  const response: unknown = await NextAuth(forwarded, { params }, reportErrors(options, failure));
  if (failure.error !== undefined) throw failure.error;
  if (!(response instanceof Response))
    throw new LandfallError('internal', { logMessage: 'next-auth gave no response' });
  if (action === 'callback' && provider === 'credentials' && body) rememberEmail(response, body, publicOrigin);
  if (method === 'GET' && action === 'signin') markCookiesSet(response, publicOrigin);
  return redirectOffSite(response, publicOrigin);
}

/** next-auth answers 500 to a provider it does not know, and to a password sent by GET. */
function assertProvider(auth: Auth, given: { method: string; action: string; provider: string | undefined }): void {
  const { method, action, provider } = given;
  const known = ['credentials', 'passkey', ...(auth.settings.oidc ? ['oidc'] : [])];
  const needsProvider = action === 'callback' || (action === 'signin' && method === 'POST');
  const isKnown =
    provider === undefined ? !needsProvider : known.includes(provider) && /^(signin|callback)$/.test(action);
  if (!isKnown) throw new LandfallError('not_found', 'This way to sign in is not available.');
  if (method === 'GET' && action === 'callback' && provider !== 'oidc') {
    throw new LandfallError('bad_request', 'Sign in on the sign-in page.');
  }
}

/**
 * next-auth turns an error of a callback into a redirect to the sign-in page, with the error's message in the URL. That
 * of a failed query quotes its parameters.
 */
function reportErrors(options: NextAuthOptions, failure: { error?: unknown }): NextAuthOptions {
  const watch =
    <Args extends unknown[], Result>(callback: (...args: Args) => Result) =>
    async (...args: Args): Promise<Awaited<Result>> => {
      try {
        return await callback(...args);
      } catch (error) {
        if (!(error instanceof SignInRefusedError)) failure.error = error;
        throw error;
      }
    };
  const { signIn, jwt } = options.callbacks ?? {};
  return {
    ...options,
    providers: options.providers.map((provider) =>
      provider.type === 'credentials' ? { ...provider, authorize: watch(provider.authorize) } : provider,
    ),
    callbacks: { ...options.callbacks, ...(signIn && { signIn: watch(signIn) }), ...(jwt && { jwt: watch(jwt) }) },
    events: { ...options.events, ...(options.events?.signOut && { signOut: watch(options.events.signOut) }) },
  };
}

/** Browsers send both headers. Scripts send neither and need the CSRF token and its cookie. */
function rejectCrossSitePost(headers: Headers, publicOrigin: string): void {
  const origin = headers.get('origin');
  const site = headers.get('sec-fetch-site');
  if ((origin === null || origin === publicOrigin) && (site === null || site === 'same-origin')) return;
  throw new LandfallError('forbidden', {
    userMessage: 'Start on the sign-in page.',
    logMessage: 'refused: cross-site sign-in',
  });
}

async function sessionResponse(auth: Auth, cookieHeader: string | null): Promise<Response> {
  const live = await auth.identify(cookieHeader);
  const user = live && { name: live.staff.name, email: live.staff.email, role: live.staff.role };
  return Response.json(
    live ? { user, expires: new Date(live.lastActiveAt.getTime() + 12 * 3_600_000).toISOString() } : {},
  );
}

/** A foreign callback URL would make next-auth show its own error page, and an error code that is none a 500. */
function withSafeCallbackUrl(requestUrl: string, publicOrigin: string): URL {
  const { pathname, searchParams } = new URL(requestUrl);
  const target = searchParams.get('callbackUrl');
  if (target !== null) searchParams.set('callbackUrl', safeCallbackUrl(target, publicOrigin));
  if (!/^\w{0,50}$/.test(searchParams.get('error') ?? '')) searchParams.set('error', 'Default');
  const query = searchParams.toString();
  return new URL(`${pathname}${query === '' ? '' : `?${query}`}`, publicOrigin);
}

function readForm(headers: Headers, bytes: Uint8Array, publicOrigin: string): URLSearchParams {
  const text = new TextDecoder().decode(bytes);
  const form = (headers.get('content-type') ?? '').includes('application/json')
    ? formFromJson(text)
    : new URLSearchParams(text);
  assertStorable(Object.fromEntries(form));
  const target = form.get('callbackUrl');
  if (target !== null) form.set('callbackUrl', safeCallbackUrl(target, publicOrigin));
  return form;
}

function formFromJson(text: string): URLSearchParams {
  try {
    const value: unknown = JSON.parse(text);
    const pairs = typeof value === 'object' && value !== null ? Object.entries(value) : [];
    return new URLSearchParams(pairs.map(([name, item]) => [name, typeof item === 'string' ? item : String(item)]));
  } catch {
    throw new LandfallError('bad_request', 'The body is not JSON.');
  }
}

function rememberEmail(response: Response, form: URLSearchParams, publicOrigin: string): void {
  const signedIn = response.headers.getSetCookie().some((cookie) => /next-auth\.session-token=[^;]/.test(cookie));
  const email = signedIn ? '' : (form.get('email') ?? '').slice(0, 254);
  const maxAgeS = email === '' ? 0 : 300;
  response.headers.append('set-cookie', signInCookie(publicOrigin, { name: lastEmailCookie, value: email, maxAgeS }));
  response.headers.append('set-cookie', signInCookie(publicOrigin, { name: passwordSetCookie, value: '', maxAgeS: 0 }));
}

/** If the cookies are missing again after this redirect, the browser does not store them. */
function markCookiesSet(response: Response, publicOrigin: string): void {
  const to = new URL(response.headers.get('location') ?? '/sign-in', publicOrigin);
  to.searchParams.set('cookies', '1');
  if (to.origin === publicOrigin) response.headers.set('location', `${to.pathname}${to.search}`);
}

/** Through a page of ours, because the issuer may redirect to another login host. */
function redirectOffSite(response: Response, publicOrigin: string): Response {
  const to = response.headers.get('location');
  if (to === null || new URL(to, publicOrigin).origin === publicOrigin) return response;
  const headers = new Headers(response.headers);
  headers.delete('location');
  return externalRedirectResponse(to, headers);
}
