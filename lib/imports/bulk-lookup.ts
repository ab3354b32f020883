import { actorName, type Caller } from '../contract/caller';
import type { BulkLookup } from '../contract/bulk-lookups';
import type { Environment } from '../contract/environment';
import { LandfallError } from '../core/errors';
import { insertBulkLookups, listBulkLookups } from '../store/bulk-lookups';
import { recordChange } from '../store/changes';
import { clip } from './observed-facts';
import type { RecordParts } from './record-parts';

const mostNames = 1_000;

/** Puts names in line for the watcher's lane, so that people who wait for an answer come first. */
export async function startBulkLookup(
  parts: Pick<RecordParts, 'database' | 'audit' | 'clock' | 'newId'>,
  input: { caller: Caller; environment: Environment; usernames: readonly string[] },
): Promise<BulkLookup> {
  const { actor } = input.caller;
  if (actor.kind !== 'staff') throw new LandfallError('forbidden');
  const names = [...new Set(input.usernames.map((name) => clip(name.trim(), 1000)).filter((name) => name !== ''))];
  if (names.length === 0 || names.length > mostNames) {
    const message = names.length === 0 ? 'Give at least one name' : `Give at most ${mostNames} names at once`;
    throw new LandfallError('invalid', { errors: [{ field: 'usernames', message }] });
  }
  if (input.environment === 'sandbox') {
    throw new LandfallError('conflict', {
      person: 'The sandbox answers every name with the same examples, so there is nothing to look up there.',
    });
  }
  const runId = parts.newId();
  const createdAt = parts.clock.now();
  const by = clip(actorName(actor), 300);
  await parts.database.transaction(async (tx) => {
    await insertBulkLookups(
      tx,
      names.map((username, position) => ({
        runId,
        position,
        environment: input.environment,
        username,
        state: 'waiting' as const,
        by,
        staffId: actor.id,
        createdAt,
      })),
    );
    await recordChange(tx, { kind: 'bulk', environment: input.environment, subject: runId });
    await parts.audit.append(tx, {
      caller: input.caller,
      action: 'lookup.bulk_started',
      environment: input.environment,
      subject: runId,
      after: { names: names.length },
    });
  });
  return readBulkLookup(parts, input.environment, runId);
}

export async function readBulkLookup(
  parts: Pick<RecordParts, 'database'>,
  environment: Environment,
  runId: string,
): Promise<BulkLookup> {
  const rows = (await listBulkLookups(parts.database.db, runId)).filter((row) => row.environment === environment);
  const [first] = rows;
  if (!first) throw new LandfallError('not_found', { person: 'This look-up of many names does not exist.' });
  const counted = (state: BulkLookup['names'][number]['state']) => rows.filter((row) => row.state === state).length;
  return {
    id: runId,
    environment,
    by: first.by,
    createdAt: first.createdAt.toISOString(),
    waiting: counted('waiting'),
    done: counted('done'),
    failed: counted('failed'),
    names: rows.map(({ username, state, found, problem }) => ({ username, state, found, problem })),
  };
}
