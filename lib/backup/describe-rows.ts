import type { RowCounts, SnapshotSink } from '../store/backup/snapshot';

const format = (count: number) => count.toLocaleString('en-US');

export function describeRows(counts: RowCounts): string {
  const rows = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return `${format(rows)} ${rows === 1 ? 'row' : 'rows'} of ${Object.keys(counts).length} tables`;
}

const everyRows = 100_000;

/** Reports each large table while it is read. */
export function reportProgress(sink: SnapshotSink, report: (text: string) => void): SnapshotSink {
  let current = '';
  let count = 0;
  return {
    ...sink,
    rows: async (table, rows) => {
      if (table !== current) count = 0;
      current = table;
      const before = count;
      count += rows.length;
      if (Math.floor(count / everyRows) > Math.floor(before / everyRows)) report(`${table}: ${format(count)} rows`);
      await sink.rows(table, rows);
    },
  };
}
