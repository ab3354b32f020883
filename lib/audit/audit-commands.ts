import { z } from 'zod';
import type { Cipher } from '../core/cipher';
import { LandfallError } from '../core/errors';
import { listAuditAfter, readAuditHead } from '../store/events/audit';
import type { CommandHandlers } from '../store/data-folder/command-socket';
import type { Database } from '../store/database/database';
import { checkHeads } from './check-heads';
import { toCells } from './export-audit';
import { exportedHeadSchema } from './export-head';
import { verifyAudit } from './verify-audit';

const verifyArgs = z.object({
  head: z
    .string()
    .regex(/^[0-9a-f]{64}$/i)
    .optional(),
});
const pageArgs = z.object({ after: z.int().nonnegative() });

const headsArgs = z.object({ heads: z.array(exportedHeadSchema).max(500) });

const pageSize = 200;

export function createAuditCommands({ database, cipher }: { database: Database; cipher: Cipher }): CommandHandlers {
  return {
    'audit.verify': async (args, signal) => {
      const parsed = verifyArgs.safeParse(args);
      if (!parsed.success) throw new LandfallError('invalid', 'A head is 64 hexadecimal digits.');
      return verifyAudit({ cipher }, database.db, { expectedHead: parsed.data.head, signal });
    },
    'audit.check_heads': async (args) => checkHeads({ cipher }, database.db, headsArgs.parse(args).heads),
    'audit.head': async () => (await readAuditHead(database.db)) ?? null,
    /** Entries after `after`, in chain order. Empty at the end. */
    'audit.page': async (args) => {
      const { after } = pageArgs.parse(args);
      const rows = await listAuditAfter(database.db, after, pageSize);
      return { cells: rows.map(toCells), last: rows.at(-1)?.seq ?? after };
    },
  };
}
