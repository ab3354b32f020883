import { z } from 'zod';
import { appendAudit } from '../audit/append-audit';
import { convertAudit } from '../audit/convert-audit';
import { verifyAudit } from '../audit/verify-audit';
import type { Caller } from '../contract/caller';
import type { Cipher } from '../core/cipher';
import type { Clock } from '../core/clock';
import { LandfallError } from '../core/errors';
import type { Log } from '../core/log';
import { formatBackupTime, holdRestoredDecisions } from '../sponsorship/hold-restored';
import { clearTransient } from '../store/backup/clear-transient';
import { unfinishedKey } from '../store/backup/create-loader';
import { countErasures } from '../store/data-protection/erasures';
import type { Database, Db } from '../store/database/database';
import { deleteInstallationValue, readInstallationValue } from '../store/database/installation';

export interface FinishDeps {
  database: Database;
  cipher: Cipher;
  clock: Clock;
  log: Log;
}

/** Stored with the rows of a snapshot until everything below is done. */
const unfinishedSchema = z.object({
  kind: z.enum(['restore', 'move']),
  takenAt: z.iso.datetime(),
  auditHead: z.object({ seq: z.number(), hash: z.string() }).nullable(),
});
export type Unfinished = z.infer<typeof unfinishedSchema>;

export type Finished = Awaited<ReturnType<typeof finishRestore>>;

export async function readUnfinished(db: Db): Promise<Unfinished | undefined> {
  const row = await readInstallationValue(db, unfinishedKey);
  return row && unfinishedSchema.parse(row.value);
}

/** At each start: until a restore is finished, the app would send what the backup has as approved. */
export async function checkRestoreFinished(db: Db): Promise<void> {
  if ((await readInstallationValue(db, unfinishedKey)) === undefined) return;
  throw new LandfallError('conflict', {
    userMessage:
      'This database was not restored completely. Run the same command again; it continues where it stopped.',
  });
}

export const commandCaller = (name: string): Caller => ({
  actor: { kind: 'command', name },
  address: '',
  requestId: name,
});

/**
 * Everything in one transaction, with the mark that keeps the app from starting. After a move nothing is held: the source
 * was stopped, and nothing can have happened since.
 */
export async function finishRestore(deps: FinishDeps, { kind, takenAt, auditHead }: Unfinished) {
  const { database } = deps;
  await convertAudit(deps);
  // Before the mark is deleted, so that the command continues if it is stopped here.
  const audit = await verifyAudit(deps, database.db, auditHead === null ? {} : { expectedHead: auditHead.hash });
  const done = await database.transaction(async (tx) => {
    const caller = commandCaller(kind);
    const none = { decisions: 0, bulkRuns: 0, policyChanges: 0, attempts: 0, messages: 0 };
    const held =
      kind === 'move'
        ? none
        : {
            ...(await clearTransient(tx, restoredReason(takenAt))),
            // After the events of the backup were deleted, so that staff are notified of these.
            ...(await holdRestoredDecisions(deps, tx, { takenAt, caller })),
          };
    await deleteInstallationValue(tx, unfinishedKey);
    await appendAudit(deps, tx, {
      caller,
      action: kind === 'move' ? 'database.moved' : 'backup.restored',
      subject: `backup of ${takenAt}`,
      after: held,
    });
    return { ...held, erasures: await countErasures(tx) };
  });
  return { kind, takenAt, ...done, audit };
}

const restoredReason = (takenAt: string) =>
  `Restored from a backup of ${formatBackupTime(takenAt)}. It may have been sent after that.`;
