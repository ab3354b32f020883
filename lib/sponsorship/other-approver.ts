import type { Policy } from '../contract/policy';
import type { QueueItem } from '../contract/sponsorship';
import type { DecisionRow, MonthCounts } from '../store/sponsorship/decisions';
import type { SponsorshipContext } from '../store/sponsorship/sponsorship-context';
import { connectedAccounts } from '../store/staff/same-person';
import { evaluatePolicy } from './evaluate-policy';

export function lastApprover(row: DecisionRow): { id: string | null; name: string } {
  return row.lastApprover !== null
    ? { id: row.lastApproverId, name: row.lastApprover }
    : row.approvedBy !== null
      ? { id: row.approvedById, name: row.approvedBy }
      : { id: row.proposedById, name: row.proposedBy };
}

interface PolicyContext {
  policy: Policy;
  month: MonthCounts;
  records: number | null;
}

/** "Send again" pays again, and "not carried out" frees budget. One person alone must not do that to their own decision. */
export function needsOtherApprover(row: DecisionRow, { policy, month, records }: PolicyContext): boolean {
  if (row.kind === 'reject') return false;
  const { needsSecond } = evaluatePolicy(policy, { kind: row.kind, records, statusKey: null, month });
  return row.needsSecond || needsSecond || policy.monthlyBudget !== null;
}

export type SecondPeopleOf = (row: DecisionRow | null, context: PolicyContext) => QueueItem['secondPeople'];

/** Who may approve an open proposal, or choose freely about an unknown outcome. */
export function findSecondPeople({
  approvers,
  sharedLinks,
}: Pick<SponsorshipContext, 'approvers' | 'sharedLinks'>): SecondPeopleOf {
  return (row, context) => {
    if (!row || !isWaiting(row)) return null;
    if (row.state === 'unknown' && !needsOtherApprover(row, context)) return null;
    const first = firstPersonId(row);
    const same = first === null ? undefined : connectedAccounts(sharedLinks, first);
    return approvers.filter(({ id }) => !same?.has(id));
  };
}

/** Whether the decision waits for a second person or for someone to settle it. */
export function isWaiting(row: DecisionRow): boolean {
  return row.state === 'proposed' || row.state === 'unknown';
}

function firstPersonId(row: DecisionRow): string | null {
  return row.state === 'proposed' ? row.proposedById : lastApprover(row).id;
}
