import { LandfallError } from '../../core/errors';
import { getAttempt, moveAttempt } from '../../store/imports/creation-attempts';
import type { Db } from '../../store/database/database';
import { getImport } from '../../store/imports/imports';
import { clearStartLinkImport } from '../../store/imports/start-links';
import type { CreationInput, CreationDeps } from './creation-deps';

/**
 * Somebody knowingly starts again: the first attempt is put aside and names the one that takes its place. Only one whose
 * migration address nobody has, since its answer was lost, or whose import is gone. Never one that commits to paying:
 * that is an unknown decision, for sponsorship to settle.
 */
export async function abandonAttempt(
  deps: Pick<CreationDeps, 'audit'>,
  tx: Db,
  input: Pick<CreationInput, 'caller' | 'environment' | 'fields'> & { attempt: string; by: string },
): Promise<void> {
  const row = await getAttempt(tx, input.attempt);
  const record = row?.importId ? await getImport(tx, row.environment, row.importId) : undefined;
  const from = record?.gone ? (['unknown', 'adopted', 'created'] as const) : (['unknown', 'adopted'] as const);
  const sameCustomer =
    row?.environment === input.environment && row.username === (input.fields.destination_username ?? null);
  const moved =
    row && sameCustomer && !row.startFull
      ? await moveAttempt(tx, { id: row.id, from, to: 'abandoned', set: { replacedBy: input.by } })
      : undefined;
  if (!moved) {
    throw new LandfallError('conflict', { userMessage: 'Something became of it in between. Load the page again.' });
  }
  if (moved.linkId !== null) await clearStartLinkImport(tx, moved.linkId);
  await deps.audit.append(tx, {
    caller: input.caller,
    action: 'import.creation_abandoned',
    environment: moved.environment,
    subject: moved.importId ?? moved.username ?? moved.id,
    after: { attempt: moved.id, replacedBy: input.by, tool: moved.tool },
  });
}
