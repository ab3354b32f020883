import { z } from 'zod';
import { assertionSchema } from '../contract/account-requests';
import type { Caller } from '../contract/caller';
import { parseJson } from '../core/parse-json';
import type { AuthDeps, StaffMember } from './auth-deps';
import { addressBucket, limitAttempts } from './limit-attempts';
import { toStaffMember, type SignInProof } from './sessions';
import { verifyPasskey } from './verify-passkey';

const fieldsSchema = z.object({ challengeId: z.uuid(), assertion: assertionSchema });

type PasskeySignInResult =
  | { ok: true; staff: StaffMember; proof: SignInProof }
  | { ok: false; reason: 'wrong' | 'throttled' };

/** The passkey names the account, so no e-mail address is needed. `assertion` is JSON in a form field. */
export async function signInWithPasskey(
  deps: AuthDeps,
  attempt: { challengeId: string; assertion: string; caller: Caller },
): Promise<PasskeySignInResult> {
  const { challengeId, assertion, caller } = attempt;
  const limits = { buckets: [addressBucket(caller)], caller, wrong: 'passkey not accepted' };
  const result = await limitAttempts(deps, limits, async () => {
    const fields = fieldsSchema.safeParse({ challengeId, assertion: parseJson(assertion) });
    if (!fields.success) return undefined;
    const row = await verifyPasskey(deps, { ...fields.data, purpose: 'sign_in', staffId: null, caller });
    return row && { row, proof: { passkeyId: fields.data.assertion.id } };
  });
  return result.ok ? { ok: true, staff: toStaffMember(result.value.row), proof: result.value.proof } : result;
}
