import type { LostAttempt } from '../../contract/attempts';
import type { Caller } from '../../contract/caller';
import type { Environment } from '../../contract/environment';
import { roleAtLeast } from '../../contract/roles';
import { LandfallError } from '../../core/errors';
import { getAttempt, listClaimedIds, type AttemptRow } from '../../store/imports/creation-attempts';
import { listUndecidedAttempts } from '../../store/sponsorship/decisions';
import { applySettlement } from './apply-settlement';
import type { CreationDeps } from './creation-deps';
import { attemptLookupsSchema, type Settlement } from './evaluate-lookups';

/** A person names the created import, or says that there is none. */
export async function settleManually(
  deps: CreationDeps,
  input: { caller: Caller; environment: Environment; attempt: string; importId: string | null },
): Promise<AttemptRow> {
  const { db } = deps.database;
  const row = await getAttempt(db, input.attempt);
  if (!row || row.environment !== input.environment) throw new LandfallError('not_found');
  const obstacle = findObstacle(row, input.caller, await listUndecidedAttempts(db, [row.id]));
  if (obstacle !== null) {
    const commits = 'This attempt commits your company to paying. An approver has to settle it';
    throw obstacle === 'decision'
      ? new LandfallError('conflict', `${commits} under Sponsorship.`)
      : new LandfallError('forbidden', `${commits}.`);
  }
  if (input.importId !== null && !(await candidatesOf(deps, row)).includes(input.importId)) {
    throw new LandfallError('conflict', 'This import is not among the imports we found. Reload the page.');
  }
  const settled: Settlement =
    input.importId === null ? { kind: 'not_created' } : { kind: 'adopt', importId: input.importId };
  const found = { settled, seenAt: deps.clock.now(), caller: input.caller };
  const done = await deps.database.transaction((tx) => applySettlement(deps, tx, row, found));
  if (!done) {
    throw new LandfallError(
      'conflict',
      'The attempt was settled, or the import chosen, in the meantime. Reload the page.',
    );
  }
  return (await getAttempt(db, row.id)) ?? row;
}

/** `start_full` commits to paying: first its decision is settled, then an approver settles the attempt. */
export function findObstacle(
  row: AttemptRow,
  { actor }: Caller,
  undecided: readonly string[],
): LostAttempt['waitsFor'] {
  if (!row.startFull) return null;
  if (undecided.includes(row.id)) return 'decision';
  return actor.kind === 'staff' && roleAtLeast(actor.role, 'approver') ? null : 'approver';
}

/** New ids from the last lookup, without those that other attempts have claimed since. */
export async function candidatesOf(deps: Pick<CreationDeps, 'database'>, row: AttemptRow): Promise<string[]> {
  if (row.state !== 'unknown') return [];
  const fresh = attemptLookupsSchema.parse(row.lookups).at(-1)?.fresh ?? [];
  if (fresh.length === 0) return [];
  const claimed = await listClaimedIds(deps.database.db, row.environment, fresh);
  return fresh.filter((id) => !claimed.includes(id));
}
