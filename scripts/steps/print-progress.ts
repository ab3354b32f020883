import type { SnapshotSink } from '../../lib/store/backup/snapshot';

const everyRows = 100_000;

/** Prints each large table while it is read. */
export function printProgress(sink: SnapshotSink): SnapshotSink {
  let current = '';
  let count = 0;
  return {
    ...sink,
    rows: async (table, rows) => {
      if (table !== current) count = 0;
      current = table;
      const before = count;
      count += rows.length;
      if (Math.floor(count / everyRows) > Math.floor(before / everyRows)) {
        process.stderr.write(`${table}: ${count.toLocaleString('en-US')} rows\n`);
      }
      await sink.rows(table, rows);
    },
  };
}
