import {
  listClaimedIds,
  listOpenAttemptsOf,
  listUnsettledAttempts,
  moveAttempt,
  type AttemptRow,
} from '../../store/creation-attempts';
import { applySettlement } from './apply-settlement';
import { knownIdsSchema } from './begin-attempt';
import type { CreationParts } from './creation-parts';
import { judgeLooks, looksSchema, minuteMs } from './judge-looks';

/** Those that wait for a person cost nothing here, and must not stand in the way of newer ones. */
const mostAtATime = 500;

/** A background job: looks for creations whose answer was lost, on behalf of whoever started them. */
export async function settleAttempts(parts: CreationParts, signal?: AbortSignal): Promise<void> {
  for (const row of await listUnsettledAttempts(parts.database.db, mostAtATime)) {
    try {
      await settleAttempt(parts, row, signal);
    } catch (error) {
      if (signal?.aborted) return;
      parts.log.warn({ err: error, attempt: row.id }, 'a lost creation could not be looked for');
    }
  }
}

async function settleAttempt(parts: CreationParts, row: AttemptRow, signal?: AbortSignal): Promise<void> {
  signal?.throwIfAborted();
  const { db } = parts.database;
  if (row.state === 'recorded') {
    // Its process ended before anything was sent.
    await moveAttempt(db, {
      id: row.id,
      from: ['recorded'],
      to: 'not_created',
      set: { message: 'Nothing was sent.' },
      leaseForMs: null,
    });
    return;
  }
  if (row.state === 'sending') {
    const message = 'The process that sent it ended before the answer came.';
    await moveAttempt(db, { id: row.id, from: ['sending'], to: 'unknown', set: { message }, leaseForMs: null });
    return;
  }
  const knownIds = knownIdsSchema.parse(row.knownIds ?? null);
  const looks = looksSchema.parse(row.looks);
  const last = looks.at(-1);
  const now = parts.clock.now();
  if (knownIds === null || row.username === null) return;
  if (last && (now.getTime() - Date.parse(last.at) < minuteMs || last.fresh.length > 1)) return;
  const answer = await parts.client.listImports({
    environment: row.environment,
    lane: 'watcher',
    username: row.username,
    ...(signal && { signal }),
  });
  const claimed = new Set([...knownIds, ...(await listClaimedIds(db, row.environment, row.username))]);
  const fresh = answer.value.map((listed) => listed.id).filter((id) => !claimed.has(id));
  const nextLooks = [...looks, { at: now.toISOString(), fresh }].slice(-20);
  const rivals = await listOpenAttemptsOf(db, row.environment, row.username, { id: row.id });
  await applySettlement(parts, row, {
    settled: judgeLooks(knownIds, nextLooks, rivals.length),
    looks: nextLooks,
    seenAt: answer.receivedAt,
  });
}
