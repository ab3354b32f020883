import type { Caller } from '../../contract/caller';
import type { CreateImportResponse } from '../../contract/imports';
import { LandfallError } from '../../core/errors';
import { getAttempt } from '../../store/imports/creation-attempts';
import { isOwnAttempt } from './begin-attempt';
import { toCreateResponse, toCreationResult } from './create-import';
import type { CreationDeps } from './creation-deps';

/** After this, the address is only available through the audited reveal. */
const redirectUrlVisibleMs = 30 * 60_000;

/** Lets the wizard's last page be reloaded by the person who made the attempt, and a key follow its own. */
export async function readAttempt(
  deps: CreationDeps,
  input: { attempt: string; caller: Caller },
): Promise<CreateImportResponse> {
  const row = await getAttempt(deps.database.db, input.attempt);
  if (!row || !isOwnAttempt(row, input.caller)) throw new LandfallError('not_found');
  const result = await toCreationResult(deps, row);
  const ageMs = deps.clock.now().getTime() - (row.answeredAt ?? row.createdAt).getTime();
  return toCreateResponse(ageMs <= redirectUrlVisibleMs ? result : { ...result, redirectUrl: null });
}
