import { addressKey } from '../core/address-key';
import type { Clock } from '../core/clock';
import { dropOldest } from '../core/drop-oldest';
import type { Verdict } from '../store/events/deliveries';

/**
 * For messages that nothing proves. An unsigned service sends from one address, so an address gets half of everything:
 * 18,000 messages an hour.
 */
const perAddress = { burst: 200, perS: 5 };
const overall = { burst: 400, perS: 10 };
const costBytes = 4096;
/** Less than a burst, so that a message of any size is admitted at some time. */
const maxCost = 100;
const maxAddresses = 10_000;
const maxStored = 1000;

export interface Receipt {
  verdict: Verdict | 'duplicate';
  reason: string;
  deliveryId: string;
  /** False for a message about an erased customer. */
  stored: boolean;
}

/** Refused messages are only counted; `bad_signature` is too large to keep. */
export type RefusedReason = 'rate_limited' | 'too_large' | 'bad_signature';

export type Admission = ReturnType<typeof createAdmission>;

interface Bucket {
  tokens: number;
  atMs: number;
}

/** Limits unverified messages in memory, per process: a flood must not cost a database write per message. */
export function createAdmission({ clock }: { clock: Clock }) {
  // Ordered by last use.
  const addresses = new Map<string, Bucket>();
  let everyone: Bucket = { tokens: overall.burst, atMs: clock.now().getTime() };
  let refused = new Map<RefusedReason, number>();
  /** What a repeat of a recently stored signed message is answered, by content hash. */
  const stored = new Map<string, Receipt>();
  let repeats = new Map<string, number>();
  let lastStoredMs = 0;

  return {
    rememberStored: (contentHash: string, receipt: Receipt): void => {
      lastStoredMs = clock.now().getTime();
      stored.delete(contentHash);
      stored.set(contentHash, receipt);
      dropOldest(stored, maxStored);
    },
    hasStoredWithin: (ms: number): boolean => clock.now().getTime() - lastStoredMs < ms,
    findStored: (contentHash: string): Receipt | undefined => stored.get(contentHash),
    countRepeat: (deliveryId: string, times = 1): void => {
      repeats.set(deliveryId, (repeats.get(deliveryId) ?? 0) + times);
    },
    takeRepeats: (): ReadonlyMap<string, number> => {
      const taken = repeats;
      repeats = new Map();
      return taken;
    },
    /**
     * Undefined if the message may be stored, else the seconds until the next one may be. What is stored counts once per
     * 4 kB, because large messages cost most.
     */
    waitS: (address: string, storedBytes = 0): number | undefined => {
      const cost = Math.min(maxCost, Math.max(1, Math.ceil(storedBytes / costBytes)));
      const nowMs = clock.now().getTime();
      const key = addressKey(address);
      const own = refill(addresses.get(key) ?? { tokens: perAddress.burst, atMs: nowMs }, perAddress, nowMs);
      everyone = refill(everyone, overall, nowMs);
      const admitted = own.tokens >= cost && everyone.tokens >= cost;
      const waitS = Math.max((cost - own.tokens) / perAddress.perS, (cost - everyone.tokens) / overall.perS);
      if (admitted) {
        own.tokens -= cost;
        everyone.tokens -= cost;
      }
      addresses.delete(key);
      addresses.set(key, own);
      dropOldest(addresses, maxAddresses);
      return admitted ? undefined : Math.max(1, Math.ceil(waitS));
    },
    countRefused: (reason: RefusedReason, times = 1): void => {
      refused.set(reason, (refused.get(reason) ?? 0) + times);
    },
    /** What was refused since the last call. */
    takeRefused: (): ReadonlyMap<RefusedReason, number> => {
      const taken = refused;
      refused = new Map();
      return taken;
    },
  };
}

function refill(bucket: Bucket, { burst, perS }: { burst: number; perS: number }, nowMs: number): Bucket {
  const passedS = Math.max(0, nowMs - bucket.atMs) / 1000;
  return { tokens: Math.min(burst, bucket.tokens + passedS * perS), atMs: nowMs };
}
