import type { Random } from '../../core/clock';
import type { Database, Db } from '../../store/database';
import { dropWatch, type WatchUnit } from '../../store/watch';
import {
  listUnwatched,
  readExposures,
  readWatched,
  readWatchLoad,
  watchUnit,
  type WatchedImport,
  type WatchLoad,
} from '../../store/watch-plan';
import type { Observed } from '../observe';
import { finishedStatuses } from '../recognise-status';
import { ageEdgesS, estimateRates, type Rates } from './estimate-rates';
import {
  movingIntervalS,
  paceLimits,
  planWatch,
  restingIntervalS,
  restOfS,
  type PaceLimits,
  type WatchPlan,
} from './schedule';

interface Pace {
  /** Seconds until the next look. */
  inS: number;
  rate: number;
  restS: number | null;
}

export interface WatchPlanner {
  /** For the observer: whatever it learns is planned in the same transaction, so that a crash loses nothing. */
  afterObserve(tx: Db, observed: readonly Observed[]): Promise<void>;
  /** How soon to look at these again; undefined when none of them is there any more. */
  pace(imports: readonly WatchedImport[]): Pace | undefined;
  /** Learns from the record how soon statuses change, and plans anew for the present load. */
  refresh(): Promise<void>;
  /** Plans what nobody has planned, such as a record that was filled before there was a watcher. */
  adoptUnwatched(): Promise<number>;
  readonly plan: WatchPlan;
  readonly load: WatchLoad;
}

/** A longer name cannot stand in the index; its imports are then asked for one by one. */
const longestUsernameBytes = 1000;

const noLoad: WatchLoad = { moving: [], restingPerS: 0, restingUnits: 0, overdue: 0, overdueS: 0 };

export function createWatchPlanner(parts: {
  database: Database;
  random: Random;
  sharePerS: number;
  limits?: PaceLimits;
}): WatchPlanner {
  const { sharePerS, limits = paceLimits } = parts;
  let rates: Rates = estimateRates([]);
  let plan: WatchPlan = planWatch({ moving: [], restingPerS: 0, sharePerS, limits });
  let load: WatchLoad = noLoad;

  const pace = (imports: readonly WatchedImport[]): Pace | undefined => {
    const there = imports.filter((one) => !one.gone);
    if (there.length === 0) return undefined;
    const moving = there.filter((one) => one.statusKey === null || !finishedStatuses.includes(one.statusKey));
    const rate = there.reduce((sum, one) => sum + rates.of(one.statusKey, one.ageS), 0);
    if (moving.length > 0) return { inS: movingIntervalS(plan, rate, parts.random), rate, restS: null };
    const restS = Math.round(restOfS(Math.min(...there.map((one) => one.ageS))));
    return { inS: restingIntervalS(plan, restS, parts.random), rate, restS };
  };

  const watchAnew = async (db: Db, units: readonly WatchUnit[]): Promise<void> => {
    for (const unit of units) {
      const paced = pace(await readWatched(db, unit));
      if (paced) await watchUnit(db, unit, paced);
    }
  };

  return {
    pace,
    afterObserve: async (tx, observed) => {
      const live = observed.filter((one) => one.environment === 'live');
      const moved = live.filter((one) => !one.row.gone && needsPlan(one));
      await watchAnew(tx, unitsOf(moved.map(({ row }) => row)));
      const gone = live.filter((one) => one.row.gone && one.before?.gone !== true);
      await dropWatch(
        tx,
        gone.map(({ importId }) => importId),
      );
    },
    refresh: async () => {
      rates = estimateRates(await readExposures(parts.database.db, ageEdgesS));
      load = await readWatchLoad(parts.database.db);
      plan = planWatch({ moving: load.moving, restingPerS: load.restingPerS, sharePerS, limits });
    },
    adoptUnwatched: async () => {
      let adopted = 0;
      for (let after = ''; ;) {
        const found = await listUnwatched(parts.database.db, after, 500);
        const last = found.at(-1);
        if (!last) return adopted;
        await watchAnew(parts.database.db, unitsOf(found));
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
export function unitOf(row: { id: string; username: string | null }): WatchUnit {
  return row.username !== null && Buffer.byteLength(row.username) <= longestUsernameBytes
    ? { kind: 'username', key: row.username }
    : { kind: 'import', key: row.id };
}

/** In one order everywhere, so that two transactions cannot wait for each other's units. */
function unitsOf(rows: readonly { id: string; username: string | null }[]): WatchUnit[] {
  const units = new Map(rows.map(unitOf).map((unit) => [`${unit.kind} ${unit.key}`, unit]));
  return [...units.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, unit]) => unit);
}

/** Having been seen again, or having learnt of a warning, changes nothing about when to look next. */
function needsPlan({ before, row, isNew }: Observed): boolean {
  return isNew || before?.statusKey !== row.statusKey || before.username !== row.username || before.gone;
}
