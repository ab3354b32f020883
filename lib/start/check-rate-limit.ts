import { countHits, insertHits, lockBuckets } from '../store/staff/throttle';
import type { StartDeps } from './start-deps';

const quarterHourMs = 15 * 60_000;

/** The burst limit is low because each start uses two requests of the rate limit that staff need. */
const openLimits = { perAddress: 10, total: 60, windowMs: quarterHourMs, burst: 6, burstMs: 10_000 };
/** Generous, because holders of a link are invited. */
const linkLimits = { perLink: 20, windowMs: quarterHourMs };

type Deps = Pick<StartDeps, 'database' | 'clock' | 'newId'>;

interface Bucket {
  name: string;
  max: number;
  windowMs: number;
  /** Shared by all callers: once it is full, this process remembers it. */
  shared?: boolean;
}

/** By process, so that a flood is rejected without a query. */
const fullUntilMs = new WeakMap<Deps['database'], Map<string, number>>();

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

/** Counted in the database, across all instances, before any call to the service. A rejected check is not counted. */
async function checkRateLimit(deps: Deps, buckets: readonly Bucket[]): Promise<boolean> {
  const at = deps.clock.now();
  const full = fullUntilMs.get(deps.database) ?? new Map<string, number>();
  fullUntilMs.set(deps.database, full);
  if (buckets.some(({ name }) => (full.get(name) ?? 0) > at.getTime())) return false;
  const isFree = async (db: Parameters<typeof countHits>[0]) => {
    for (const { name, max, windowMs, shared } of buckets) {
      const { hits, oldestAt } = await countHits(db, name, new Date(at.getTime() - windowMs));
      if (hits < max) continue;
      if (shared && oldestAt) full.set(name, new Date(oldestAt).getTime() + windowMs);
      return false;
    }
    return true;
  };
  // Checked without the lock first, so that a flood does not queue for it.
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
