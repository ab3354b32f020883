import { LandfallError } from '../../core/errors';
import { isDatabaseOutage } from '../../core/database-outage';
import { type ApiKeyRow, countApiKeyCall, findApiKeyBySecret } from '../../store/staff/api-keys';
import { addHits, findFullBucket } from '../../store/staff/throttle';
import type { ApiKeyIdentity, AuthDeps } from '../auth-deps';
import { hashApiKeySecret, isApiKeySecret } from './api-key-secret';

export const maxCallsPerMinute = 600;

/** Reads the row for every request, so that a revoked key ends at once on every instance. */
export async function identifyApiKey(
  deps: Pick<AuthDeps, 'database' | 'clock'>,
  secret: string,
): Promise<ApiKeyIdentity> {
  if (!isApiKeySecret(secret)) return refuse('This is not a Landfall API key.', 'unknown key');
  const secretHash = hashApiKeySecret(secret);
  const row = await findApiKeyBySecret(deps.database.db, secretHash);
  const now = deps.clock.now();
  if (row === undefined) return refuse('This key does not exist.', 'unknown key');
  if (row.revokedAt !== null) return refuse('This key was revoked.', 'revoked key');
  if (row.expiresAt !== null && row.expiresAt <= now) return refuse('This key has expired.', 'expired key');
  if (row.secretHash !== secretHash && (row.oldSecretUntil === null || row.oldSecretUntil <= now)) {
    return refuse('This secret was replaced. Use the new one.', 'replaced secret');
  }
  return { id: row.id, name: apiKeyName(row), scope: row.scope, lastUsedAt: row.lastUsedAt };
}

function refuse(userMessage: string, reason: string): never {
  throw new LandfallError('unauthenticated', { userMessage, logMessage: `refused: ${reason}` });
}

/** Names are not unique. */
export const apiKeyName = ({ name, id }: Pick<ApiKeyRow, 'name' | 'id'>) => `${name} (${id.slice(0, 8)})`;

/** Reading works while the database accepts no writes. */
export async function limitApiKey(
  deps: Pick<AuthDeps, 'database' | 'clock' | 'log'>,
  key: ApiKeyIdentity,
): Promise<void> {
  const counted = await countApiKeyCall(deps.database.db, key.id, maxCallsPerMinute).catch((err: unknown) => {
    if (!isDatabaseOutage(err)) throw err;
    deps.log.warn({ err }, 'the call of a key could not be counted');
    return true;
  });
  if (counted) return;
  const usedMs = deps.clock.now().getTime() - (key.lastUsedAt ?? deps.clock.now()).getTime();
  throw tooManyCalls(60 - usedMs / 1000);
}

/** A key of LANDFALL_API_KEYS has no row in which its calls are counted. */
export async function limitConfiguredKey(deps: Pick<AuthDeps, 'database' | 'clock'>, name: string): Promise<void> {
  const at = deps.clock.now();
  const bucket = { name: `key ${name}`, max: maxCallsPerMinute, windowMs: 60_000 };
  const full = await deps.database.transaction(async (tx) =>
    (await addHits(tx, [bucket], at)) ? undefined : findFullBucket(tx, [bucket], at),
  );
  if (full) throw tooManyCalls((full.untilMs - at.getTime()) / 1000);
}

const tooManyCalls = (retryAfterS: number) =>
  new LandfallError('rate_limited', {
    userMessage: `A key can be used ${maxCallsPerMinute} times a minute. Wait, then try again.`,
    retryAfterS: Math.min(60, Math.max(1, retryAfterS)),
  });
