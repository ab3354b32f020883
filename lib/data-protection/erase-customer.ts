import { appendAudit } from '../audit/append-audit';
import { actorName, type Caller } from '../contract/caller';
import type { EraseBody, ErasureReceipt } from '../contract/data-protection';
import { LandfallError } from '../core/errors';
import { openErasureKey } from '../imports/erasures/data-key';
import { importFingerprint, usernameFingerprint } from '../imports/erasures/find-erased';
import { isBeingErased } from '../imports/erasures/pending-erasures';
import type { Db } from '../store/database/database';
import { listCustomerImports } from '../store/data-protection/customer-rows';
import { insertErasures, lockErasures } from '../store/data-protection/erasures';
import { readAuditHead } from '../store/events/audit';
import type { DataProtectionDeps } from './data-protection-deps';
import { addRows, eraseMissed, erasureSteps } from './erasure-steps';
import {
  findAbsence,
  findBlockedReason,
  findSpellings,
  findSubject,
  listErasableImports,
  listSubjectImports,
} from './find-customer';
import {
  deletePending,
  listStalled,
  lockPending,
  requireStaff,
  savePending,
  type PendingErasure,
} from './pending-erasure';
import { issueReceipt, readReceipt } from './receipts';

export async function eraseCustomer(
  deps: DataProtectionDeps,
  input: { caller: Caller; body: EraseBody },
): Promise<ErasureReceipt> {
  const id = await beginErasure(deps, input);
  return finishErasure(deps, id);
}

/** @internal The marks come first, so that nothing is stored again while the rest is deleted in batches. */
export async function beginErasure(
  deps: DataProtectionDeps,
  { caller, body }: { caller: Caller; body: EraseBody },
): Promise<string> {
  requireStaff(caller);
  const username = body.username.trim();
  if (username === '' || body.confirmation.trim() !== username) {
    throw new LandfallError('invalid', {
      errors: [{ field: 'confirmation', message: 'Type the username exactly as it is shown' }],
    });
  }
  const id = deps.newId();
  // Before the lock, because it may read the whole audit.
  const absence = await findAbsence(deps.database.db, await findSubject(deps.database.db, username));
  await deps.database.transaction(async (tx) => {
    await lockErasures(tx, 'exclusive');
    if (await isBeingErased(deps, tx, username)) {
      throw new LandfallError('conflict', 'This customer is already being erased.');
    }
    if (absence !== null) throw new LandfallError('conflict', absence);
    const subject = await findSubject(tx, username);
    const blockedReason = await findBlockedReason(tx, subject);
    if (blockedReason !== null) throw new LandfallError('conflict', blockedReason);
    if (!body.stopFollowing && (await listSubjectImports(tx, subject)).some(({ running }) => running)) {
      throw new LandfallError(
        'conflict',
        'A migration of this customer is running. Confirm that Landfall stops following it.',
      );
    }
    const at = deps.clock.now();
    const key = await openErasureKey(deps, tx);
    const imports = await listErasableImports(tx, subject);
    const fingerprints = imports.map((one) => importFingerprint(key, one));
    await insertErasures(tx, [usernameFingerprint(key, username)], { kind: 'username', at });
    await insertErasures(tx, fingerprints, { kind: 'import', at });
    const { addresses } = subject;
    await savePending(deps, tx, { id, username, addresses, begunAt: at, caller, step: 0, cursor: '', rows: {} });
    await appendAudit(deps, tx, { caller, action: 'customer.erasure_started', subject: `erasure ${id}` });
  });
  return id;
}

/** Continues wherever an earlier process stopped. */
async function finishErasure(deps: DataProtectionDeps, id: string, signal?: AbortSignal): Promise<ErasureReceipt> {
  for (;;) {
    signal?.throwIfAborted();
    const receipt = await deps.database.transaction(async (tx) => {
      const pending = await lockPending(deps, tx, id);
      if (!pending) return readReceipt(tx, id);
      const step = erasureSteps[pending.step];
      if (!step) return closeErasure(deps, tx, pending);
      const { rows, cursor } = await step(deps, tx, pending);
      addRows(pending.rows, rows);
      const next = cursor === null ? { step: pending.step + 1, cursor: '' } : { cursor };
      await savePending(deps, tx, { ...pending, ...next });
      return undefined;
    });
    deps.checkpoint?.(id);
    if (receipt) return receipt;
  }
}

async function closeErasure(
  deps: DataProtectionDeps,
  tx: Db,
  pending: PendingErasure,
): Promise<ErasureReceipt | undefined> {
  // Stored by a transaction that was running when the erasure began, or written by staff meanwhile.
  const missed = await eraseMissed(deps, tx, pending);
  const [left] = await listCustomerImports(tx, await findSpellings(tx, pending.username), 1);
  if (left || Object.values(missed).some((count) => count > 0)) {
    addRows(pending.rows, missed);
    await savePending(deps, tx, { ...pending, step: 0, cursor: '' });
    return undefined;
  }
  const { id, caller, begunAt } = pending;
  const rows = Object.fromEntries(Object.entries(pending.rows).filter(([, count]) => count > 0));
  const usernameHash = usernameFingerprint(await openErasureKey(deps, tx), pending.username);
  await deletePending(tx, id);
  await appendAudit(deps, tx, {
    caller,
    action: 'customer.erased',
    subject: `erasure ${id}`,
    after: { rows, usernameHash },
  });
  const head = await readAuditHead(tx);
  return issueReceipt(deps, tx, {
    id,
    begunAt: begunAt.toISOString(),
    finishedAt: deps.clock.now().toISOString(),
    by: actorName(caller.actor),
    rows,
    usernameHash,
    auditHead: { entry: head?.seq ?? 0, hash: head?.hash ?? '' },
  });
}

const stalledAfterMs = 60_000;

/** Background job: finishes erasures whose process died. */
export async function resumeErasures(deps: DataProtectionDeps, signal?: AbortSignal): Promise<void> {
  const before = new Date(deps.clock.now().getTime() - stalledAfterMs);
  for (const id of await listStalled(deps.database.db, before)) {
    try {
      await finishErasure(deps, id, signal);
    } catch (err) {
      if (signal?.aborted) return;
      deps.log.warn({ err, erasure: id }, 'an erasure could not be finished yet');
    }
  }
}
