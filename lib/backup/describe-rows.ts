import type { RowCounts } from '../store/backup/snapshot';

export function describeRows(counts: RowCounts): string {
  const rows = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return `${rows.toLocaleString('en-US')} ${rows === 1 ? 'row' : 'rows'} of ${Object.keys(counts).length} tables`;
}
