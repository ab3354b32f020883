import type { Random } from '../../core/clock';
import { claimJob } from '../../store/database/claim-job';
import type { Database, Db } from '../../store/database/database';
import { removePollUnits, type PollUnit } from '../../store/service-calls/poll-schedule';
import {
  listUnscheduledImports,
  readExposures,
  readPolledImports,
  readPollLoad,
  schedulePollUnits,
  stretchPollSchedule,
  type PolledImport,
  type PollLoad,
  type UnitPlan,
} from '../../store/service-calls/poll-plan';
import type { ObservedImport } from '../observations/observe';
import { finishedStatuses } from '../recognise-status';
import { createAnnouncedShare } from './announced-share';
import { ageEdgesS, estimateRates, type Rates } from './estimate-rates';
import { createPollRecord, type PollRecord } from './poll-record';
import {
  movingIntervalS,
  paceLimits,
  planPolls,
  restingIntervalS,
  finishedIntervalS,
  type PaceLimits,
  type PollPlan,
} from './poll-schedule';

export interface PollPlanner {
  /** Schedules polls in the observer's transaction, so that a crash loses nothing. */
  afterObserve(tx: Db, observed: readonly ObservedImport[]): Promise<void>;
  /** When to poll these imports next; undefined when all of them are gone. */
  pace(imports: readonly PolledImport[]): UnitPlan | undefined;
  /** Estimates change rates from stored data and plans for the current load. */
  refresh(): Promise<void>;
  /** Schedules imports that have no poll yet; returns how many. */
  planMissing(): Promise<number>;
  readonly sharePerS: number;
  readonly plan: PollPlan;
  readonly load: PollLoad;
  /** Planned and sent requests over the last 15 minutes; null until it has been running for a minute. */
  readonly recent: PollRecord | null;
}

/** Longer usernames do not fit the index, so their imports are polled one by one. */
const maxUsernameBytes = 1000;
/** How long an import stays in a status changes slowly. */
const refreshesPerEstimate = 10;
/** Fewer due polls than are sent in this time are not a backlog: they just came together. */
const backlogS = 60;
const minBacklog = 20;
/** A backlog is worked off in this time, with fewer new polls meanwhile. */
const drainS = 600;
const maxDrainShare = 0.7;
const minCapacityShare = 0.25;
/** Smaller changes of the plan take effect as units are polled. */
const stretchFrom = 1.15;
/** Large, because each batch of imports without a poll compares all imports. */
const checkBatch = 10_000;
const planBatch = 500;
/** Longer than the time between two refreshes, so that only one instance stretches the schedule. */
const stretchEveryS = 90;

export function createPollPlanner(deps: {
  database: Database;
  random: Random;
  sharePerS: number;
  limits?: PaceLimits;
}): PollPlanner {
  const { sharePerS, limits = paceLimits } = deps;
  const { db } = deps.database;
  const announced = createAnnouncedShare();
  const record = createPollRecord();
  let rates: Rates = estimateRates([]);
  let plan: PollPlan = planPolls({ moving: [], restingPerS: 0, sharePerS, limits });
  let load: PollLoad = { moving: [], restingPerS: 0, restingUnits: 0, overdue: 0, overdueS: 0, sent: 0, atS: 0 };
  let refreshes = 0;
  /** What the stored schedule follows. */
  let scheduled: PollPlan | undefined;

  const pace = (imports: readonly PolledImport[]): UnitPlan | undefined => {
    const present = imports.filter((one) => !one.gone);
    if (present.length === 0) return undefined;
    const moving = present.filter((one) => one.statusKey === null || !finishedStatuses.includes(one.statusKey));
    const rate = present.reduce((sum, one) => sum + rates.of(one.statusKey, one.ageS), 0);
    if (moving.length > 0) return { inS: movingIntervalS(plan, rate, deps.random), rate, fixedIntervalS: null };
    const fixedIntervalS = Math.round(finishedIntervalS(Math.min(...present.map((one) => one.ageS))));
    return { inS: restingIntervalS(plan, fixedIntervalS, deps.random), rate, fixedIntervalS };
  };

  /** `phase`: part of the interval until the first poll. */
  const replan = async (tx: Db, units: readonly PollUnit[], phase = () => 1): Promise<void> => {
    if (units.length === 0) return;
    const imports = await readPolledImports(tx, units);
    await schedulePollUnits(
      tx,
      units.flatMap((unit) => {
        const paced = pace(importsOf(unit, imports));
        return paced ? [{ ...unit, ...paced, inS: paced.inS * phase() }] : [];
      }),
    );
  };

  const stretchSchedule = async () => {
    const before = scheduled ?? plan;
    const factor = before.perRoot / plan.perRoot;
    if (scheduled !== undefined && factor < stretchFrom && factor > 1 / stretchFrom) return;
    scheduled = plan;
    if (factor !== 1 && (await claimJob(db, 'poll schedule', stretchEveryS)))
      await stretchPollSchedule(db, before, plan);
  };

  return {
    sharePerS,
    pace,
    afterObserve: async (tx, observed) => {
      const live = observed.filter((one) => one.environment === 'live');
      announced.count(live);
      const moved = live.filter((one) => !one.row.gone && needsPlan(one));
      await replan(tx, unitsOf(moved.map(({ row }) => row)));
      const gone = live.filter((one) => one.row.gone && one.before?.gone !== true).map(({ importId }) => importId);
      await removePollUnits(tx, gone);
    },
    refresh: async () => {
      if (refreshes++ % refreshesPerEstimate === 0) rates = estimateRates(await readExposures(db, ageEdgesS));
      load = await readPollLoad(db);
      // With a backlog, the recent send rate is the real capacity: people come first, and the service may be slow.
      const isBehind = load.overdue > Math.max(minBacklog, sharePerS * backlogS);
      const sentPerS = record.sentSince(load) ?? sharePerS;
      const capacityPerS = isBehind ? Math.min(sharePerS, Math.max(sharePerS * minCapacityShare, sentPerS)) : sharePerS;
      const drainPerS = isBehind ? Math.min(load.overdue / drainS, capacityPerS * maxDrainShare) : 0;
      const { moving, restingPerS } = load;
      const input = { moving, restingPerS, sharePerS: capacityPerS - drainPerS, announced: announced.share(), limits };
      const planned = planPolls(input);
      plan = { ...planned, spendsPerS: planned.spendsPerS + drainPerS };
      record.add(load, plan.spendsPerS);
      await stretchSchedule();
    },
    planMissing: async () => {
      let planned = 0;
      for (let after = ''; ;) {
        const found = await listUnscheduledImports(db, after, checkBatch);
        const units = unitsOf(found);
        // Anywhere within the interval, or all would be due at once, again and again.
        for (let at = 0; at < units.length; at += planBatch)
          await replan(db, units.slice(at, at + planBatch), deps.random);
        planned += found.length;
        const last = found.at(-1);
        if (!last || found.length < checkBatch) return planned;
        after = last.id;
      }
    },
    get plan() {
      return plan;
    },
    get load() {
      return load;
    },
    get recent() {
      return record.recent();
    },
  };
}

/** One poll of a customer's list covers all their imports; an import without a known customer is polled itself. */
export function unitOf(row: { id: string; username: string | null }): PollUnit {
  return row.username !== null && Buffer.byteLength(row.username) <= maxUsernameBytes
    ? { kind: 'username', key: row.username }
    : { kind: 'import', key: row.id };
}

export function importsOf(unit: PollUnit, imports: readonly PolledImport[]): PolledImport[] {
  return imports.filter(({ id, username }) => (unit.kind === 'username' ? username : id) === unit.key);
}

/** Sorted, so that concurrent transactions cannot deadlock. */
function unitsOf(rows: readonly { id: string; username: string | null }[]): PollUnit[] {
  const units = new Map(rows.map(unitOf).map((unit) => [`${unit.kind} ${unit.key}`, unit]));
  return [...units.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, unit]) => unit);
}

function needsPlan({ before, row, isNew }: ObservedImport): boolean {
  return isNew || before?.statusKey !== row.statusKey || before.username !== row.username || before.gone;
}
