import { generateRegistrationOptions, verifyRegistrationResponse } from '@simplewebauthn/server';
import { registrationOptionsSchema, type RegistrationOptions } from '../contract/account';
import type { AddPasskeyBody } from '../contract/account-requests';
import type { Caller } from '../contract/caller';
import { LandfallError } from '../core/errors';
import { countPasskeys, insertPasskey, listPasskeys } from '../store/staff/passkeys';
import { countUnusedCodes } from '../store/staff/recovery-codes';
import { findStaff } from '../store/staff/staff';
import type { AuthDeps, Identity, StaffMember } from './auth-deps';
import { isCompanyAccount } from './is-company-account';
import { challengeValidMs, createChallenge, relyingParty, takeChallenge } from './passkey-challenge';
import { replaceRecoveryCodes } from './recovery-codes';
import { rejectEndedSession, renewSession } from './sessions';
import { changeStaff } from './staff-operations';
import { toTransports, toUserHandle } from './verify-passkey';

const maxPasskeys = 20;

export async function createRegistrationOptions(
  deps: AuthDeps,
  { staff, caller }: { staff: StaffMember; caller: Caller },
): Promise<RegistrationOptions> {
  await rejectCompanyAccount(deps, staff.id);
  const { challengeId, challenge } = await createChallenge(deps, { purpose: 'register', staffId: staff.id, caller });
  const existing = await listPasskeys(deps.database.db, staff.id);
  const options = await generateRegistrationOptions({
    rpName: 'Landfall',
    rpID: relyingParty(deps).rpId,
    userID: new Uint8Array(Buffer.from(toUserHandle(staff.id), 'base64url')),
    userName: staff.email,
    userDisplayName: staff.name,
    challenge: new Uint8Array(Buffer.from(challenge, 'base64url')),
    timeout: challengeValidMs,
    attestationType: 'none',
    excludeCredentials: existing.map(({ id, transports }) => ({ id, transports: toTransports(transports) })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  return registrationOptionsSchema.parse({ challengeId, options });
}

/**
 * The first passkey comes with recovery codes, which are returned once. Returns the id of the session that replaces
 * this one: adding a passkey proves that the person has it.
 */
export async function registerPasskey(
  deps: AuthDeps,
  given: AddPasskeyBody & { identity: Identity; caller: Caller },
): Promise<{ sessionId: string; recoveryCodes: string[] | null }> {
  const { identity, caller, name } = given;
  const { staff } = identity;
  await rejectCompanyAccount(deps, staff.id);
  const { credential, backedUp } = await verifyRegistration(deps, given);
  let recoveryCodes: string[] | null = null;
  await changeStaff(deps, { id: staff.id, caller }, async (tx, row) => {
    await rejectEndedSession(tx, identity);
    if ((await countPasskeys(tx, row.id)) >= maxPasskeys) {
      throw new LandfallError('conflict', `You have ${maxPasskeys} passkeys. Remove one first.`);
    }
    const inserted = await insertPasskey(tx, {
      id: credential.id,
      staffId: row.id,
      name,
      publicKey: Buffer.from(credential.publicKey),
      counter: credential.counter,
      transports: given.registration.response.transports ?? [],
      backedUp,
      createdAt: deps.clock.now(),
    });
    if (!inserted) throw new LandfallError('conflict', 'This passkey has already been added.');
    if ((await countUnusedCodes(tx, row.id)) === 0) recoveryCodes = await replaceRecoveryCodes(deps, tx, row.id);
    return { action: 'passkey.added', after: { name, synced: backedUp, withCodes: recoveryCodes !== null } };
  });
  return { sessionId: await renewSession(deps, { identity, caller, way: 'passkey' }), recoveryCodes };
}

async function verifyRegistration(deps: AuthDeps, given: AddPasskeyBody & { identity: Identity }) {
  const { challengeId, registration, identity } = given;
  const { rpId, origin } = relyingParty(deps);
  const expectedChallenge = await takeChallenge(deps, { challengeId, purpose: 'register', staffId: identity.staff.id });
  const rejected = (cause?: unknown) =>
    new LandfallError('invalid', { userMessage: 'The passkey was not accepted. Start again.', cause });
  if (expectedChallenge === undefined) throw rejected();
  const { transports: _, ...response } = registration.response;
  const result = await verifyRegistrationResponse({
    response: { ...registration, response, clientExtensionResults: {} },
    expectedChallenge,
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: true,
  }).catch((error: unknown) => {
    throw rejected(error);
  });
  if (!result.verified) throw rejected();
  return { credential: result.registrationInfo.credential, backedUp: result.registrationInfo.credentialBackedUp };
}

/** The identity provider decides how company accounts sign in. */
async function rejectCompanyAccount(deps: AuthDeps, staffId: string): Promise<void> {
  const row = await findStaff(deps.database.db, staffId);
  if (!row || !isCompanyAccount(row)) return;
  throw new LandfallError('conflict', 'You sign in with your company account. Add passkeys there.');
}
