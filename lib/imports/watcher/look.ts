import type { Clock, Random } from '../../core/clock';
import { ServiceError } from '../../core/errors';
import type { Log } from '../../core/log';
import type { Metrics } from '../../core/metrics';
import type { Answer, DetailedImport, ListedImport, ServiceClient } from '../../service/service-client';
import type { Database } from '../../store/database';
import {
  delayLook,
  endLooks,
  endUnlisted,
  planNextLook,
  wantDetails,
  type ClaimedLook,
  type WatchUnit,
} from '../../store/watch';
import { readWatched } from '../../store/watch-plan';
import { factsOfDetail } from '../observed-facts';
import { isRecordableId, type Observed, type Observer } from '../observe';
import type { Sighting } from '../sighting';
import { unitOf, type WatchPlanner } from './create-watch-planner';
import { afterFailureS } from './schedule';

export interface LookParts {
  database: Database;
  client: ServiceClient;
  observer: Observer;
  planner: WatchPlanner;
  clock: Clock;
  random: Random;
  log: Log;
  metrics: Metrics;
  /** The name under which this instance claims. */
  instance: string;
}

/** The lease outlives the deadline, so that nobody takes over a look that is still on its way. */
export const lookDeadlineMs = 30_000;
export const lookLeaseS = 60;

/** `failed` is for what the service did not answer; the loop backs off on it. */
export type LookOutcome = 'same' | 'changed' | 'gone' | 'odd' | 'failed';

export async function look(parts: LookParts, claimed: ClaimedLook, signal: AbortSignal): Promise<LookOutcome> {
  try {
    return claimed.kind === 'username'
      ? await lookAtUsername(parts, claimed, signal)
      : await lookAtImport(parts, claimed, signal);
  } catch (error) {
    if (signal.aborted) throw error;
    const inS = afterFailureS(claimed.failures + 1, parts.random);
    await delayLook(parts.database.db, claimed, { by: parts.instance, inS });
    const answered = error instanceof ServiceError && error.upstreamStatus !== undefined;
    if (!(error instanceof ServiceError)) parts.log.error({ err: error, kind: claimed.kind }, 'a look failed');
    return answered && !isOutage(error) ? 'odd' : 'failed';
  }
}

/** The token is refused, we are told to wait, or the service is broken: true for every import, not for this one. */
function isOutage(error: ServiceError): boolean {
  const status = error.upstreamStatus ?? 0;
  return status === 401 || status === 403 || status === 429 || status >= 500;
}

/** Reads one import in full. Only a 404 on the import itself means that it is gone. */
async function lookAtImport(parts: LookParts, claimed: ClaimedLook, signal: AbortSignal): Promise<LookOutcome> {
  const { database, client, observer, instance } = parts;
  const askedAt = parts.clock.now();
  let answer: Answer<DetailedImport>;
  try {
    answer = await client.readImport({
      environment: 'live',
      lane: 'watcher',
      id: claimed.key,
      deadlineMs: lookDeadlineMs,
      signal,
    });
  } catch (error) {
    if (!(error instanceof ServiceError && error.code === 'service_not_found')) throw error;
    await noteGone(parts, claimed, askedAt);
    return 'gone';
  }
  if (answer.value.id !== null && answer.value.id !== claimed.key) {
    parts.log.warn({ import: claimed.key }, 'the service answered with another import than asked for');
    await delayLook(database.db, claimed, { by: instance, inS: afterFailureS(claimed.failures + 1, parts.random) });
    return 'odd';
  }
  const observed = await observer.observe({
    environment: 'live',
    importId: claimed.key,
    source: 'watcher',
    status: answer.value.status,
    askedAt: answer.sentAt,
    seenAt: answer.receivedAt,
    facts: factsOfDetail(answer.value),
    raw: answer.raw,
  });
  // Covered by the list of its customer, one full reading was all that was wanted.
  const covered = unitOf({ id: claimed.key, username: observed.row.username }).kind === 'username';
  if (covered && !claimed.unlisted) await endLooks(database.db, claimed, instance);
  else await planAgain(parts, claimed, claimed.unlisted);
  return observed.changed ? 'changed' : 'same';
}

async function noteGone(parts: LookParts, claimed: ClaimedLook, askedAt: Date): Promise<void> {
  const known = await readWatched(parts.database.db, claimed);
  // A hint about something that never was leaves no trace in the record.
  if (known.length > 0) {
    await parts.observer.observe({
      environment: 'live',
      importId: claimed.key,
      source: 'watcher',
      status: null,
      gone: true,
      askedAt,
      seenAt: parts.clock.now(),
    });
  }
  await endLooks(parts.database.db, claimed, parts.instance);
}

/** Asks once for all imports of a customer; whatever changed, or is missing from the list, is then read in full. */
async function lookAtUsername(parts: LookParts, claimed: ClaimedLook, signal: AbortSignal): Promise<LookOutcome> {
  const before = await readWatched(parts.database.db, claimed);
  const { observed, listed } = await lookUpList(parts, { username: claimed.key, source: 'watcher' }, signal);
  const missing = before.filter((one) => !one.gone && !listed.has(one.id)).map((one) => one.id);
  await wantDetails(parts.database.db, missing, { unlisted: true });
  await endUnlisted(parts.database.db, [...listed]);
  await planAgain(parts, claimed, false);
  return observed.some((one) => one.changed) ? 'changed' : 'same';
}

async function planAgain(parts: LookParts, unit: WatchUnit, unlisted: boolean): Promise<void> {
  const { database, planner, instance } = parts;
  const pace = planner.pace(await readWatched(database.db, unit));
  if (pace) await planNextLook(database.db, unit, { by: instance, ...pace, unlisted });
  else await endLooks(database.db, unit, instance);
}

interface Wanted {
  username: string;
  source: 'watcher' | 'lookup';
  /** Who had it looked up. */
  by?: string;
}

/** The list of a customer, observed; what is new or has moved is read in full in its turn. */
export async function lookUpList(
  parts: LookParts,
  wanted: Wanted,
  signal: AbortSignal,
): Promise<{ observed: Observed[]; listed: Set<string> }> {
  const answer = await parts.client.listImports({
    environment: 'live',
    lane: 'watcher',
    username: wanted.username,
    deadlineMs: lookDeadlineMs,
    signal,
  });
  const observed = await parts.observer.observeAll(toSightings(answer, wanted));
  const moved = observed.filter((one) => one.isNew || one.before?.statusKey !== one.row.statusKey);
  await wantDetails(
    parts.database.db,
    moved.map((one) => one.importId),
    { unlisted: false },
  );
  return { observed, listed: new Set(answer.value.map(({ id }) => id)) };
}

/** A long list is not sealed again with each of its entries: it says nothing but what is kept in clear anyway. */
const mostToKeepRaw = 20;

function toSightings(answer: Answer<ListedImport[]>, { username, source, by }: Wanted): Sighting[] {
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
      ...(answer.value.length <= mostToKeepRaw ? { raw: answer.raw } : {}),
    }));
}
