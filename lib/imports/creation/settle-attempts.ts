import {
  listClaimedIds,
  listOpenAttempts,
  listUnsettledAttempts,
  moveAttempt,
  type AttemptRow,
} from '../../store/imports/creation-attempts';
import { applySettlement } from './apply-settlement';
import { knownIdsSchema, type CreationDeps } from './creation-deps';
import { evaluateLookups, attemptLookupsSchema, lookupIntervalMs } from './evaluate-lookups';

/** Large enough that attempts waiting for a person do not hide newer ones. */
const batchSize = 500;

export async function settleAttempts(deps: CreationDeps, signal?: AbortSignal): Promise<void> {
  for (const row of await listUnsettledAttempts(deps.database.db, batchSize)) {
    try {
      await settleAttempt(deps, row, signal);
    } catch (error) {
      if (signal?.aborted) return;
      deps.log.warn({ err: error, attempt: row.id }, 'settling a lost creation failed');
    }
  }
}

async function settleAttempt(deps: CreationDeps, row: AttemptRow, signal?: AbortSignal): Promise<void> {
  signal?.throwIfAborted();
  const { db } = deps.database;
  if (row.state === 'recorded') {
    const message = 'Nothing was sent.';
    await moveAttempt(db, { id: row.id, from: ['recorded'], to: 'not_created', set: { message }, leaseForMs: null });
    return;
  }
  if (row.state === 'sending') {
    const message = 'The process that sent it ended before the reply arrived.';
    await moveAttempt(db, { id: row.id, from: ['sending'], to: 'unknown', set: { message }, leaseForMs: null });
    return;
  }
  const knownIds = knownIdsSchema.parse(row.knownIds ?? null);
  const lookups = attemptLookupsSchema.parse(row.lookups);
  const last = lookups.at(-1);
  const now = deps.clock.now();
  // Without known ids a person settles it, and needs the imports of two lookups to choose from.
  if (row.username === null || (knownIds === null && lookups.length > 1)) return;
  if (last && (now.getTime() - Date.parse(last.at) < lookupIntervalMs || last.fresh.length > 1)) return;
  const answer = await deps.client.listImports({
    environment: row.environment,
    lane: 'poller',
    person: null,
    username: row.username,
    ...(signal && { signal }),
  });
  const listed = answer.value.map(({ id }) => id);
  const claimed = new Set([...(knownIds ?? []), ...(await listClaimedIds(db, row.environment, listed))]);
  const fresh = listed.filter((id) => !claimed.has(id));
  const nextLookups = [...lookups, { at: now.toISOString(), fresh }].slice(-20);
  const otherAttempts = await listOpenAttempts(db, row.environment, row.username, { otherThan: row.id });
  const found = {
    settled: evaluateLookups(knownIds, nextLookups, otherAttempts.length),
    lookups: nextLookups,
    seenAt: answer.receivedAt,
  };
  const done = await deps.database.transaction((tx) => applySettlement(deps, tx, row, found));
  // Another attempt has got the import since.
  if (!done) await moveAttempt(db, { id: row.id, from: ['unknown'], to: 'unknown', set: { lookups: nextLookups } });
}
