import { verifyAuthenticationResponse } from '@simplewebauthn/server';
import { appendAudit } from '../audit/append-audit';
import type { AssertionOptions } from '../contract/account';
import type { Assertion } from '../contract/account-requests';
import type { Caller } from '../contract/caller';
import { findPasskey, listPasskeys, recordPasskeyUse, type PasskeyRow } from '../store/staff/passkeys';
import { findStaff, type StaffRow } from '../store/staff/staff';
import type { AuthDeps } from './auth-deps';
import { challengeValidMs, createChallenge, relyingParty, takeChallenge, type Purpose } from './passkey-challenge';
import { maySignIn, toStaffMember } from './sessions';

type Use = { purpose: Exclude<Purpose, 'register'>; staffId: string | null; caller: Caller };

export async function createAssertionOptions(deps: AuthDeps, use: Use): Promise<AssertionOptions> {
  const { challengeId, challenge } = await createChallenge(deps, use);
  const { rpId } = relyingParty(deps);
  const own = use.staffId === null ? [] : await listPasskeys(deps.database.db, use.staffId);
  // Before sign-in no passkeys are named: the browser offers those it has for this site.
  const allowCredentials = own.map(({ id, transports }) => ({
    id,
    type: 'public-key' as const,
    transports: toTransports(transports),
  }));
  return {
    challengeId,
    options: {
      challenge,
      timeout: challengeValidMs,
      rpId,
      userVerification: 'required',
      ...(use.staffId !== null && { allowCredentials }),
    },
  };
}

/** Returns the owner, or undefined if the response proves nothing. */
export async function verifyPasskey(
  deps: AuthDeps,
  given: Use & { challengeId: string; assertion: Assertion },
): Promise<StaffRow | undefined> {
  const { assertion, staffId } = given;
  const expectedChallenge = await takeChallenge(deps, given);
  const passkey = await findPasskey(deps.database.db, assertion.id);
  if (expectedChallenge === undefined || passkey === undefined) return undefined;
  if (staffId !== null && passkey.staffId !== staffId) return undefined;
  const staff = await findStaff(deps.database.db, passkey.staffId);
  if (staff === undefined || !maySignIn(deps, staff)) return undefined;
  const { userHandle } = assertion.response;
  if (userHandle !== undefined && userHandle !== toUserHandle(staff.id)) return undefined;
  const verified = await verifySignature(deps, { assertion, passkey, expectedChallenge });
  if (verified === undefined) return undefined;
  return (await recordUse(deps, { ...verified, passkey, staff, caller: given.caller })) ? staff : undefined;
}

async function verifySignature(
  deps: AuthDeps,
  given: { assertion: Assertion; passkey: PasskeyRow; expectedChallenge: string },
): Promise<{ counter: number; backedUp: boolean } | undefined> {
  const { assertion, passkey, expectedChallenge } = given;
  const { id, rawId, type, response } = assertion;
  const { userHandle, ...signed } = response;
  const { rpId, origin } = relyingParty(deps);
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        id,
        rawId,
        type,
        response: { ...signed, ...(userHandle !== undefined && { userHandle }) },
        clientExtensionResults: {},
      },
      expectedChallenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      // The counter is compared in the database, where concurrent uses are seen.
      credential: { id: passkey.id, publicKey: new Uint8Array(passkey.publicKey), counter: 0 },
      requireUserVerification: true,
    });
    if (!verified) return undefined;
    return { counter: authenticationInfo.newCounter, backedUp: authenticationInfo.credentialBackedUp };
  } catch (error) {
    // The library throws for each kind of bad response.
    deps.log.info({ problem: error instanceof Error ? error.message.slice(0, 300) : 'unknown' }, 'passkey rejected');
    return undefined;
  }
}

/** A counter that did not increase means that the authenticator was copied, so the use is rejected and audited. */
async function recordUse(
  deps: AuthDeps,
  use: { counter: number; backedUp: boolean; passkey: PasskeyRow; staff: StaffRow; caller: Caller },
): Promise<boolean> {
  const { counter, backedUp, passkey, staff } = use;
  return deps.database.transaction(async (tx) => {
    if (await recordPasskeyUse(tx, { id: passkey.id, counter, backedUp, at: deps.clock.now() })) return true;
    await appendAudit(deps, tx, {
      caller: { ...use.caller, actor: { kind: 'staff', ...toStaffMember(staff) } },
      action: 'passkey.rejected',
      subject: staff.email,
      before: { name: passkey.name, counter: passkey.counter },
      after: { counter },
    });
    return false;
  });
}

/** What an authenticator stores about the account. */
export const toUserHandle = (staffId: string) => Buffer.from(staffId).toString('base64url');

export function toTransports(stored: unknown): string[] {
  return Array.isArray(stored) ? stored.filter((item): item is string => typeof item === 'string') : [];
}
