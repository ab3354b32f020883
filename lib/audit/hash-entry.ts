import { createHash } from 'node:crypto';
import type { AuditRow } from '../store/events/audit';
import { canonicalJson, toStorableJson } from './canonical-json';

/** What the first entry names as the one before it. */
export const genesisHash = '0'.repeat(64);

/** SHA-256 over every column but the hash itself; the previous hash is among them, and that is the chain. */
export function hashEntry(entry: Omit<AuditRow, 'hash'>): string {
  const { seq, at, actorId, actor, action, environment, subject, address, requestId, previousHash } = entry;
  const text = canonicalJson({
    seq,
    at: at.toISOString(),
    actorId,
    actor,
    action,
    environment,
    subject,
    address,
    before: toStorableJson(entry.before),
    after: toStorableJson(entry.after),
    requestId,
    previousHash,
  });
  return createHash('sha256').update(text).digest('hex');
}
