import { appendAudit } from '../audit/append-audit';
import type { AuditAction } from '../contract/audit-actions';
import { systemCaller } from '../contract/caller';
import type { Db } from '../store/database/database';
import { recordChange } from '../store/events/changes';
import { lockDecisions, refreshDecisionSummary } from '../store/sponsorship/decisions';
import {
  closeRequestByStatus,
  keepRequestsClosed,
  listPointlessRequests,
  listRequestsToReopen,
  reopenRequest,
  type FullRequestRow,
} from '../store/sponsorship/full-requests';
import { pointlessReason, pointlessStatuses } from './odd-status';
import type { SponsorshipDeps } from './sponsorship-deps';

const batch = 100;
const reopenWithinMs = 90 * 24 * 3_600_000;

/** Background job: closes requests that the status has made pointless. */
export async function closePointlessRequests(deps: SponsorshipDeps): Promise<void> {
  for (const { request, statusKey, gone } of await listPointlessRequests(deps.database.db, pointlessStatuses, batch)) {
    const reason = pointlessReason({ statusKey, gone }) ?? '';
    const closed = { at: deps.clock.now(), reason, status: gone ? 'gone' : (statusKey ?? '') };
    await changeRequest(deps, request, 'request.closed_by_status', reason, (tx) =>
      closeRequestByStatus(tx, request.id, closed),
    );
  }
}

/** Background job: reopens them if the status moves back. */
export async function reopenRequests(deps: SponsorshipDeps): Promise<void> {
  // Closed requests keep growing in number; a status that moves back does so soon.
  const after = new Date(deps.clock.now().getTime() - reopenWithinMs);
  const list = (db: Db, limit: number, id?: string) =>
    listRequestsToReopen(db, pointlessStatuses, { after, limit, ...(id !== undefined && { id }) });
  for (const { request } of await list(deps.database.db, batch)) {
    const { id, environment, importId } = request;
    if (importId === null) continue;
    await changeRequest(deps, request, 'request.reopened', `Was closed: ${request.closeReason}`, async (tx) => {
      // Again under the lock: it may have been decided meanwhile.
      if ((await list(tx, 1, id)).length === 0) return false;
      await reopenRequest(tx, id);
      await keepRequestsClosed(tx, environment, importId);
      return true;
    });
  }
}

async function changeRequest(
  deps: SponsorshipDeps,
  { id, environment, importId }: FullRequestRow,
  action: AuditAction,
  reason: string,
  change: (tx: Db) => Promise<boolean>,
): Promise<void> {
  if (importId === null) return;
  await deps.database.transaction(async (tx) => {
    await lockDecisions(tx, environment, importId);
    if (!(await change(tx))) return;
    await refreshDecisionSummary(tx, environment, importId);
    await recordChange(tx, { kind: 'request', environment, subject: importId });
    const after = { request: id, reason };
    await appendAudit(deps, tx, { caller: systemCaller, action, environment, subject: importId, after });
  });
}
