import type { Clock, Random } from '../../core/clock';
import { ServiceError } from '../../core/errors';
import type { Log } from '../../core/log';
import type { Metrics } from '../../core/metrics';
import type { ServiceResponse, DetailedImport, ServiceClient } from '../../service/service-client';
import { delayBulkLookup, finishBulkLookup, type BulkLookupRow } from '../../store/imports/bulk-lookups';
import type { Database } from '../../store/database/database';
import { recordChange } from '../../store/events/changes';
import {
  delayPoll,
  stopPolling,
  clearUnlisted,
  scheduleNextPoll,
  scheduleDetailPolls,
  type DuePoll,
  type PollUnit,
} from '../../store/service-calls/poll-schedule';
import { readPolledImports } from '../../store/service-calls/poll-plan';
import { type Observer, observe, observeAll } from '../observations/observe';
import { observeList } from '../observations/observe-list';
import { factsOfDetail } from '../observations/observed-facts';
import { unitOf, type PollPlanner } from './create-poll-planner';
import { backoffS } from './poll-schedule';

export interface PollDeps {
  database: Database;
  client: ServiceClient;
  observer: Observer;
  planner: PollPlanner;
  clock: Clock;
  random: Random;
  log: Log;
  metrics: Metrics;
  /** Owner name of this instance's claims. */
  instance: string;
}

const pollDeadlineMs = 30_000;
/** Longer than the deadline, so that no other instance claims a poll that is still running. */
export const pollLeaseS = 60;
const bulkRetryAfterS = 30;

/** After several `failed` in a row the poller slows down; `odd` concerns one import only. */
export type PollOutcome = 'same' | 'changed' | 'gone' | 'odd' | 'failed';

export async function poll(deps: PollDeps, due: DuePoll, signal: AbortSignal): Promise<PollOutcome> {
  try {
    return due.kind === 'username' ? await pollUsername(deps, due, signal) : await pollImport(deps, due, signal);
  } catch (error) {
    if (signal.aborted) throw error;
    const inS = backoffS(due.failures + 1, deps.random);
    await delayPoll(deps.database.db, due, { by: deps.instance, inS });
    const answered = error instanceof ServiceError && error.upstreamStatus !== undefined;
    if (!(error instanceof ServiceError)) deps.log.error({ err: error, kind: due.kind }, 'a poll failed');
    return answered && !isOutage(error) ? 'odd' : 'failed';
  }
}

/** Rejected token, rate limit or server error: affects every import, not just this one. */
function isOutage(error: ServiceError): boolean {
  const status = error.upstreamStatus ?? 0;
  return status === 401 || status === 403 || status === 429 || status >= 500;
}

/** Only a 404 on the import itself means that it is gone; absence from a list does not. */
async function pollImport(deps: PollDeps, due: DuePoll, signal: AbortSignal): Promise<PollOutcome> {
  const { database, client, observer, instance } = deps;
  const sentAt = deps.clock.now();
  let answer: ServiceResponse<DetailedImport>;
  try {
    answer = await client.readImport({
      environment: 'live',
      lane: 'poller',
      person: null,
      id: due.key,
      deadlineMs: pollDeadlineMs,
      signal,
    });
  } catch (error) {
    if (!(error instanceof ServiceError && error.code === 'service_not_found')) throw error;
    await recordGone(deps, due, sentAt);
    return 'gone';
  }
  if (answer.value.id !== null && answer.value.id !== due.key) {
    deps.log.warn({ import: due.key }, 'the service returned a different import than requested');
    await delayPoll(database.db, due, { by: instance, inS: backoffS(due.failures + 1, deps.random) });
    return 'odd';
  }
  const [observed] = await observeAll(observer, [
    {
      environment: 'live',
      importId: due.key,
      source: 'watcher',
      status: answer.value.status,
      sentAt: answer.sentAt,
      seenAt: answer.receivedAt,
      facts: factsOfDetail(answer.value),
      raw: answer.raw,
    },
  ]);
  if (!observed) {
    // It was erased, or retention deleted it.
    await stopPolling(database.db, due, instance);
    return 'same';
  }
  // The customer's list covers this import from now on.
  const covered = unitOf({ id: due.key, username: observed.row.username }).kind === 'username';
  if (covered && !due.unlisted) await stopPolling(database.db, due, instance);
  else await planNext(deps, due, due.unlisted);
  return observed.changed ? 'changed' : 'same';
}

async function recordGone(deps: PollDeps, due: DuePoll, sentAt: Date): Promise<void> {
  const known = await readPolledImports(deps.database.db, due);
  // A hint about an import that never existed is not stored.
  if (known.length > 0) {
    await observe(deps.observer, {
      environment: 'live',
      importId: due.key,
      source: 'watcher',
      status: null,
      gone: true,
      sentAt,
      seenAt: deps.clock.now(),
    });
  }
  await stopPolling(deps.database.db, due, deps.instance);
}

/** One request covers all imports of a customer. Those that changed or are missing are then read in full. */
async function pollUsername(deps: PollDeps, due: DuePoll, signal: AbortSignal): Promise<PollOutcome> {
  const before = await readPolledImports(deps.database.db, due);
  const { answer, observed } = await observeList(deps, listCall(due.key, signal), { source: 'watcher' });
  const listed = new Set(answer.value.map(({ id }) => id));
  const missing = before.filter((one) => !one.gone && !listed.has(one.id)).map((one) => one.id);
  await scheduleDetailPolls(deps.database.db, missing, { unlisted: true });
  await clearUnlisted(deps.database.db, [...listed]);
  await planNext(deps, due, false);
  return observed.some((one) => one.changed) ? 'changed' : 'same';
}

async function planNext(deps: PollDeps, unit: PollUnit, unlisted: boolean): Promise<void> {
  const { database, planner, instance } = deps;
  const pace = planner.pace(await readPolledImports(database.db, unit));
  if (pace) await scheduleNextPoll(database.db, unit, { by: instance, ...pace, unlisted });
  else await stopPolling(database.db, unit, instance);
}

/** Looks up one username of a bulk run. A rejected lookup is final; an outage is retried. */
export async function processBulkLookup(deps: PollDeps, row: BulkLookupRow, signal: AbortSignal): Promise<PollOutcome> {
  const finish = (result: { found: number } | { problem: string }) =>
    deps.database.transaction(async (tx) => {
      await finishBulkLookup(tx, row, { ...result, at: deps.clock.now() });
      await recordChange(tx, { kind: 'bulk', environment: row.environment, subject: row.runId });
    });
  if (row.environment !== 'live') {
    await finish({ problem: 'The sandbox is static: names are looked up one by one there.' });
    return 'odd';
  }
  try {
    const { answer } = await observeList(deps, listCall(row.username, signal), { source: 'lookup', by: row.by });
    await finish({ found: new Set(answer.value.map(({ id }) => id)).size });
    return 'same';
  } catch (error) {
    if (signal.aborted) throw error;
    if (error instanceof ServiceError && (error.upstreamStatus ?? 0) >= 400 && !isOutage(error)) {
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
