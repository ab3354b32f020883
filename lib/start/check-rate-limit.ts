import { countHits, insertHits, lockBuckets } from '../store/staff/throttle';
import type { StartDeps } from './start-deps';

const quarterHourMs = 15 * 60_000;

/**
 * In open mode anybody may come: so many from one address and so many in total. And few at a time, since each start
 * costs two requests of the budget that staff look customers up with.
 */
const openLimits = { perAddress: 10, total: 60, windowMs: quarterHourMs, burst: 6, burstMs: 10_000 };
/** Whoever holds a link is invited; a link that is tried over and over is not a customer any more. */
const linkLimits = { perLink: 20, windowMs: quarterHourMs };

type Deps = Pick<StartDeps, 'database' | 'clock' | 'newId'>;

interface Bucket {
  name: string;
  max: number;
  windowMs: number;
  /** Everybody's: once it is full, that is remembered. */
  shared?: boolean;
}

/**
 * Until when a shared bucket is full, as this process last saw it: in a flood, all but the first are turned away without
 * asking the database. Nothing is let through by it that the database would not.
 */
const fullUntilMs = new WeakMap<Deps['database'], Map<string, number>>();

/** A stranger's turn at starting a migration, or at asking for the full one: the one never uses up the other. */
export function checkOpenRateLimit(deps: Deps, what: 'start' | 'request', address: string): Promise<boolean> {
  const { perAddress, total, windowMs, burst, burstMs } = openLimits;
  return checkRateLimit(deps, [
    { name: `${what} now`, max: burst, windowMs: burstMs, shared: true },
    { name: `${what} total`, max: total, windowMs, shared: true },
    { name: `${what} address ${address}`, max: perAddress, windowMs },
  ]);
}

export function checkLinkRateLimit(deps: Deps, id: string): Promise<boolean> {
  return checkRateLimit(deps, [{ name: `start link ${id}`, max: linkLimits.perLink, windowMs: linkLimits.windowMs }]);
}

/** Counted in the database, over all instances, before anything is asked of the service. A refused turn costs nothing. */
async function checkRateLimit(deps: Deps, buckets: readonly Bucket[]): Promise<boolean> {
  const at = deps.clock.now();
  const full = fullUntilMs.get(deps.database) ?? new Map<string, number>();
  fullUntilMs.set(deps.database, full);
  if (buckets.some(({ name }) => (full.get(name) ?? 0) > at.getTime())) return false;
  const isFree = async (db: Parameters<typeof countHits>[0]) => {
    for (const { name, max, windowMs, shared } of buckets) {
      const { hits, oldestAt } = await countHits(db, name, new Date(at.getTime() - windowMs));
      if (hits < max) continue;
      // The oldest one leaves the window then, and makes room.
      if (shared && oldestAt) full.set(name, new Date(oldestAt).getTime() + windowMs);
      return false;
    }
    return true;
  };
  // Asked without the lock first: a flood is turned away without queueing for it.
  if (!(await isFree(deps.database.db))) return false;
  return deps.database.transaction(async (tx) => {
    await lockBuckets(
      tx,
      buckets.map(({ name }) => name),
    );
    if (!(await isFree(tx))) return false;
    await insertHits(
      tx,
      buckets.map(({ name }) => ({ id: deps.newId(), bucket: name, at })),
    );
    return true;
  });
}
