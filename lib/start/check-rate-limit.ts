import { addHits, findFullBucket, type Bucket } from '../store/staff/throttle';
import type { StartDeps } from './start-deps';

const quarterHourMs = 15 * 60_000;

/** The burst limit is low because each start uses two requests of the rate limit that staff need. */
const openLimits = { perAddress: 10, total: 60, windowMs: quarterHourMs, burst: 6, burstMs: 10_000 };
/** Generous, because holders of a link are invited. */
const linkLimits = { perLink: 20, windowMs: quarterHourMs };

type Deps = Pick<StartDeps, 'database' | 'clock'>;

/** Shared by all callers. Once one is full, this process remembers it, so that a flood is rejected without a query. */
const sharedBuckets: ReadonlySet<string> = new Set(['start now', 'start total', 'request now', 'request total']);
const fullUntilMs = new WeakMap<Deps['database'], Map<string, number>>();

export function checkOpenRateLimit(deps: Deps, what: 'start' | 'request', address: string): Promise<boolean> {
  const { perAddress, total, windowMs, burst, burstMs } = openLimits;
  return checkRateLimit(deps, [
    { name: `${what} now`, max: burst, windowMs: burstMs },
    { name: `${what} total`, max: total, windowMs },
    { name: `${what} address ${address}`, max: perAddress, windowMs },
  ]);
}

export function checkLinkRateLimit(deps: Deps, id: string): Promise<boolean> {
  return checkRateLimit(deps, [{ name: `start link ${id}`, max: linkLimits.perLink, windowMs: linkLimits.windowMs }]);
}

/** Counted in the database, across all instances, before any call to the service. A rejected check is not counted. */
async function checkRateLimit(deps: Deps, buckets: readonly Bucket[]): Promise<boolean> {
  const at = deps.clock.now();
  const known = fullUntilMs.get(deps.database) ?? new Map<string, number>();
  fullUntilMs.set(deps.database, known);
  if (buckets.some(({ name }) => (known.get(name) ?? 0) > at.getTime())) return false;
  // Checked without the lock first, so that a flood does not queue for it.
  const full = await findFullBucket(deps.database.db, buckets, at);
  if (full && sharedBuckets.has(full.name)) known.set(full.name, full.untilMs);
  return !full && deps.database.transaction(async (tx) => (await addHits(tx, buckets, at)) !== undefined);
}
