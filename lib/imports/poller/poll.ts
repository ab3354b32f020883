import { ServiceError } from '../../core/errors';
import { delayBulkLookup, finishBulkLookup, type BulkLookupRow } from '../../store/imports/bulk-lookups';
import { recordChange } from '../../store/events/changes';
import { delayPoll, stopPolling, type DuePoll } from '../../store/service-calls/poll-schedule';
import { listInputs, recordLists } from '../observations/observe-list';
import { factsOfDetail } from '../observations/observed-facts';
import type { AnswerBatch } from './create-answer-batch';
import type { PollAnswer, PollDeps, PollOutcome } from './apply-answers';
import { backoffS } from './poll-schedule';

const pollDeadlineMs = 30_000;
/** Longer than the deadline, so that no other instance claims a poll that is still running. */
export const pollLeaseS = 60;
const bulkRetryAfterS = 30;

export async function poll(
  deps: PollDeps,
  answers: AnswerBatch,
  due: DuePoll,
  signal: AbortSignal,
): Promise<PollOutcome> {
  const delay = () =>
    delayPoll(deps.database.db, due, { by: deps.instance, inS: backoffS(due.failures + 1, deps.random) });
  // A forged hint would use one of the few places for hints forever.
  const delayOrStop = () => (due.hinted ? stopPolling(deps.database.db, [due], deps.instance) : delay());
  try {
    const answer = await answers.receive(() =>
      due.kind === 'username' ? requestList(deps, due, signal) : requestImport(deps, due, signal),
    );
    if (answer) return await answers.apply(answer);
    deps.log.warn({ import: due.key }, 'the service returned a different import than requested');
    await delayOrStop();
    return 'odd';
  } catch (error) {
    if (signal.aborted) throw error;
    if (!(error instanceof ServiceError)) deps.log.error({ err: error, kind: due.kind }, 'a poll failed');
    const isOdd = isOddAnswer(error);
    await (isOdd ? delayOrStop() : delay());
    return isOdd ? 'odd' : 'failed';
  }
}

/** Rejected or unreadable. A rejected token, a rate limit and a server error affect every request, not just this one. */
function isOddAnswer(error: unknown): error is ServiceError {
  const status = error instanceof ServiceError ? error.upstreamStatus : undefined;
  return status !== undefined && status < 500 && ![401, 403, 429].includes(status);
}

/** One request covers all imports of a customer. */
async function requestList(deps: PollDeps, due: DuePoll, signal: AbortSignal): Promise<PollAnswer> {
  const call = listCall(due.key, signal);
  const answer = await deps.client.listImports(call);
  const idsOf = (entries: typeof answer.value) => new Set(entries.map(({ id }) => id));
  const listed = idsOf(answer.value);
  const covered = idsOf(answer.value.filter(({ status }) => status !== null));
  const { environment, username } = call;
  const inputs = listInputs({ environment, username, source: 'watcher', answer });
  return { due, inputs, listed, covered, sentAt: answer.sentAt, gone: false };
}

/** Only a 404 on the import itself means that it is gone; absence from a list does not. Undefined if it is another one. */
async function requestImport(deps: PollDeps, due: DuePoll, signal: AbortSignal): Promise<PollAnswer | undefined> {
  const sentAt = deps.clock.now();
  const about = { environment: 'live', importId: due.key, source: 'watcher' } as const;
  const none = new Set<string>();
  try {
    const answer = await deps.client.readImport({
      environment: 'live',
      lane: 'poller',
      person: null,
      id: due.key,
      deadlineMs: pollDeadlineMs,
      signal,
    });
    if (answer.value.id !== null && answer.value.id !== due.key) return undefined;
    const { status } = answer.value;
    const seen = {
      sentAt: answer.sentAt,
      seenAt: answer.receivedAt,
      facts: factsOfDetail(answer.value),
      raw: answer.raw,
    };
    return { due, inputs: [{ ...about, status, ...seen }], listed: none, covered: none, sentAt, gone: false };
  } catch (error) {
    if (!(error instanceof ServiceError && error.code === 'service_not_found')) throw error;
    const input = { ...about, status: null, gone: true, sentAt, seenAt: deps.clock.now() };
    return { due, inputs: [input], listed: none, covered: none, sentAt, gone: true };
  }
}

/** Looks up one username of a bulk run. A rejected lookup or an unreadable reply is final; an outage is retried. */
export async function processBulkLookup(deps: PollDeps, row: BulkLookupRow, signal: AbortSignal): Promise<PollOutcome> {
  const finish = (result: { found: number } | { problem: string }) =>
    deps.database.transaction(async (tx) => {
      await finishBulkLookup(tx, row, { ...result, at: deps.clock.now() });
      await recordChange(tx, { kind: 'bulk', environment: row.environment, subject: row.runId });
    });
  if (row.environment !== 'live') {
    await finish({ problem: 'In the sandbox, look up one username at a time.' });
    return 'odd';
  }
  try {
    const answer = await deps.client.listImports(listCall(row.username, signal));
    const { environment, username, by } = row;
    await recordLists(deps, [{ environment, username, source: 'lookup', by, answer }]);
    await finish({ found: new Set(answer.value.map(({ id }) => id)).size });
    return 'same';
  } catch (error) {
    if (signal.aborted) throw error;
    if (isOddAnswer(error)) {
      await finish({ problem: error.userMessage });
      return 'odd';
    }
    if (!(error instanceof ServiceError)) deps.log.error({ err: error }, 'a bulk lookup failed');
    await delayBulkLookup(deps.database.db, row, bulkRetryAfterS);
    return 'failed';
  }
}

function listCall(username: string, signal: AbortSignal) {
  return { environment: 'live', lane: 'poller', person: null, username, deadlineMs: pollDeadlineMs, signal } as const;
}
