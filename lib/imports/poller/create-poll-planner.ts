import type { Random } from '../../core/clock';
import { groupBy } from '../../core/group-by';
import type { Database, Db } from '../../store/database/database';
import { removePollUnits, type PollUnit } from '../../store/service-calls/poll-schedule';
import {
  listPolledImports,
  listUnscheduledImports,
  readExposures,
  readPollLoad,
  schedulePollUnits,
  type PolledImport,
  type PollLoad,
} from '../../store/service-calls/poll-plan';
import type { ObservedImport } from '../observations/observe';
import { finishedStatuses } from '../recognise-status';
import { ageEdgesS, estimateRates, type Rates } from './estimate-rates';
import {
  movingIntervalS,
  paceLimits,
  planPolls,
  restingIntervalS,
  finishedIntervalS,
  type PaceLimits,
  type PollPlan,
} from './poll-schedule';

interface Pace {
  inS: number;
  rate: number;
  fixedIntervalS: number | null;
}

export interface PollPlanner {
  /** Schedules polls in the observer's transaction, so that a crash loses nothing. */
  afterObserve(tx: Db, observed: readonly ObservedImport[]): Promise<void>;
  /** When to poll these imports next; undefined when all of them are gone. */
  pace(imports: readonly PolledImport[]): Pace | undefined;
  /** Estimates change rates from stored data and plans for the current load. */
  refresh(): Promise<void>;
  /** Schedules imports that have no poll yet; returns how many. */
  planMissing(): Promise<number>;
  readonly sharePerS: number;
  readonly plan: PollPlan;
  readonly load: PollLoad;
}

/** Longer usernames do not fit the index, so their imports are polled one by one. */
const maxUsernameBytes = 1000;

export function createPollPlanner(deps: {
  database: Database;
  random: Random;
  sharePerS: number;
  limits?: PaceLimits;
}): PollPlanner {
  const { sharePerS, limits = paceLimits } = deps;
  let rates: Rates = estimateRates([]);
  let plan: PollPlan = planPolls({ moving: [], restingPerS: 0, sharePerS, limits });
  let load: PollLoad = { moving: [], restingPerS: 0, restingUnits: 0, overdue: 0, overdueS: 0 };

  const pace = (imports: readonly PolledImport[]): Pace | undefined => {
    const present = imports.filter((one) => !one.gone);
    if (present.length === 0) return undefined;
    const moving = present.filter((one) => one.statusKey === null || !finishedStatuses.includes(one.statusKey));
    const rate = present.reduce((sum, one) => sum + rates.of(one.statusKey, one.ageS), 0);
    if (moving.length > 0) return { inS: movingIntervalS(plan, rate, deps.random), rate, fixedIntervalS: null };
    const fixedIntervalS = Math.round(finishedIntervalS(Math.min(...present.map((one) => one.ageS))));
    return { inS: restingIntervalS(plan, fixedIntervalS, deps.random), rate, fixedIntervalS };
  };

  const replan = async (db: Db, units: readonly PollUnit[]): Promise<void> => {
    const polled = groupBy(await listPolledImports(db, units), ({ unit }) => `${unit.kind} ${unit.key}`);
    const plans = units.flatMap((unit) => {
      const paced = pace((polled.get(`${unit.kind} ${unit.key}`) ?? []).map((found) => found.import));
      return paced ? [{ ...unit, ...paced }] : [];
    });
    await schedulePollUnits(db, plans);
  };

  return {
    sharePerS,
    pace,
    afterObserve: async (tx, observed) => {
      const live = observed.filter((one) => one.environment === 'live');
      const moved = live.filter((one) => !one.row.gone && needsPlan(one));
      await replan(tx, unitsOf(moved.map(({ row }) => row)));
      const gone = live.filter((one) => one.row.gone && one.before?.gone !== true).map(({ importId }) => importId);
      await removePollUnits(tx, gone);
    },
    refresh: async () => {
      rates = estimateRates(await readExposures(deps.database.db, ageEdgesS));
      load = await readPollLoad(deps.database.db);
      plan = planPolls({ moving: load.moving, restingPerS: load.restingPerS, sharePerS, limits });
    },
    planMissing: async () => {
      let planned = 0;
      for (let after = ''; ;) {
        const found = await listUnscheduledImports(deps.database.db, after, 500);
        const last = found.at(-1);
        if (!last) return planned;
        await replan(deps.database.db, unitsOf(found));
        planned += found.length;
        after = last.id;
      }
    },
    get plan() {
      return plan;
    },
    get load() {
      return load;
    },
  };
}

/** One poll of a customer's list covers all their imports; an import without a known customer is polled itself. */
export function unitOf(row: { id: string; username: string | null }): PollUnit {
  return row.username !== null && Buffer.byteLength(row.username) <= maxUsernameBytes
    ? { kind: 'username', key: row.username }
    : { kind: 'import', key: row.id };
}

/** Sorted, so that concurrent transactions cannot deadlock. */
function unitsOf(rows: readonly { id: string; username: string | null }[]): PollUnit[] {
  const units = new Map(rows.map(unitOf).map((unit) => [`${unit.kind} ${unit.key}`, unit]));
  return [...units.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, unit]) => unit);
}

function needsPlan({ before, row, isNew }: ObservedImport): boolean {
  return isNew || before?.statusKey !== row.statusKey || before.username !== row.username || before.gone;
}
