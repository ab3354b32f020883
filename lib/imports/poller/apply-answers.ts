import type { Clock, Random } from '../../core/clock';
import type { Log } from '../../core/log';
import type { StartTrace } from '../../core/span';
import type { Metrics } from '../../core/metrics';
import type { ServiceClient } from '../../service/service-client';
import type { Database } from '../../store/database/database';
import { readPolledImports, scheduleNextPolls } from '../../store/service-calls/poll-plan';
import { clearUnlisted, scheduleDetailPolls, stopPolling, type DuePoll } from '../../store/service-calls/poll-schedule';
import type { ObservationInput } from '../observations/observation-input';
import { readDetailsNext } from '../observations/observe-list';
import { observeAll, type ObservedImport, type Observer } from '../observations/observe';
import { importsOf, unitOf, type PollPlanner } from './create-poll-planner';

export interface PollDeps {
  database: Database;
  client: ServiceClient;
  observer: Observer;
  planner: PollPlanner;
  clock: Clock;
  random: Random;
  log: Log;
  metrics: Metrics;
  startTrace?: StartTrace | undefined;
  /** Owner name of this instance's claims. */
  instance: string;
}

/** After several `failed` in a row the poller slows down; `odd` concerns one import only. */
export type PollOutcome = 'same' | 'changed' | 'gone' | 'odd' | 'failed';

export interface PollAnswer {
  due: DuePoll;
  inputs: readonly ObservationInput[];
  /** Ids in a customer's list. */
  listed: ReadonlySet<string>;
  /** Those with a status. The others are read by themselves, as if they were missing. */
  covered: ReadonlySet<string>;
  sentAt: Date;
  gone: boolean;
}

/** For a list of imports that are gone: whether the service has them is not certain. */
const daily = { inS: 86_400, rate: 0, fixedIntervalS: 86_400 };

/** Stores several answers and schedules the next polls, with as many statements as for one answer. */
export async function applyAnswers(deps: PollDeps, answers: readonly PollAnswer[]): Promise<PollOutcome[]> {
  const { planner, instance } = deps;
  const { db } = deps.database;
  const goneUnits = answers.filter(({ gone }) => gone).map(({ due }) => due);
  const known = goneUnits.length > 0 ? await readPolledImports(db, goneUnits) : [];
  const listedIds = new Set(answers.flatMap(({ listed }) => [...listed]));
  const observed = await observeAll(
    readDetailsNext(deps.observer, (id) => listedIds.has(id)),
    // A hint about an import that never existed is not stored.
    answers.flatMap(({ due, gone, inputs }) => (gone && importsOf(due, known).length === 0 ? [] : inputs)),
  );
  const observedById = new Map(observed.map((one) => [one.importId, one]));

  const remaining = answers.filter((answer) => isStillPolled(answer, observedById));
  const imports = await readPolledImports(
    db,
    remaining.map(({ due }) => due),
  );
  const missing: string[] = [];
  const listedAgain: string[] = [];
  for (const { due, covered, sentAt } of remaining) {
    if (due.kind !== 'username') continue;
    for (const one of importsOf(due, imports)) {
      if (covered.has(one.id)) listedAgain.push(...(one.unlisted ? [one.id] : []));
      else if (!one.gone && !one.unlisted && one.firstSeenAt <= sentAt) missing.push(one.id);
    }
  }
  await scheduleDetailPolls(db, missing, { unlisted: true });
  await clearUnlisted(db, listedAgain);

  const plans = remaining.flatMap(({ due: { kind, key, unlisted }, listed }) => {
    const known = importsOf({ kind, key }, imports);
    const pace = planner.pace(known) ?? (known.some(({ id }) => listed.has(id)) ? daily : undefined);
    return pace ? [{ kind, key, unlisted: kind === 'import' && unlisted, ...pace }] : [];
  });
  await scheduleNextPolls(db, plans, instance);
  const planned = new Set(plans.map(({ kind, key }) => `${kind} ${key}`));
  const ended = answers.map(({ due }) => due).filter(({ kind, key }) => !planned.has(`${kind} ${key}`));
  await stopPolling(db, ended, instance);

  return answers.map(({ gone, inputs }) => {
    if (gone) return 'gone';
    return inputs.some(({ importId }) => observedById.get(importId)?.changed) ? 'changed' : 'same';
  });
}

/** Not if it is gone or erased, or if its customer's list covers it from now on. */
function isStillPolled({ due, gone }: PollAnswer, observedById: ReadonlyMap<string, ObservedImport>): boolean {
  if (due.kind === 'username') return true;
  const observed = observedById.get(due.key);
  if (gone || !observed) return false;
  return due.unlisted || unitOf({ id: due.key, username: observed.row.username }).kind === 'import';
}
