import type { Caller } from '../contract/caller';
import { countActiveStaff, hasLocalAccounts } from '../store/staff/staff';
import { identifyApiKey, limitApiKey, limitConfiguredKey } from './api-keys/identify-api-key';
import type { AuthDeps, SessionAuth } from './auth-deps';
import { createDeniedCallLog } from './create-denied-call-log';
import { sessionCookie } from './session-cookie';
import { endSession, identify, recordActivity } from './sessions';
import { signOutEverywhere } from './staff-operations';

export type Auth = AuthDeps & SessionAuth;

export function createAuth(given: Omit<AuthDeps, 'recordDeniedCall'>): Auth {
  const deps = { ...given, recordDeniedCall: createDeniedCallLog(given) };
  return {
    ...deps,
    identify: (cookieHeader) => identify(deps, cookieHeader),
    recordActivity: (identity) => recordActivity(deps, identity),
    identifyKey: (secret) => identifyApiKey(deps, secret),
    limitKey: (key) => limitApiKey(deps, key),
    limitConfiguredKey: (name) => limitConfiguredKey(deps, name),
  };
}

/** Returns the `Set-Cookie` that clears the session cookie. */
export async function signOut(
  deps: AuthDeps,
  request: { cookieHeader: string | null; everywhere: boolean; caller: Caller },
): Promise<string> {
  const live = await identify(deps, request.cookieHeader);
  if (live) {
    const caller: Caller = { ...request.caller, actor: { kind: 'staff', ...live.staff } };
    // A password alone must not end the sessions of a person whose role needs a passkey.
    if (request.everywhere && live.passkeyStep === null) await signOutEverywhere(deps, { id: live.staff.id, caller });
    else await endSession(deps, live.sessionId, caller);
  }
  return sessionCookie(deps.settings.publicOrigin).clear;
}

export async function readSignInMethods(deps: AuthDeps): Promise<{ oidc: { host: string } | null; local: boolean }> {
  const { oidc } = deps.settings;
  return {
    oidc: oidc ? { host: new URL(oidc.issuer).host } : null,
    local: oidc === undefined || (await hasLocalAccounts(deps.database.db)),
  };
}

export function countStaff(deps: AuthDeps): Promise<number> {
  return countActiveStaff(deps.database.db);
}
