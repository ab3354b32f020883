import { appendAudit } from '../../audit/append-audit';
import type { Caller } from '../../contract/caller';
import type { Cipher } from '../../core/cipher';
import type { Clock } from '../../core/clock';
import { LandfallError } from '../../core/errors';
import type { Db } from '../../store/database/database';
import { deleteErasures, insertErasures, lockErasures } from '../../store/data-protection/erasures';
import { getAttempt, type AttemptRow } from '../../store/imports/creation-attempts';
import { findErased, findErasedUsername } from './find-erased';
import { isBeingErased } from './pending-erasures';

/** A creation during an erasure would be erased halfway. */
export async function refuseWhileErasing(deps: { cipher: Cipher }, tx: Db, username: string): Promise<void> {
  if (!(await findErasedUsername(deps, tx, username))) return;
  if (await isBeingErased(deps, tx, username)) {
    throw new LandfallError('conflict', 'The data of this customer is being erased. Try again in a few minutes.');
  }
}

/**
 * Before storing an import that the service has created: an erased person who comes back becomes a customer again. The
 * imports they had before stay erased, also those that we never stored. Returns when they were erased, for
 * `auditReturn`; null if nothing was lifted. Call it first in the transaction.
 */
export async function liftErasure(
  deps: { cipher: Cipher; clock: Clock },
  tx: Db,
  { attempt, importId, knownIds }: { attempt: AttemptRow; importId: string; knownIds: readonly string[] | null },
): Promise<Date | null> {
  const { environment, username } = attempt;
  if (environment !== 'live' || username === null || knownIds === null || knownIds.includes(importId)) return null;
  if (!(await findErasedUsername(deps, tx, username))) return null;
  // No poll may mark the new import between here and the end of the transaction.
  await lockErasures(tx, 'exclusive');
  const created = { environment, id: importId };
  const marks = await findErased(deps, tx, { usernames: [username], imports: [created] });
  const mark = marks?.ofUsername(username);
  // An erasure deletes the attempts that it finds: a late response to one of them lifts nothing.
  if (!marks || !mark || !(await getAttempt(tx, attempt.id)) || (await isBeingErased(deps, tx, username))) return null;
  const markOfImport = marks.ofImport(created);
  await deleteErasures(tx, [mark.fingerprint, ...(markOfImport ? [markOfImport.fingerprint] : [])]);
  const before = knownIds.map((id) => marks.fingerprintOf({ environment, id }));
  await insertErasures(tx, before, { kind: 'import', at: deps.clock.now() });
  return mark.at;
}

/** The last write of the transaction that lifted the mark. */
export async function auditReturn(
  deps: { cipher: Cipher; clock: Clock },
  tx: Db,
  { caller, erasedAt }: { caller: Caller; erasedAt: Date | null },
): Promise<void> {
  if (erasedAt === null) return;
  const after = { erasedAt: erasedAt.toISOString() };
  await appendAudit(deps, tx, { caller, action: 'customer.returned', subject: 'customer', after });
}
