import type { Caller } from '../../contract/caller';
import type { Environment } from '../../contract/environment';
import { LandfallError } from '../../core/errors';
import { getAttempt, listClaimedIds, type AttemptRow } from '../../store/imports/creation-attempts';
import { applySettlement } from './apply-settlement';
import type { CreationDeps } from './creation-deps';
import { attemptLookupsSchema, type Settlement } from './evaluate-lookups';

/** A person names the created import, or says that there is none. `start_full` attempts are settled with their decision. */
export async function settleManually(
  deps: CreationDeps,
  input: { caller: Caller; environment: Environment; attempt: string; importId: string | null },
): Promise<AttemptRow> {
  const { db } = deps.database;
  const row = await getAttempt(db, input.attempt);
  if (!row || row.environment !== input.environment) throw new LandfallError('not_found');
  if (row.startFull) {
    throw new LandfallError(
      'conflict',
      'This attempt commits your company to paying. An approver has to settle it under Sponsorship.',
    );
  }
  const lookups = attemptLookupsSchema.parse(row.lookups);
  if (input.importId !== null && !(await candidatesOf(deps, row)).includes(input.importId)) {
    throw new LandfallError('conflict', 'This import is not among the imports we found. Reload the page.');
  }
  const settled: Settlement =
    input.importId === null ? { kind: 'not_created' } : { kind: 'adopt', importId: input.importId };
  const done = await applySettlement(deps, row, { settled, lookups, seenAt: deps.clock.now(), caller: input.caller });
  if (!done) throw new LandfallError('conflict', 'This attempt was settled in the meantime. Reload the page.');
  return (await getAttempt(db, row.id)) ?? row;
}

/** New ids from the last lookup, without those that other attempts have claimed since. */
export async function candidatesOf(deps: Pick<CreationDeps, 'database'>, row: AttemptRow): Promise<string[]> {
  if (row.state !== 'unknown' || row.username === null) return [];
  const fresh = attemptLookupsSchema.parse(row.lookups).at(-1)?.fresh ?? [];
  if (fresh.length === 0) return [];
  const claimed = await listClaimedIds(deps.database.db, row.environment, row.username);
  return fresh.filter((id) => !claimed.includes(id));
}
