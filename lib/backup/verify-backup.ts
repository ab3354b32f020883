import type { Readable } from 'node:stream';
import { z } from 'zod';
import { LandfallError } from '../core/errors';
import { parseJson } from '../core/parse-json';
import type { RowCounts, SnapshotHeader } from '../store/backup/snapshot';
import { readBackupFile } from './backup-file';

const rowSchema = z.array(z.string().nullable());

/** Reads all of it: encryption, compression, every row, and the number of rows. Needs no database. */
export async function verifyBackup(
  source: Readable,
  keys: readonly string[],
): Promise<{ header: SnapshotHeader; counts: RowCounts }> {
  const widths = new Map<string, number>();
  const found = new Map<string, number>();
  return readBackupFile(source, keys, {
    begin: async ({ tables }) => {
      for (const { name, columns } of tables) widths.set(name, columns.length);
    },
    rows: async (table, rows) => {
      for (const row of rows) {
        if (rowSchema.safeParse(parseJson(row)).data?.length !== widths.get(table)) {
          throw new LandfallError('bad_request', `A row of ${table} cannot be read.`);
        }
      }
      found.set(table, (found.get(table) ?? 0) + rows.length);
    },
    end: async (counts) => {
      for (const name of widths.keys()) {
        if ((counts[name] ?? 0) !== (found.get(name) ?? 0)) {
          throw new LandfallError('bad_request', `Rows of ${name} are missing.`);
        }
      }
    },
  });
}
