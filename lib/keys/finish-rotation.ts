import { appendAudit } from '../audit/append-audit';
import { rotationAction } from '../audit/chain-entry';
import { verifyAudit } from '../audit/verify-audit';
import type { Caller } from '../contract/caller';
import { lockAuditChain } from '../store/events/audit';
import type { FinishedRotation } from './key-schemas';
import type { KeysDeps } from './keys-deps';
import { readKeyStatus } from './read-key-status';
import { readRetirement, recordRetirement } from './retired-keys';

/**
 * Records the old keys as no longer in use, with an audit entry signed by the new key. The chain is verified first, while
 * the old keys are still there: from then on, the new signature covers the entries before it.
 */
export async function finishRotation(
  deps: KeysDeps,
  { caller, changedKeys, signal }: { caller: Caller; changedKeys: readonly string[]; signal: AbortSignal },
): Promise<FinishedRotation> {
  const { database, cipher, clock } = deps;
  const verified = await verifyAudit(deps, database.db, { signal });
  let auditIntact = verified.ok;
  const old = (await readKeyStatus(deps)).filter(({ role }) => role === 'old');
  const left = old.filter(({ values }) => Object.keys(values).length > 0);
  if (auditIntact && left.length === 0) {
    await database.transaction(async (tx) => {
      await lockAuditChain(tx);
      // What was added since then: the new signature would cover it as well.
      auditIntact = (await verifyAudit(deps, tx, { after: verified.head, signal })).ok;
      if (!auditIntact) return;
      const ended: string[] = [];
      for (const { keyId } of old) {
        if (changedKeys.includes(keyId) || (await readRetirement(tx, keyId)) === undefined) ended.push(keyId);
      }
      if (ended.length === 0) return;
      for (const keyId of ended) await recordRetirement(tx, keyId, clock.now());
      await appendAudit(deps, tx, {
        caller,
        action: rotationAction,
        subject: 'LANDFALL_KEY',
        after: { key: cipher.keyId, replaces: ended },
      });
    });
  }
  return { finished: auditIntact && left.length === 0, auditIntact, keys: await readKeyStatus(deps) };
}
