import { type CsvCell } from '../contract/csv-line';
import * as z from 'zod/mini';
import { LandfallError } from '../core/errors';
import { listAuditAfter, readAuditHead } from '../store/audit';
import type { CommandHandlers } from '../store/command-socket';
import type { Database } from '../store/database';
import { toCells } from './export-audit';
import { type AuditVerdict, verifyAudit } from './verify-audit';

const verifyArgs = z.object({ head: z.optional(z.string().check(z.regex(/^[0-9a-f]{64}$/i))) });
const pageArgs = z.object({ after: z.number().check(z.int(), z.nonnegative()) });

export interface AuditCommandResults {
  'audit.verify': AuditVerdict;
  'audit.head': { seq: number; hash: string } | null;
  /** In the order of the chain, from the entry after `after`. Empty at the end. */
  'audit.page': { cells: CsvCell[][]; last: number };
}

/** What `npm run audit` asks for, of the running app or of the database itself. A page fits into one line. */
export function createAuditCommands({ database }: { database: Database }): CommandHandlers {
  return {
    'audit.verify': async (args) => {
      const parsed = verifyArgs.safeParse(args);
      if (!parsed.success) throw new LandfallError('invalid', { person: 'A head is 64 hexadecimal digits.' });
      return verifyAudit(database.db, { expectedHead: parsed.data.head });
    },
    'audit.head': async () => (await readAuditHead(database.db)) ?? null,
    'audit.page': async (args) => {
      const { after } = pageArgs.parse(args);
      // An entry is at most some 70 kB, and the line at most a million characters.
      const rows = await listAuditAfter(database.db, after, 10);
      return { cells: rows.map((row) => [...toCells(row)]), last: rows.at(-1)?.seq ?? after };
    },
  };
}
