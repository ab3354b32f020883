import type { Random } from '../../core/clock';
import type { Database, Db } from '../../store/database/database';
import { removePollUnits, type PollUnit } from '../../store/service-calls/poll-schedule';
import {
  listUnscheduledImports,
  readExposures,
  readPolledImports,
  readPollLoad,
  schedulePollUnit,
  type PolledImport,
  type PollLoad,
} from '../../store/service-calls/poll-plan';
import type { ObservedImport } from '../observations/create-observer';
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
  /** Seconds until the next look. */
  inS: number;
  rate: number;
  fixedIntervalS: number | null;
}

export interface PollPlanner {
  /** For the observer: whatever it learns is planned in the same transaction, so that a crash loses nothing. */
  afterObserve(tx: Db, observed: readonly ObservedImport[]): Promise<void>;
  /** How soon to look at these again; undefined when none of them is there any more. */
  pace(imports: readonly PolledImport[]): Pace | undefined;
  /** Learns from the record how soon statuses change, and plans anew for the present load. */
  refresh(): Promise<void>;
  /** Plans what nobody has planned, such as a record that was filled before there was a watcher. */
  planMissing(): Promise<number>;
  readonly plan: PollPlan;
  readonly load: PollLoad;
}

/** A longer name cannot stand in the index; its imports are then asked for one by one. */
const maxUsernameBytes = 1000;

const emptyLoad: PollLoad = { moving: [], restingPerS: 0, restingUnits: 0, overdue: 0, overdueS: 0 };

export function createPollPlanner(deps: {
  database: Database;
  random: Random;
  sharePerS: number;
  limits?: PaceLimits;
}): PollPlanner {
  const { sharePerS, limits = paceLimits } = deps;
  let rates: Rates = estimateRates([]);
  let plan: PollPlan = planPolls({ moving: [], restingPerS: 0, sharePerS, limits });
  let load: PollLoad = emptyLoad;

  const pace = (imports: readonly PolledImport[]): Pace | undefined => {
    const there = imports.filter((one) => !one.gone);
    if (there.length === 0) return undefined;
    const moving = there.filter((one) => one.statusKey === null || !finishedStatuses.includes(one.statusKey));
    const rate = there.reduce((sum, one) => sum + rates.of(one.statusKey, one.ageS), 0);
    if (moving.length > 0) return { inS: movingIntervalS(plan, rate, deps.random), rate, fixedIntervalS: null };
    const fixedIntervalS = Math.round(finishedIntervalS(Math.min(...there.map((one) => one.ageS))));
    return { inS: restingIntervalS(plan, fixedIntervalS, deps.random), rate, fixedIntervalS };
  };

  const replan = async (db: Db, units: readonly PollUnit[]): Promise<void> => {
    for (const unit of units) {
      const paced = pace(await readPolledImports(db, unit));
      if (paced) await schedulePollUnit(db, unit, paced);
    }
  };

  return {
    pace,
    afterObserve: async (tx, observed) => {
      const live = observed.filter((one) => one.environment === 'live');
      const moved = live.filter((one) => !one.row.gone && needsPlan(one));
      await replan(tx, unitsOf(moved.map(({ row }) => row)));
      const gone = live.filter((one) => one.row.gone && one.before?.gone !== true);
      await removePollUnits(
        tx,
        gone.map(({ importId }) => importId),
      );
    },
    refresh: async () => {
      rates = estimateRates(await readExposures(deps.database.db, ageEdgesS));
      load = await readPollLoad(deps.database.db);
      plan = planPolls({ moving: load.moving, restingPerS: load.restingPerS, sharePerS, limits });
    },
    planMissing: async () => {
      let adopted = 0;
      for (let after = ''; ;) {
        const found = await listUnscheduledImports(deps.database.db, after, 500);
        const last = found.at(-1);
        if (!last) return adopted;
        await replan(deps.database.db, unitsOf(found));
        adopted += found.length;
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

/** The list of its customer covers an import; one without a known customer is a unit by itself. */
export function unitOf(row: { id: string; username: string | null }): PollUnit {
  return row.username !== null && Buffer.byteLength(row.username) <= maxUsernameBytes
    ? { kind: 'username', key: row.username }
    : { kind: 'import', key: row.id };
}

/** In one order everywhere, so that two transactions cannot wait for each other's units. */
function unitsOf(rows: readonly { id: string; username: string | null }[]): PollUnit[] {
  const units = new Map(rows.map(unitOf).map((unit) => [`${unit.kind} ${unit.key}`, unit]));
  return [...units.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, unit]) => unit);
}

/** Having been seen again, or having learnt of a warning, changes nothing about when to look next. */
function needsPlan({ before, row, isNew }: ObservedImport): boolean {
  return isNew || before?.statusKey !== row.statusKey || before.username !== row.username || before.gone;
}
