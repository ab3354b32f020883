import { randomBytes, randomUUID } from 'node:crypto';
import type { Caller } from '../contract/caller';
import { LandfallError } from '../core/errors';
import { insertChallenge, sweepChallenges, takeChallenge as takeChallengeRow } from '../store/staff/passkey-challenges';
import { addHits } from '../store/staff/throttle';
import { addressKey } from '../core/address-key';
import type { AuthDeps } from './auth-deps';

export const challengeValidMs = 5 * 60_000;
/** Each challenge is a row, so they are limited per person, and per address before sign-in. */
const limit = { max: 60, windowMs: 15 * 60_000 };

export type Purpose = 'register' | 'sign_in' | 'confirm';

/** `staffId` is null before sign-in. */
export async function createChallenge(
  deps: AuthDeps,
  given: { purpose: Purpose; staffId: string | null; caller: Caller },
): Promise<{ challengeId: string; challenge: string }> {
  const { purpose, staffId, caller } = given;
  const at = deps.clock.now();
  const challengeId = randomUUID();
  const challenge = randomBytes(32).toString('base64url');
  await deps.database.transaction(async (tx) => {
    const name = `passkey challenge ${staffId ?? addressKey(caller.address)}`;
    if ((await addHits(tx, [{ name, ...limit }], at)) === undefined) {
      throw new LandfallError('rate_limited', 'Too many attempts. Wait 15 minutes, then try again.');
    }
    await sweepChallenges(tx, at);
    const expiresAt = new Date(at.getTime() + challengeValidMs);
    await insertChallenge(tx, { id: challengeId, purpose, staffId, challenge, createdAt: at, expiresAt });
  });
  return { challengeId, challenge };
}

/** Committed before the response is verified, so that a challenge works once whatever the result. */
export function takeChallenge(
  deps: AuthDeps,
  given: { challengeId: string; purpose: Purpose; staffId: string | null },
): Promise<string | undefined> {
  const { challengeId: id, purpose, staffId } = given;
  return takeChallengeRow(deps.database.db, { id, purpose, staffId, at: deps.clock.now() });
}

/** Passkeys belong to the host of the public origin. */
export function relyingParty({ settings }: AuthDeps): { rpId: string; origin: string } {
  return { rpId: new URL(settings.publicOrigin).hostname, origin: settings.publicOrigin };
}
