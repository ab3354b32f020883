import { createHash } from 'node:crypto';
import { addressKey, networkKey } from '../core/address-key';
import { dropOldest } from '../core/drop-oldest';
import { addHits, findFullBucket, hasHits, lockBuckets, type Bucket } from '../store/staff/throttle';
import type { StartDeps } from './start-deps';

const quarterHourMs = 15 * 60_000;

/**
 * What a form without a link admits in 15 minutes. The first use by an address and its repeats are counted apart.
 * - New customers: up to 24 hostile addresses, or the owners of two networks (IPv4 /24, IPv6 /48), never keep them out. It
 *   takes 60 addresses in three networks to make the form busy for them, and links work even then.
 * - Customers who correct a mistake: repeats are limited per address and network only, so other networks never keep them
 *   out. In their own network, up to 5 hostile addresses do not.
 * The calls to the service come after those of staff and are limited by the request budget.
 */
const limits = { perAddress: 6, firstTotal: 60, firstPerNetwork: 25, repeatPerNetwork: 30 };
/** Each tool request notifies staff, so its repeats are limited over all networks, too. First uses stay possible. */
const maxToolRepeats = 40;
/** Generous, because holders of a link are invited. */
const linkLimits = { perLink: 20, windowMs: quarterHourMs };
/** Wrong tokens on the page to which the service sends customers. */
const maxGuesses = { perAddress: 20, perNetwork: 60 };

type Deps = Pick<StartDeps, 'database' | 'clock'>;

export async function checkOpenRateLimit(
  deps: Deps,
  what: 'start' | 'request' | 'tool' | 'send',
  address: string,
): Promise<boolean> {
  const at = deps.clock.now();
  const bucket = (name: string, max: number): Bucket => ({ name: `${what} ${name}`, max, windowMs: quarterHourMs });
  const network = networkKey(address);
  const own = bucket(`address ${addressKey(address)}`, limits.perAddress);
  const firstUse = [
    own,
    bucket(`first network ${network}`, limits.firstPerNetwork),
    bucket('first total', limits.firstTotal),
  ];
  const repeat = [
    own,
    bucket(`repeat network ${network}`, limits.repeatPerNetwork),
    ...(what === 'tool' ? [bucket('repeat total', maxToolRepeats)] : []),
  ];
  const known = fullBucketsOf(deps);
  if (known.anyFull(firstUse, at) && known.anyFull(repeat, at)) return false;
  // Checked without the lock first, so that a flood does not queue for it.
  if (await isKnownFull(deps, (await hasHits(deps.database.db, own, at)) ? repeat : firstUse, at)) return false;
  return deps.database.transaction(async (tx) => {
    await lockBuckets(tx, [own]);
    // Again under the lock: of many concurrent requests of one address only one is its first.
    return (await addHits(tx, (await hasHits(tx, own, at)) ? repeat : firstUse, at)) !== undefined;
  });
}

export async function checkLinkRateLimit(deps: Deps, id: string): Promise<boolean> {
  const at = deps.clock.now();
  const bucket = { name: `start link ${id}`, max: linkLimits.perLink, windowMs: linkLimits.windowMs };
  if (await isKnownFull(deps, [bucket], at)) return false;
  return deps.database.transaction(async (tx) => (await addHits(tx, [bucket], at)) !== undefined);
}

/**
 * E-mails with links, which anyone can request for an address, and holders of a link from many places. Counted apart, so
 * that a stranger who enters the address does not keep its customer from having the link sent from their page.
 */
const sendLimits = { perDay: 3, perClient: 30 };

export async function checkSendRateLimit(
  deps: Deps,
  of: { email: string; by: 'anyone' | 'holder' } | { client: string },
): Promise<boolean> {
  const at = deps.clock.now();
  const bucket =
    'email' in of
      ? { name: `send by ${of.by} to ${hashOf(of.email)}`, max: sendLimits.perDay, windowMs: 86_400_000 }
      : { name: `send client ${addressKey(of.client)}`, max: sendLimits.perClient, windowMs: quarterHourMs };
  return deps.database.transaction(async (tx) => (await addHits(tx, [bucket], at)) !== undefined);
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');

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
      untilMs.set(full.name, full.untilMs);
      dropOldest(untilMs, maxRemembered);
    },
  };
}
