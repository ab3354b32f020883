import type { Caller } from '../../contract/caller';
import type { Environment } from '../../contract/environment';
import { LandfallError } from '../../core/errors';
import { getAttempt, listClaimedIds, type AttemptRow } from '../../store/imports/creation-attempts';
import { applySettlement } from './apply-settlement';
import type { CreationDeps } from './creation-deps';
import { attemptLookupsSchema } from './evaluate-lookups';

/**
 * Where the looks leave a doubt, a person says which of the new imports it is, or that it is none of them. One that
 * commits to paying is settled with its decision, by an approver, not here.
 */
export async function settleManually(
  deps: CreationDeps,
  input: { caller: Caller; environment: Environment; attempt: string; importId: string | null },
): Promise<AttemptRow> {
  const { db } = deps.database;
  const row = await getAttempt(db, input.attempt);
  if (!row || row.environment !== input.environment) throw new LandfallError('not_found');
  if (row.startFull) {
    throw new LandfallError('conflict', {
      userMessage: 'This one commits to paying: an approver settles its decision.',
    });
  }
  const lookups = attemptLookupsSchema.parse(row.lookups);
  if (input.importId !== null && !(await candidatesOf(deps, row)).includes(input.importId)) {
    throw new LandfallError('conflict', {
      userMessage: 'This import is not one of those that were found. Look again.',
    });
  }
  const settled = input.importId === null ? { kind: 'not_created' as const } : adopt(input.importId);
  const done = await applySettlement(deps, row, { settled, lookups, seenAt: deps.clock.now(), caller: input.caller });
  if (!done) throw new LandfallError('conflict', { userMessage: 'Something became of it in between. Look again.' });
  return (await getAttempt(db, row.id)) ?? row;
}

/** The new imports that the last look found, without those that turned out to be somebody else's since. */
export async function candidatesOf(deps: Pick<CreationDeps, 'database'>, row: AttemptRow): Promise<string[]> {
  if (row.state !== 'unknown' || row.username === null) return [];
  const fresh = attemptLookupsSchema.parse(row.lookups).at(-1)?.fresh ?? [];
  if (fresh.length === 0) return [];
  const claimed = await listClaimedIds(deps.database.db, row.environment, row.username);
  return fresh.filter((id) => !claimed.includes(id));
}

function adopt(importId: string) {
  return { kind: 'adopt' as const, importId };
}
