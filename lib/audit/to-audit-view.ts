import type { AuditEntryView } from '../contract/audit';
import type { AuditRow } from '../store/events/audit';

export function toAuditView(row: AuditRow): AuditEntryView {
  const { seq, actor, actorId, action, environment, subject, address, before, after, requestId, hash } = row;
  return {
    seq,
    at: row.at.toISOString(),
    actor,
    actorId,
    action,
    environment,
    subject,
    address,
    before,
    after,
    requestId,
    hash,
  };
}
