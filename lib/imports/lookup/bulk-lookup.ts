import { appendAudit } from '../../audit/append-audit';
import { actorName, type Caller } from '../../contract/caller';
import type { BulkLookup } from '../../contract/bulk-lookups';
import type { Environment } from '../../contract/environment';
import { LandfallError } from '../../core/errors';
import { insertBulkLookups, listBulkLookups } from '../../store/imports/bulk-lookups';
import { recordChange } from '../../store/events/changes';
import { lockErasures } from '../../store/data-protection/erasures';
import { findErased } from '../erasures/find-erased';
import { truncate } from '../observations/observed-facts';
import type { ImportsDeps } from '../imports-deps';

const maxNames = 1_000;

/** Queues the names for the poller, so that interactive lookups keep priority. */
export async function startBulkLookup(
  deps: Pick<ImportsDeps, 'database' | 'clock' | 'newId' | 'cipher'>,
  input: { caller: Caller; environment: Environment; usernames: readonly string[] },
): Promise<BulkLookup> {
  const { actor } = input.caller;
  if (actor.kind !== 'staff') throw new LandfallError('forbidden');
  const names = [...new Set(input.usernames.map((name) => truncate(name.trim(), 1000)).filter((name) => name !== ''))];
  if (names.length === 0 || names.length > maxNames) {
    const message = names.length === 0 ? 'Enter at least one name' : `Enter at most ${maxNames} names at once`;
    throw new LandfallError('invalid', { errors: [{ field: 'usernames', message }] });
  }
  if (input.environment === 'sandbox') {
    throw new LandfallError(
      'conflict',
      'The sandbox returns the same examples for every username, so there is nothing to look up.',
    );
  }
  const runId = deps.newId();
  const createdAt = deps.clock.now();
  const by = truncate(actorName(actor), 300);
  await deps.database.transaction(async (tx) => {
    await lockErasures(tx, 'shared');
    const marks = await findErased(deps, tx, { usernames: names });
    await insertBulkLookups(
      tx,
      names.map((username, position) => ({
        runId,
        position,
        environment: input.environment,
        ...withoutErased(username, marks?.ofUsername(username)),
        by,
        staffId: actor.id,
        createdAt,
      })),
    );
    await recordChange(tx, { kind: 'bulk', environment: input.environment, subject: runId });
    await appendAudit(deps, tx, {
      caller: input.caller,
      action: 'lookup.bulk_started',
      environment: input.environment,
      subject: runId,
      after: { names: names.length },
    });
  });
  return readBulkLookup(deps, input.environment, runId);
}

/** The name of an erased customer is not stored again. */
function withoutErased(username: string, mark: { at: Date } | undefined) {
  if (!mark) return { username, state: 'waiting' as const, problem: null };
  const problem = `This customer was erased on ${mark.at.toISOString().slice(0, 10)}.`;
  return { username: 'Erased customer', state: 'failed' as const, problem };
}

export async function readBulkLookup(
  deps: Pick<ImportsDeps, 'database'>,
  environment: Environment,
  runId: string,
): Promise<BulkLookup> {
  const rows = (await listBulkLookups(deps.database.db, runId)).filter((row) => row.environment === environment);
  const [first] = rows;
  if (!first) throw new LandfallError('not_found', 'This lookup does not exist.');
  const countState = (state: BulkLookup['names'][number]['state']) => rows.filter((row) => row.state === state).length;
  return {
    id: runId,
    environment,
    by: first.by,
    createdAt: first.createdAt.toISOString(),
    waiting: countState('waiting'),
    done: countState('done'),
    failed: countState('failed'),
    names: rows.map(({ username, state, found, problem }) => ({ username, state, found, problem })),
  };
}
