import type { DecisionSummary } from '../../contract/decisions';
import type { KnownStatus } from '../../contract/status';
import type { ImportRecord } from '../../store/imports/imports';

const early: KnownStatus = 'Collecting credentials';
const completed: KnownStatus = 'Migration completed';
/** With the others the partner pays or may pay, and the new import would be unpaid. */
const withoutAcceptance: readonly string[] = ['none', 'asked', 'rejected', 'refused'] satisfies DecisionSummary[];

/** Whether an import without its redirect URL may be abandoned. Later, the customer has found another way in. */
export function mayStartAgain({ status, decision }: { status: string | null; decision: string }): boolean {
  return (status === null || status === early) && withoutAcceptance.includes(decision);
}

export function mayAbandon(record: ImportRecord): boolean {
  return isUnavailable(record) || mayStartAgain({ status: record.statusKey, decision: record.decision });
}

/** To its customer. The service archives completed migrations, too, and their result stays. */
export function isUnavailable({ gone, statusKey }: Pick<ImportRecord, 'gone' | 'statusKey'>): boolean {
  return gone && statusKey !== completed;
}
