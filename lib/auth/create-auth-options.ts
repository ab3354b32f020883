import type { NextAuthOptions } from 'next-auth';
import type { OAuthConfig } from 'next-auth/providers/oauth';
import type { Caller } from '../contract/caller';
import type { AuthDeps, StaffMember } from './auth-deps';
import { triesLeftCode } from './describe-sign-in-error';
import { sessionCookie } from './session-cookie';
import { endSession, identify, sessionLimits, startSession, type SignInProof, type SignInWay } from './sessions';
import { signInWithOidc } from './sign-in-with-oidc';
import { signInWithPasskey } from './sign-in-with-passkey';
import { signInWithPassword } from './sign-in-with-password';

type OidcSettings = NonNullable<AuthDeps['settings']['oidc']>;

/** next-auth passes its message to the sign-in page, which describes it. */
export class SignInRefusedError extends Error {
  override readonly name = 'SignInRefusedError';
}

/** For one request. next-auth handles OIDC and the cookie. Our own operations decide who may sign in. */
export async function createAuthOptions(
  deps: AuthDeps,
  request: { caller: Caller; userAgent: string; cookieHeader: string | null },
): Promise<NextAuthOptions> {
  const { publicOrigin, oidc } = deps.settings;
  const { caller, userAgent } = request;
  const cookie = sessionCookie(publicOrigin);
  const maxAge = sessionLimits.absoluteMs / 1000;
  const live = await identify(deps, request.cookieHeader);
  let signedIn: { staff: StaffMember; way: SignInWay; proof?: SignInProof; provenAt?: Date | undefined } | undefined;
  return {
    secret: deps.secret,
    session: { strategy: 'jwt', maxAge },
    jwt: { maxAge },
    useSecureCookies: cookie.secure,
    cookies: {
      sessionToken: {
        name: cookie.name,
        options: { httpOnly: true, sameSite: 'lax', path: '/', secure: cookie.secure },
      },
    },
    pages: { signIn: '/sign-in', signOut: '/sign-in', error: '/sign-in', verifyRequest: '/sign-in' },
    providers: [
      {
        id: 'credentials',
        name: 'E-mail address and password',
        type: 'credentials',
        credentials: { email: {}, password: {} },
        authorize: async (given) => {
          const { email = '', password = '' } = given ?? {};
          // Not an attempt: nothing was guessed.
          if (email.trim() === '' || password === '') throw new SignInRefusedError('Missing');
          const result = await signInWithPassword(deps, { email, password, caller, liveStaffId: live?.staff.id });
          if (!result.ok) {
            throw new SignInRefusedError(result.reason === 'throttled' ? 'Throttled' : triesLeftCode(result.triesLeft));
          }
          signedIn = { staff: result.staff, way: 'password', proof: result.proof };
          return { id: result.staff.id };
        },
      },
      {
        id: 'passkey',
        name: 'Passkey',
        type: 'credentials',
        credentials: { challengeId: {}, assertion: {} },
        authorize: async (given) => {
          const { challengeId = '', assertion = '' } = given ?? {};
          const result = await signInWithPasskey(deps, { challengeId, assertion, caller });
          if (!result.ok) {
            throw new SignInRefusedError(result.reason === 'throttled' ? 'Throttled' : 'PasskeyRejected');
          }
          signedIn = { staff: result.staff, way: 'passkey', proof: result.proof };
          return { id: result.staff.id };
        },
      },
      ...(oidc ? [oidcProvider(oidc)] : []),
    ],
    callbacks: {
      signIn: async ({ account, profile }) => {
        if (account?.provider !== 'oidc') return signedIn !== undefined;
        const result = await signInWithOidc(deps, { claims: { ...profile }, caller });
        if (!result.ok) return `/sign-in?error=${result.reason}`;
        const { staff, proof, provenAt } = result;
        signedIn = { staff, way: 'company account', proof, provenAt };
        return true;
      },
      jwt: async ({ token }) => {
        if (signedIn === undefined) return typeof token['sid'] === 'string' ? { sid: token['sid'] } : {};
        return { sid: await startSession(deps, { ...signedIn, caller, userAgent, replaces: live?.sessionId }) };
      },
      redirect: ({ url }) => safeCallbackUrl(url, publicOrigin),
    },
    events: {
      signOut: async ({ token }) => {
        if (typeof token['sid'] === 'string') await endSession(deps, token['sid'], caller);
      },
    },
    logger: {
      error: (code, metadata) => deps.log.warn({ code, problem: messageOf(metadata) }, 'sign-in failed'),
      warn: (code) => deps.log.warn({ code }, 'sign-in'),
      debug: () => undefined,
    },
  };
}

function oidcProvider(oidc: OidcSettings): OAuthConfig<Record<string, unknown>> {
  const issuer = oidc.issuer.replace(/\/$/, '');
  return {
    id: 'oidc',
    name: 'Company account',
    type: 'oauth',
    wellKnown: `${issuer}/.well-known/openid-configuration`,
    clientId: oidc.clientId,
    clientSecret: oidc.clientSecret,
    checks: ['pkce', 'state', 'nonce'],
    idToken: true,
    authorization: { params: { scope: 'openid email profile' } },
    httpOptions: { timeout: 10_000 },
    userinfo: {
      request: async ({ client, tokens }) => {
        if (client.issuer.metadata.issuer.replace(/\/$/, '') !== issuer) {
          throw new Error('the issuer does not match OIDC_ISSUER');
        }
        const { access_token: accessToken, id_token: idToken } = tokens;
        const claims = decodeIdToken(idToken);
        const enough = 'email' in claims && (oidc.roleClaim === undefined || oidc.roleClaim in claims);
        if (enough || accessToken === undefined || client.issuer.metadata.userinfo_endpoint === undefined)
          return claims;
        const more = await client.userinfo(accessToken);
        // Both must describe the same person (OpenID Connect Core, 5.3.2).
        if (more.sub !== claims['sub']) throw new Error('userinfo and ID token have different subjects');
        return { ...more, ...claims };
      },
    },
    profile: (claims) => ({ id: String(claims['sub'] ?? '') }),
  };
}

/** The client has already verified signature, audience, issuer and nonce. */
function decodeIdToken(idToken: string | undefined): Record<string, unknown> {
  const payload = Buffer.from(idToken?.split('.')[1] ?? '', 'base64url').toString('utf8');
  const claims: unknown = JSON.parse(payload);
  return typeof claims === 'object' && claims !== null ? { ...claims } : {};
}

export function safeCallbackUrl(url: string, publicOrigin: string): string {
  const home = `${publicOrigin}/`;
  // Browsers read a backslash as a slash and skip control characters.
  if (/[\\\u0000-\u001f]/.test(url) || !URL.canParse(url, publicOrigin)) return home;
  const target = new URL(url, publicOrigin);
  if (target.origin !== publicOrigin || target.username !== '' || target.password !== '') return home;
  // `/.//evil.example` resolves to the path `//evil.example`, which is another host once the origin is cut off.
  if (target.pathname.startsWith('//')) return home;
  return /^\/(sign-in|api)(\/|$)/.test(target.pathname) ? home : target.href;
}

/** Only the message: other properties of the error may hold a token. */
function messageOf(metadata: unknown): string {
  const error = metadata instanceof Error ? metadata : errorIn(metadata);
  return (error?.message ?? '').slice(0, 300);
}

function errorIn(metadata: unknown): Error | undefined {
  if (typeof metadata !== 'object' || metadata === null || !('error' in metadata)) return undefined;
  return metadata.error instanceof Error ? metadata.error : undefined;
}
