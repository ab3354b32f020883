import type { Db } from '../store/database/database';
import { type DecisionRow, listDecisions, readDecisionSubject } from '../store/sponsorship/decisions';
import { findLaterEffect } from './check-decision';
import { hasRoleNow } from './has-role-now';
import { isConfirmedLate } from './late-answer';
import { findOddStatus, goneReason } from './odd-status';
import type { SponsorshipDeps } from './sponsorship-deps';

/** Who is responsible for the next send. */
export function senderOf(row: DecisionRow): Pick<DecisionRow, 'lastApproverId' | 'lastApprover'> {
  return row.resolution === 'send_again'
    ? { lastApproverId: row.resolvedById, lastApprover: row.resolvedBy }
    : { lastApproverId: row.approvedById, lastApprover: row.approvedBy };
}

/** Why an approved decision must not be sent any more. */
export async function findObstacle(
  { whoPays }: Pick<SponsorshipDeps, 'whoPays'>,
  tx: Db,
  row: DecisionRow,
): Promise<string | undefined> {
  // A start_full, which is only sent by the request that decided it.
  if (row.importId === null) return undefined;
  if (isConfirmedLate(row)) return 'A late reply to the earlier send has to be reviewed first.';
  if (row.kind === 'accept' && whoPays === 'customer') return 'Customers buy the full migration themselves (WHO_PAYS).';
  const { lastApproverId, lastApprover } = senderOf(row);
  if (!(await hasRoleNow(tx, lastApproverId, 'approver'))) return `${lastApprover} can no longer decide.`;
  const laterEffect = findLaterEffect(row, await listDecisions(tx, row.environment, row.importId));
  if (laterEffect !== undefined) return laterEffect;
  const subject = await readDecisionSubject(tx, row.environment, row.importId);
  if (!subject) return undefined;
  if (subject.gone) return goneReason;
  if (row.kind === 'reject' || subject.statusKey === row.confirmedStatus) return undefined;
  return findOddStatus(subject.statusKey)?.explanation;
}
