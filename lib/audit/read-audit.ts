import type { AuditEntryView, AuditList, AuditQuery } from '../contract/audit';
import {
  type AuditFilter,
  type FoundAuditRow,
  listAuditActions,
  readAuditHead,
  searchAudit,
} from '../store/events/audit';
import type { Db } from '../store/database/database';
import { listErased } from './check-values';

export async function readAudit(db: Db, query: AuditQuery): Promise<AuditList> {
  const rows = await searchAudit(db, toAuditFilter(query), { before: query.before, limit: query.limit + 1 });
  const entries = rows.slice(0, query.limit);
  return {
    entries: entries.map(toAuditView),
    nextBefore: rows.length > query.limit ? (entries.at(-1)?.seq ?? null) : null,
    actions: await listAuditActions(db),
    head: (await readAuditHead(db)) ?? null,
  };
}

function toAuditView(row: FoundAuditRow): AuditEntryView {
  const { seq, actor, actorId, action, environment, subject, isImport, address, before, after, requestId, hash } = row;
  return {
    seq,
    at: row.at.toISOString(),
    actor,
    actorId,
    action,
    environment,
    subject,
    isImport,
    address,
    before,
    after,
    erased: listErased(row),
    requestId,
    hash,
  };
}

/** Days are in UTC, both inclusive. */
export function toAuditFilter(query: AuditQuery): AuditFilter {
  const dayMs = 86_400_000;
  return {
    action: query.action === '' ? undefined : query.action,
    q: query.q.trim() === '' ? undefined : query.q.trim(),
    from: query.from === undefined ? undefined : new Date(query.from),
    until: query.until === undefined ? undefined : new Date(Date.parse(query.until) + dayMs),
    environment: query.environment,
  };
}
