import type { Policy } from '../contract/policy';
import type { QueueItem } from '../contract/sponsorship';
import type { Db } from '../store/database/database';
import type { DecisionRow, MonthCounts } from '../store/sponsorship/decisions';
import { findSamePerson } from '../store/staff/same-person';
import { listApprovers } from '../store/staff/staff';
import { evaluatePolicy } from './evaluate-policy';

export function lastApprover(row: DecisionRow): { id: string | null; name: string } {
  return row.lastApprover !== null
    ? { id: row.lastApproverId, name: row.lastApprover }
    : { id: row.approvedById, name: row.approvedBy ?? row.proposedBy };
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

/** Who may approve an open proposal, or choose freely about an unknown outcome. Read once for the whole queue. */
export async function readSecondPeople(
  db: Db,
  rows: readonly (DecisionRow | null)[],
  now: Date,
): Promise<SecondPeopleOf> {
  const firstIds = new Set(rows.flatMap((row) => (row && isWaiting(row) ? [firstPersonId(row)] : [])));
  const approvers = firstIds.size === 0 ? [] : await listApprovers(db);
  const samePerson = new Map<string | null, ReadonlySet<string>>();
  for (const id of firstIds) samePerson.set(id, id === null ? new Set() : await findSamePerson(db, id, now));
  return (row, context) => {
    if (!row || !isWaiting(row)) return null;
    if (row.state === 'unknown' && !needsOtherApprover(row, context)) return null;
    const same = samePerson.get(firstPersonId(row));
    return approvers.filter(({ id }) => !same?.has(id));
  };
}

function isWaiting(row: DecisionRow): boolean {
  return row.state === 'proposed' || row.state === 'unknown';
}

function firstPersonId(row: DecisionRow): string | null {
  return row.state === 'proposed' ? row.proposedById : lastApprover(row).id;
}
