import { appendAudit, type AuditDeps } from '../audit/append-audit';
import type { AuditAction } from '../contract/audit-actions';
import type { Caller } from '../contract/caller';
import { recordChange } from '../store/events/changes';
import type { Db } from '../store/database/database';
import { recordStaffEvent } from '../store/outbox/events';
import { refreshDecisionSummary, type DecisionRow } from '../store/sponsorship/decisions';

export async function recordDecisionChange(
  deps: AuditDeps,
  tx: Db,
  row: DecisionRow,
  caller: Caller,
  action: AuditAction,
): Promise<void> {
  if (row.importId !== null) await refreshDecisionSummary(tx, row.environment, row.importId);
  const subject = row.importId ?? row.id;
  await recordChange(tx, { kind: 'decision', environment: row.environment, subject });
  if (action === 'sponsorship.unknown') {
    await recordStaffEvent(tx, {
      kind: 'outcome_unknown',
      environment: row.environment,
      importId: row.importId,
      text: `${kindLabel(row)}: not confirmed by the service. ${row.outcome}`,
    });
  }
  await appendAudit(deps, tx, {
    caller,
    action,
    environment: row.environment,
    subject,
    after: {
      decision: row.id,
      kind: row.kind,
      state: row.state,
      // The latest reason given.
      reason: row.resolutionReason || row.approvalReason || row.reason,
      policy: row.policyVersion,
      outcome: row.outcome,
      sends: row.sends,
    },
  });
}

export function kindLabel(row: Pick<DecisionRow, 'kind'>): string {
  if (row.kind === 'start_full') return 'A sponsored full migration';
  return row.kind === 'accept' ? 'Accept sponsorship' : 'Reject sponsorship';
}
