import { createHash, randomUUID } from 'node:crypto';
import { z } from 'zod';
import { parseJson } from '../core/parse-json';
import {
  claimRequest,
  deleteRequest,
  endRequestLease,
  findRequest,
  renewRequest,
  saveRequest,
  sweepRequests,
} from '../store/staff/idempotent-requests';
import type { AuthDeps } from './auth-deps';

/** Responses contain links and names of customers. */
export const responsePurpose = 'idempotent-response';

const keepMs = 24 * 3_600_000;
/** Longer than the deadlines of all calls that a request makes. */
const leaseMs = 2 * 60_000;

const storedReplySchema = z.object({
  status: z.int(),
  headers: z.record(z.string(), z.string()),
  json: z.string().nullable(),
});
export type StoredReply = z.infer<typeof storedReplySchema>;

export interface IdempotentRequest {
  /** Who sent it: the same key of another caller is another request. */
  caller: string;
  key: string;
  /** Everything that makes it the same request. */
  content: string;
  /** Running it again with the same operation id changes nothing further. */
  repeatable: boolean;
}

type Begun =
  | { state: 'run'; id: string; operationId: string }
  | { state: 'done'; reply: StoredReply }
  | { state: 'running'; retryAfterS: number }
  | { state: 'other' | 'unknown' | 'removed' };

export type StoredResponses = ReturnType<typeof createStoredResponses>;

/** Remembers requests by their Idempotency-Key over all instances, so that none is carried out twice. */
export function createStoredResponses({ database, cipher }: Pick<AuthDeps, 'database' | 'cipher'>) {
  const { db } = database;

  async function begin(request: IdempotentRequest): Promise<Begun> {
    const id = createHash('sha256').update(`${request.caller}\0${request.key}`).digest('hex');
    const operationId = randomUUID();
    const [fingerprint = '', ...older] = cipher.fingerprints(responsePurpose, request.content);
    if (await claimRequest(db, { id, fingerprint, operationId, leaseMs, keepMs })) {
      return { state: 'run', id, operationId };
    }
    const row = await findRequest(db, id);
    // Released since then.
    if (row === undefined) return { state: 'running', retryAfterS: 1 };
    if (![fingerprint, ...older].includes(row.fingerprint)) return { state: 'other' };
    if (row.responseEncrypted !== null) return readReply(row.responseEncrypted);
    if (row.leaseLeftMs === null) return { state: 'removed' };
    if (row.leaseLeftMs > 0) return { state: 'running', retryAfterS: Math.min(5, row.leaseLeftMs / 1000) };
    if (!request.repeatable) return { state: 'unknown' };
    return (await renewRequest(db, id, leaseMs))
      ? { state: 'run', id, operationId: row.operationId }
      : { state: 'running', retryAfterS: 1 };
  }

  function readReply(encrypted: Buffer): Begun {
    const json = cipher.decrypt(responsePurpose, encrypted)?.toString('utf8');
    const parsed = storedReplySchema.safeParse(json === undefined ? undefined : parseJson(json));
    return parsed.success ? { state: 'done', reply: parsed.data } : { state: 'removed' };
  }

  return {
    begin,
    /** It was carried out. Null if its response must not be stored. */
    save: (id: string, reply: StoredReply | null) =>
      saveRequest(db, id, reply && cipher.encrypt(responsePurpose, JSON.stringify(reply))),
    /** Nothing was changed, so that the request may be sent again. */
    release: (id: string) => deleteRequest(db, id),
    /** It failed after something may have been changed. */
    abandon: (id: string) => endRequestLease(db, id),
    sweep: () => sweepRequests(db, keepMs),
  };
}
