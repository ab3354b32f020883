import { lockErasures } from '../../store/data-protection/erasures';
import { recordAttempt, type AttemptRow } from '../../store/imports/creation-attempts';
import { withoutErasedContact } from '../erasures/find-erased-contact';
import { refuseWhileErasing } from '../erasures/lift-erasure';
import { toAttemptRow } from './begin-attempt';
import type { CreationDeps, CreationInput } from './creation-deps';

/** Keeps what was entered for the page that shows the errors. Nothing is sent to the service. */
export async function recordInvalidAttempt(
  deps: CreationDeps,
  input: CreationInput,
  errors: readonly { field: string; message: string }[],
): Promise<AttemptRow> {
  return deps.database.transaction(async (tx) => {
    await lockErasures(tx, 'shared');
    const username = input.fields.destination_username;
    if (username !== undefined) await refuseWhileErasing(deps, tx, username);
    const kept = await withoutErasedContact(deps, tx, input);
    const invalid = { ...toAttemptRow(deps, kept), state: 'invalid', leaseUntil: null, errors } as const;
    return (await recordAttempt(tx, invalid)).row;
  });
}
