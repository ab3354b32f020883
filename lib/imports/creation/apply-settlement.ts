import { appendAudit } from '../../audit/append-audit';
import { LandfallError } from '../../core/errors';
import { observeIn } from '../observations/observe';
import { actorName, systemCaller, type Caller } from '../../contract/caller';
import type { Db } from '../../store/database/database';
import { findAttemptByImport, lockAttempts, moveAttempt, type AttemptRow } from '../../store/imports/creation-attempts';
import { setStartLinkImport } from '../../store/imports/start-links';
import { auditReturn, liftErasure } from '../erasures/lift-erasure';
import { knownIdsSchema, type CreationDeps } from './creation-deps';
import { factsOfAttempt } from './finish-attempt';
import { auditAbandoned, recordReplacement } from './record-replacement';
import type { AttemptLookup, Settlement } from './evaluate-lookups';

/** Returns false when the attempt was settled in the meantime, or another one has the import. */
export async function applySettlement(
  deps: Pick<CreationDeps, 'observer' | 'cipher' | 'clock'>,
  tx: Db,
  row: AttemptRow,
  found: {
    settled: Settlement;
    seenAt: Date;
    /** Set when lookups settle it. */
    lookups?: readonly AttemptLookup[];
    /** Set when a person settles it. */
    caller?: Caller;
  },
): Promise<boolean> {
  const { settled } = found;
  const to = settled.kind === 'adopt' ? 'adopted' : settled.kind === 'not_created' ? 'not_created' : 'unknown';
  const message = messageOf(settled, found.caller);
  const importId = settled.kind === 'adopt' ? settled.importId : null;
  if (importId !== null) {
    await lockAttempts(tx, `import ${row.environment} ${importId}`);
    if (await findAttemptByImport(tx, row.environment, importId)) return false;
  }
  const knownIds = knownIdsSchema.parse(row.knownIds ?? null);
  const erasedAt = importId === null ? null : await liftErasure(deps, tx, { attempt: row, importId, knownIds });
  const moved = await moveAttempt(tx, {
    id: row.id,
    from: ['unknown'],
    to,
    set: {
      message,
      ...(found.lookups && { lookups: [...found.lookups] }),
      ...(importId === null ? {} : { importId }),
    },
  });
  if (!moved) {
    // Undoes the lift.
    if (erasedAt !== null)
      throw new LandfallError('conflict', 'This attempt was settled in the meantime. Reload the page.');
    return false;
  }
  if (to === 'unknown') return true;
  const at = deps.clock.now();
  if (importId !== null) {
    await observeIn(deps.observer, tx, [
      {
        environment: row.environment,
        importId,
        source: 'created',
        status: null,
        // Created at some time between the request and the lookup that found it.
        sentAt: row.sentAt ?? row.createdAt,
        seenAt: found.seenAt,
        about: factsOfAttempt(row),
        aboutSource: 'created',
        by: row.by,
      },
    ]);
  }
  const abandoned = await recordReplacement(deps, tx, moved, at);
  if (importId !== null && row.linkId !== null) await setStartLinkImport(tx, row.linkId, { importId, at });
  const caller = found.caller ?? systemCaller;
  await appendAudit(deps, tx, {
    caller,
    action: `import.creation_${to}`,
    environment: row.environment,
    subject: importId ?? row.username ?? row.id,
    after: { attempt: row.id, message },
  });
  await auditAbandoned(deps, tx, { caller, abandoned });
  await auditReturn(deps, tx, { caller, erasedAt });
  return true;
}

function messageOf(settled: Settlement, caller: Caller | undefined): string {
  if (settled.kind === 'retry' || settled.kind === 'manual') return settled.message;
  if (settled.kind === 'adopt') {
    const how = caller
      ? `${actorName(caller.actor)} identified the import`
      : 'the import was found under the customer’s name';
    return `No reply arrived, but ${how}. Its migration link cannot be retrieved again.`;
  }
  return caller
    ? `${actorName(caller.actor)} reported that nothing was created.`
    : 'Nothing was created: two checks a minute apart found no new import.';
}
