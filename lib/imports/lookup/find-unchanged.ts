import type { Environment } from '../../contract/environment';
import type { ListedImport, ServiceResponse } from '../../service/service-client';
import type { ShownImport } from '../../store/imports/imports';
import type { ListedImportRecord } from '../../store/imports/listed-imports';
import { recogniseStatus } from '../recognise-status';

interface Lookup {
  environment: Environment;
  username: string;
  answer: Pick<ServiceResponse<ListedImport[]>, 'value' | 'sentAt' | 'receivedAt'>;
}

/**
 * The rows as they will be once the lookup is recorded, if all it does is confirm them. Undefined if anything is new or
 * different, or if a report may be later than the lookup.
 */
export function findUnchanged(
  { environment, username, answer }: Lookup,
  records: readonly ListedImportRecord[],
): ShownImport[] | undefined {
  const statuses = new Map(answer.value.map(({ id, status }) => [id, status]));
  // Fewer if an import is unknown, or listed twice with what may be two statuses.
  if (records.length < answer.value.length) return undefined;
  const isUnchanged = (record: ListedImportRecord) => {
    const status = statuses.get(record.id) ?? null;
    const sameStatus = status !== null && !record.gone && record.statusText === recogniseStatus(status).text;
    // Another one, or another spelling, is a fact of its own.
    const sameCustomer = environment === 'sandbox' || record.username === username;
    return sameStatus && sameCustomer && lastKnownMs(record) < answer.sentAt.getTime();
  };
  if (!records.every(isUnchanged)) return undefined;
  return records.map(({ reportedAt: _reportedAt, ...record }) => ({
    ...record,
    seenAt: answer.receivedAt,
    seenBy: 'lookup',
  }));
}

/** No stored point is later than this. A report stamped to the second counts until the end of that second. */
function lastKnownMs({ seenAt, reportedAt }: ListedImportRecord): number {
  return Math.max(seenAt.getTime(), reportedAt === null ? -Infinity : reportedAt.getTime() + 999);
}
