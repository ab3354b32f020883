import type { Clock, Random } from '../../core/clock';
import { ServiceError } from '../../core/errors';
import type { Log } from '../../core/log';
import type { Metrics } from '../../core/metrics';
import type { ServiceResponse, DetailedImport, ListedImport, ServiceClient } from '../../service/service-client';
import type { Database } from '../../store/database/database';
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
import { factsOfDetail } from '../observations/observed-facts';
import { isRecordableId, type ObservedImport, type Observer } from '../observations/create-observer';
import type { ObservationInput } from '../observations/observation-input';
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
  /** The name under which this instance claims. */
  instance: string;
}

/** The lease outlives the deadline, so that nobody takes over a look that is still on its way. */
export const pollDeadlineMs = 30_000;
export const pollLeaseS = 60;

/** `failed` is for what the service did not answer; the loop backs off on it. */
export type PollOutcome = 'same' | 'changed' | 'gone' | 'odd' | 'failed';

export async function poll(deps: PollDeps, due: DuePoll, signal: AbortSignal): Promise<PollOutcome> {
  try {
    return due.kind === 'username' ? await pollUsername(deps, due, signal) : await pollImport(deps, due, signal);
  } catch (error) {
    if (signal.aborted) throw error;
    const inS = backoffS(due.failures + 1, deps.random);
    await delayPoll(deps.database.db, due, { by: deps.instance, inS });
    const answered = error instanceof ServiceError && error.upstreamStatus !== undefined;
    if (!(error instanceof ServiceError)) deps.log.error({ err: error, kind: due.kind }, 'a look failed');
    return answered && !isOutage(error) ? 'odd' : 'failed';
  }
}

/** The token is refused, we are told to wait, or the service is broken: true for every import, not for this one. */
function isOutage(error: ServiceError): boolean {
  const status = error.upstreamStatus ?? 0;
  return status === 401 || status === 403 || status === 429 || status >= 500;
}

/** Reads one import in full. Only a 404 on the import itself means that it is gone. */
async function pollImport(deps: PollDeps, due: DuePoll, signal: AbortSignal): Promise<PollOutcome> {
  const { database, client, observer, instance } = deps;
  const askedAt = deps.clock.now();
  let answer: ServiceResponse<DetailedImport>;
  try {
    answer = await client.readImport({
      environment: 'live',
      lane: 'poller',
      id: due.key,
      deadlineMs: pollDeadlineMs,
      signal,
    });
  } catch (error) {
    if (!(error instanceof ServiceError && error.code === 'service_not_found')) throw error;
    await recordGone(deps, due, askedAt);
    return 'gone';
  }
  if (answer.value.id !== null && answer.value.id !== due.key) {
    deps.log.warn({ import: due.key }, 'the service answered with another import than asked for');
    await delayPoll(database.db, due, { by: instance, inS: backoffS(due.failures + 1, deps.random) });
    return 'odd';
  }
  const observed = await observer.observe({
    environment: 'live',
    importId: due.key,
    source: 'watcher',
    status: answer.value.status,
    askedAt: answer.sentAt,
    seenAt: answer.receivedAt,
    facts: factsOfDetail(answer.value),
    raw: answer.raw,
  });
  // Covered by the list of its customer, one full reading was all that was wanted.
  const covered = unitOf({ id: due.key, username: observed.row.username }).kind === 'username';
  if (covered && !due.unlisted) await stopPolling(database.db, due, instance);
  else await planNext(deps, due, due.unlisted);
  return observed.changed ? 'changed' : 'same';
}

async function recordGone(deps: PollDeps, due: DuePoll, askedAt: Date): Promise<void> {
  const known = await readPolledImports(deps.database.db, due);
  // A hint about something that never was leaves no trace in the record.
  if (known.length > 0) {
    await deps.observer.observe({
      environment: 'live',
      importId: due.key,
      source: 'watcher',
      status: null,
      gone: true,
      askedAt,
      seenAt: deps.clock.now(),
    });
  }
  await stopPolling(deps.database.db, due, deps.instance);
}

/** Asks once for all imports of a customer; whatever changed, or is missing from the list, is then read in full. */
async function pollUsername(deps: PollDeps, due: DuePoll, signal: AbortSignal): Promise<PollOutcome> {
  const before = await readPolledImports(deps.database.db, due);
  const { observed, listed } = await observeList(deps, { username: due.key, source: 'watcher' }, signal);
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

interface ListRequest {
  username: string;
  source: 'watcher' | 'lookup';
  /** Who had it looked up. */
  by?: string;
}

/** The list of a customer, observed; what is new or has moved is read in full in its turn. */
export async function observeList(
  deps: PollDeps,
  request: ListRequest,
  signal: AbortSignal,
): Promise<{ observed: ObservedImport[]; listed: Set<string> }> {
  const answer = await deps.client.listImports({
    environment: 'live',
    lane: 'poller',
    username: request.username,
    deadlineMs: pollDeadlineMs,
    signal,
  });
  const observed = await deps.observer.observeAll(toObservationInputs(answer, request));
  const moved = observed.filter((one) => one.isNew || one.before?.statusKey !== one.row.statusKey);
  await scheduleDetailPolls(
    deps.database.db,
    moved.map((one) => one.importId),
    { unlisted: false },
  );
  return { observed, listed: new Set(answer.value.map(({ id }) => id)) };
}

/** A long list is not sealed again with each of its entries: it says nothing but what is kept in clear anyway. */
const maxEntriesWithRaw = 20;

function toObservationInputs(
  answer: ServiceResponse<ListedImport[]>,
  { username, source, by }: ListRequest,
): ObservationInput[] {
  // What cannot be kept is passed over, so that it does not keep the rest of the list from being seen.
  return answer.value
    .filter(({ id }) => isRecordableId(id))
    .map(({ id, status }) => ({
      environment: 'live',
      importId: id,
      source,
      status,
      askedAt: answer.sentAt,
      seenAt: answer.receivedAt,
      about: { username },
      aboutSource: 'lookup',
      ...(by === undefined ? {} : { by }),
      ...(answer.value.length <= maxEntriesWithRaw ? { raw: answer.raw } : {}),
    }));
}
