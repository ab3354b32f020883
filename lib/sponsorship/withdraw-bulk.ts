import { appendAudit } from '../audit/append-audit';
import type { BulkRun } from '../contract/bulk';
import type { Caller } from '../contract/caller';
import { LandfallError } from '../core/errors';
import { finishBulkRun, getBulkRun, listBulkDecisions, lockOpenBulkRun } from '../store/sponsorship/bulk-runs';
import { readBulk } from './bulk-decisions';
import { endWaiting } from './bulk-items';
import { requireApprover } from './decide-sponsorship';
import { withdrawDecision } from './resolve-decision';
import type { SponsorshipDeps } from './sponsorship-deps';

/** Stops the run, then withdraws every decision of it that is not sent yet. */
export async function withdrawBulk(deps: SponsorshipDeps, input: { caller: Caller; id: string }): Promise<BulkRun> {
  const { caller, id } = input;
  const { name } = requireApprover(caller);
  const { db } = deps.database;
  const run = await getBulkRun(db, id);
  if (!run) throw new LandfallError('not_found');
  await deps.database.transaction(async (tx) => {
    const open = await lockOpenBulkRun(tx, id);
    if (open) {
      const items = endWaiting(open, { state: 'withdrawn', says: `Withdrawn by ${name}.` });
      await finishBulkRun(tx, id, items, deps.clock.now());
    }
    // Nothing to record once everything is sent.
    const held = (await listBulkDecisions(tx, id)).some(({ state }) => state === 'approved' || state === 'proposed');
    if (!open && !held) return;
    await appendAudit(deps, tx, {
      caller,
      action: 'sponsorship.bulk_withdrawn',
      environment: run.environment,
      subject: id,
      after: {},
    });
  });
  for (const row of await listBulkDecisions(db, id)) {
    if (row.importId === null || (row.state !== 'approved' && row.state !== 'proposed')) continue;
    const target = { caller, environment: run.environment, importId: row.importId, decisionId: row.id, reason: '' };
    await withdrawDecision(deps, target).catch((error: unknown) => {
      // It was sent meanwhile.
      if (!(error instanceof LandfallError && error.code === 'conflict')) throw error;
    });
  }
  return readBulk(deps, id);
}
