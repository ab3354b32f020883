import type { Db } from '../store/database/database';
import { type DecisionRow, readDecisionSubject } from '../store/sponsorship/decisions';
import { hasRoleNow } from './has-role-now';
import { findOddStatus, goneReason } from './odd-status';

/** Who is responsible for the next send. */
export function senderOf(row: DecisionRow): Pick<DecisionRow, 'lastApproverId' | 'lastApprover'> {
  return row.resolution === 'send_again'
    ? { lastApproverId: row.resolvedById, lastApprover: row.resolvedBy }
    : { lastApproverId: row.approvedById, lastApprover: row.approvedBy };
}

/** Why an approved decision must not be sent any more. */
export async function findObstacle(tx: Db, row: DecisionRow): Promise<string | undefined> {
  // A start_full, which is only sent by the request that decided it.
  if (row.importId === null) return undefined;
  const { lastApproverId, lastApprover } = senderOf(row);
  if (!(await hasRoleNow(tx, lastApproverId, 'approver'))) return `${lastApprover} can no longer decide.`;
  const subject = await readDecisionSubject(tx, row.environment, row.importId);
  if (!subject) return undefined;
  if (subject.gone) return goneReason;
  if (row.kind === 'reject' || subject.statusKey === row.confirmedStatus) return undefined;
  return findOddStatus(subject.statusKey)?.explanation;
}
