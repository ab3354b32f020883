import { addressKey, networkKey } from '../core/address-key';
import { addHits, findFullBucket, hasHits, lockBuckets, type Bucket } from '../store/staff/throttle';
import type { StartDeps } from './start-deps';

const quarterHourMs = 15 * 60_000;
const burstMs = 10_000;

/**
 * What a form without a link admits in 15 minutes. The first use by an address and its repeats are counted apart, so that
 * a few addresses that repeat cannot use up what is meant for others: up to 24 hostile addresses, in any networks, never
 * keep out a new one. One network (IPv4 /24, IPv6 /48) counts at most 25 first uses, so its owner cannot either; it takes
 * three such networks, or 60 addresses elsewhere, to make the form busy for new customers, and links work even then.
 * Each start costs two requests to the service, in the lane after staff; the request budget bounds those.
 */
const limits = {
  perAddress: 10,
  first: { total: 60, perNetwork: 25, burst: 25 },
  repeat: { total: 20, perNetwork: 10, burst: 3 },
};
/** Generous, because holders of a link are invited. */
const linkLimits = { perLink: 20, windowMs: quarterHourMs };
/** Wrong tokens on the page to which the service sends customers. */
const maxGuesses = { perAddress: 20, perNetwork: 60 };

type Deps = Pick<StartDeps, 'database' | 'clock'>;

export async function checkOpenRateLimit(deps: Deps, what: 'start' | 'request', address: string): Promise<boolean> {
  const at = deps.clock.now();
  const own: Bucket = {
    name: `${what} address ${addressKey(address)}`,
    max: limits.perAddress,
    windowMs: quarterHourMs,
  };
  const bucketsOf = (use: 'first' | 'repeat'): Bucket[] => [
    own,
    { name: `${what} ${use} network ${networkKey(address)}`, max: limits[use].perNetwork, windowMs: quarterHourMs },
    { name: `${what} ${use} now`, max: limits[use].burst, windowMs: burstMs },
    { name: `${what} ${use} total`, max: limits[use].total, windowMs: quarterHourMs },
  ];
  const known = fullBucketsOf(deps);
  if ((['first', 'repeat'] as const).every((use) => known.anyFull(bucketsOf(use), at))) return false;
  // Checked without the lock first, so that a flood does not queue for it.
  const use = (await hasHits(deps.database.db, own, at)) ? 'repeat' : 'first';
  if (await isKnownFull(deps, bucketsOf(use), at)) return false;
  return deps.database.transaction(async (tx) => {
    await lockBuckets(tx, [own]);
    // Again under the lock: of many concurrent requests of one address only one is its first.
    const buckets = bucketsOf((await hasHits(tx, own, at)) ? 'repeat' : 'first');
    return (await addHits(tx, buckets, at)) !== undefined;
  });
}

export async function checkLinkRateLimit(deps: Deps, id: string): Promise<boolean> {
  const at = deps.clock.now();
  const bucket = { name: `start link ${id}`, max: linkLimits.perLink, windowMs: linkLimits.windowMs };
  if (await isKnownFull(deps, [bucket], at)) return false;
  return deps.database.transaction(async (tx) => (await addHits(tx, [bucket], at)) !== undefined);
}

/** Returns the ids of the hits, to be deleted if the token is valid, or undefined after too many wrong ones. */
export async function countGuess(deps: Deps, address: string): Promise<string[] | undefined> {
  const at = deps.clock.now();
  const windowMs = quarterHourMs;
  const buckets = [
    { name: `guess address ${addressKey(address)}`, max: maxGuesses.perAddress, windowMs },
    { name: `guess network ${networkKey(address)}`, max: maxGuesses.perNetwork, windowMs },
  ];
  if (await isKnownFull(deps, buckets, at)) return undefined;
  return deps.database.transaction((tx) => addHits(tx, buckets, at));
}

/** Remembers a full bucket in this process, so that a flood is rejected without a query. */
async function isKnownFull(deps: Deps, buckets: readonly Bucket[], at: Date): Promise<boolean> {
  const known = fullBucketsOf(deps);
  if (known.anyFull(buckets, at)) return true;
  const full = await findFullBucket(deps.database.db, buckets, at);
  if (full) known.remember(full);
  return full !== undefined;
}

const maxRemembered = 10_000;
const fullBuckets = new WeakMap<Deps['database'], ReturnType<typeof createFullBuckets>>();

function fullBucketsOf({ database }: Deps) {
  const known = fullBuckets.get(database) ?? createFullBuckets();
  fullBuckets.set(database, known);
  return known;
}

function createFullBuckets() {
  const untilMs = new Map<string, number>();
  return {
    anyFull: (buckets: readonly Bucket[], at: Date) =>
      buckets.some(({ name }) => (untilMs.get(name) ?? 0) > at.getTime()),
    remember(full: { name: string; untilMs: number }) {
      // The oldest entry goes first, since a Map keeps the order of insertion.
      const [oldest] = untilMs.size >= maxRemembered ? untilMs.keys() : [];
      if (oldest !== undefined) untilMs.delete(oldest);
      untilMs.set(full.name, full.untilMs);
    },
  };
}
