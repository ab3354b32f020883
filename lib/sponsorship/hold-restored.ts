import { z } from 'zod';
import { appendAudit, type AuditDeps } from '../audit/append-audit';
import type { Caller } from '../contract/caller';
import { LandfallError } from '../core/errors';
import type { Db } from '../store/database/database';
import { deleteInstallationValue, readInstallationValue, writeInstallationValue } from '../store/database/installation';
import { finishBulkRun, listUnfinishedBulkRuns } from '../store/sponsorship/bulk-runs';
import { listUnsentDecisions, lockDecisionsOf } from '../store/sponsorship/decisions';
import { heldKey, type HeldRow } from '../store/sponsorship/sponsorship-context';
import { closePendingPolicy, lockPolicy } from '../store/sponsorship/pending-policies';
import { endWaiting } from './bulk-items';
import { noResolution } from './give-up';
import { recordDecisionChange } from './record-decision-change';
import type { SponsorshipDeps } from './sponsorship-deps';
import { tryTransition } from './transition-decision';

const heldSchema = z.object({ takenAt: z.iso.datetime() });

export const formatBackupTime = (time: string) => `${time.slice(0, 16).replace('T', ' ')} UTC`;

/**
 * After a restore, the database does not know what was decided and sent since the backup. So nothing that was open may
 * be sent, no run may continue, no weaker policy may come into force by itself, and no new decision is possible until
 * someone has compared both sides and releases them.
 */
export async function holdRestoredDecisions(
  deps: AuditDeps,
  tx: Db,
  { takenAt, caller }: { takenAt: string; caller: Caller },
): Promise<{ decisions: number; bulkRuns: number; policyChanges: number }> {
  const at = deps.clock.now();
  await writeInstallationValue(tx, { key: heldKey, value: { takenAt }, at });
  await lockPolicy(tx);
  const policyChanges = (await closePendingPolicy(tx, { at, by: 'restore', reason: 'cancelled' })) ? 1 : 0;
  const runs = await listUnfinishedBulkRuns(tx);
  for (const run of runs) {
    const says = `Not decided before the backup of ${formatBackupTime(takenAt)}. It may have been decided after it.`;
    await finishBulkRun(tx, run.id, endWaiting(run, { state: 'blocked', says }), at);
  }
  const rows = await listUnsentDecisions(tx);
  const explanation =
    `Restored from a backup of ${formatBackupTime(takenAt)}. It may have been sent after the backup was taken, so it is not ` +
    'sent. Ask the migration service.';
  for (const row of rows) {
    await lockDecisionsOf(tx, row);
    const moved = await tryTransition(
      tx,
      row,
      { type: 'restored' },
      {
        set: {
          outcome: explanation,
          // Counts as sent once, so that a refused or undone "Send again" leaves it unknown and never frees the import.
          sends: Math.max(1, row.sends),
          // As when it is sent: the person who chose "Send again" is the last approver.
          ...(row.state === 'approved' &&
            row.resolution === 'send_again' && {
              ...noResolution,
              lastApproverId: row.resolvedById,
              lastApprover: row.resolvedBy,
            }),
        },
        leaseForMs: null,
        notBeforeInMs: null,
        step: { at, by: 'system', explanation },
      },
    );
    if (moved) await recordDecisionChange(deps, tx, moved, caller, 'sponsorship.unknown');
  }
  return { decisions: rows.length, bulkRuns: runs.length, policyChanges };
}

/** Call it in the transaction of whatever leads to a payment. */
export async function checkNotHeld(tx: Db): Promise<void> {
  const held = await readHeld(tx);
  if (held === undefined) return;
  throw new LandfallError(
    'conflict',
    `Landfall was restored from a backup of ${formatBackupTime(held.takenAt)}, and decisions made after that are missing here. ` +
      'The engineer who runs Landfall has to compare them with the migration service first: docs/operations.md, “Restore”.',
  );
}

async function readHeld(tx: Db): Promise<{ takenAt: string } | undefined> {
  return toHeld(await readInstallationValue(tx, heldKey));
}

/** Unreadable is held as well. */
export function toHeld(row: HeldRow | undefined): { takenAt: string } | undefined {
  return row && (heldSchema.safeParse(row.value).data ?? { takenAt: row.at.toISOString() });
}

/** False if nothing was held. */
export async function releaseDecisions(
  deps: AuditDeps & Pick<SponsorshipDeps, 'database'>,
  caller: Caller,
): Promise<boolean> {
  return deps.database.transaction(async (tx) => {
    const held = await readHeld(tx);
    if (held === undefined) return false;
    await deleteInstallationValue(tx, heldKey);
    await appendAudit(deps, tx, {
      caller,
      action: 'sponsorship.released_after_restore',
      subject: 'decisions',
      before: held,
    });
    return true;
  });
}
