import { createHash } from 'node:crypto';
import type { AuditRow } from '../store/events/audit';
import { canonicalJson, toStorableJson } from './canonical-json';

export const genesisHash = '0'.repeat(64);

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
