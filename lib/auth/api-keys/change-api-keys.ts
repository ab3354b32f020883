import { randomUUID } from 'node:crypto';
import { appendAudit } from '../../audit/append-audit';
import { maxApiKeys } from '../../contract/api-key-rules';
import type { ApiKeys, CreateApiKeyBody, SavedApiKey } from '../../contract/api-keys';
import type { AuditAction } from '../../contract/audit-actions';
import { actorName, type Caller } from '../../contract/caller';
import { LandfallError } from '../../core/errors';
import type { Db } from '../../store/database/database';
import { recordChange } from '../../store/events/changes';
import {
  type ApiKeyRow,
  countApiKeysInUse,
  insertApiKey,
  listApiKeys as listRows,
  lockApiKey,
  updateApiKey,
} from '../../store/staff/api-keys';
import type { AuthDeps } from '../auth-deps';
import { createApiKeySecret, hashApiKeySecret } from './api-key-secret';
import { apiKeyName, maxCallsPerMinute } from './identify-api-key';

type Deps = Pick<AuthDeps, 'database' | 'cipher' | 'clock'>;
interface KeyRequest {
  caller: Caller;
  id: string;
}

const dayMs = 86_400_000;
/** So that the partner's product can switch without an outage. Revoking ends all secrets at once. */
const overlapMs = dayMs;

export async function listApiKeys({ database, clock }: Pick<Deps, 'database' | 'clock'>): Promise<ApiKeys> {
  const rows = await listRows(database.db);
  return { keys: rows.map((row) => describe(row, clock.now())), maxCallsPerMinute };
}

export async function createApiKey(
  deps: Deps,
  { caller, body }: { caller: Caller; body: CreateApiKeyBody },
): Promise<SavedApiKey> {
  return deps.database.transaction(async (tx) => {
    if ((await countApiKeysInUse(tx)) >= maxApiKeys) {
      throw new LandfallError('conflict', `There are ${maxApiKeys} keys already. Revoke an unused key.`);
    }
    const now = deps.clock.now();
    const secret = createApiKeySecret();
    const [row] = await insertApiKey(tx, {
      id: randomUUID(),
      name: body.name.trim(),
      scope: body.scope,
      ...storedSecret(secret),
      createdAt: now,
      createdBy: actorName(caller.actor),
      expiresAt: body.expiresInDays === null ? null : new Date(now.getTime() + body.expiresInDays * dayMs),
    });
    return save(deps, tx, { caller, row, action: 'api_key.created', secret });
  });
}

/** Within the overlap of the last rotation, the older secret keeps its end: the product may not have switched yet. */
export async function rotateApiKey(deps: Deps, { caller, id }: KeyRequest): Promise<SavedApiKey> {
  return deps.database.transaction(async (tx) => {
    const now = deps.clock.now();
    const { secretHash, oldSecretUntil } = await claim(tx, id, now);
    const secret = createApiKeySecret();
    const overlaps = oldSecretUntil !== null && oldSecretUntil > now;
    const [row] = await updateApiKey(tx, id, {
      ...storedSecret(secret),
      ...(!overlaps && { oldSecretHash: secretHash, oldSecretUntil: new Date(now.getTime() + overlapMs) }),
    });
    return save(deps, tx, { caller, row, action: 'api_key.rotated', secret });
  });
}

export async function revokeApiKey(deps: Deps, { caller, id }: KeyRequest): Promise<SavedApiKey> {
  return deps.database.transaction(async (tx) => {
    const now = deps.clock.now();
    await claim(tx, id, now);
    const [row] = await updateApiKey(tx, id, { revokedAt: now, revokedBy: actorName(caller.actor) });
    return save(deps, tx, { caller, row, action: 'api_key.revoked', secret: null });
  });
}

async function claim(tx: Db, id: string, now: Date): Promise<ApiKeyRow> {
  const row = await lockApiKey(tx, id);
  if (!row) throw new LandfallError('not_found', 'This key does not exist.');
  const { state } = describe(row, now);
  if (state !== 'active') throw new LandfallError('conflict', `This key is ${state} already.`);
  return row;
}

async function save(
  deps: Deps,
  tx: Db,
  saved: { caller: Caller; row: ApiKeyRow | undefined; action: AuditAction; secret: string | null },
): Promise<SavedApiKey> {
  const { caller, row, action, secret } = saved;
  if (!row) throw new LandfallError('conflict');
  const { scope, expiresAt, oldSecretUntil } = row;
  await recordChange(tx, { kind: 'settings', environment: 'live', subject: 'api-keys' });
  await appendAudit(deps, tx, {
    caller,
    action,
    subject: `key ${apiKeyName(row)}`,
    after: { scope, expiresAt, ...(action === 'api_key.rotated' && { oldSecretUntil }) },
  });
  return { key: describe(row, deps.clock.now()), secret };
}

const storedSecret = (secret: string) => ({ secretHash: hashApiKeySecret(secret), secretEnd: secret.slice(-4) });

function describe(row: ApiKeyRow, now: Date): SavedApiKey['key'] {
  const expired = row.expiresAt !== null && row.expiresAt <= now;
  const overlaps = row.oldSecretUntil !== null && row.oldSecretUntil > now;
  return {
    id: row.id,
    name: row.name,
    scope: row.scope,
    state: row.revokedAt !== null ? 'revoked' : expired ? 'expired' : 'active',
    secretEnd: row.secretEnd,
    oldSecretUntil: overlaps ? (row.oldSecretUntil?.toISOString() ?? null) : null,
    createdAt: row.createdAt.toISOString(),
    createdBy: row.createdBy,
    expiresAt: row.expiresAt?.toISOString() ?? null,
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
    revokedAt: row.revokedAt?.toISOString() ?? null,
    revokedBy: row.revokedBy,
  };
}
