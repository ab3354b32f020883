import type { Cipher } from '../core/cipher';
import type { Clock, Random } from '../core/clock';
import type { Log } from '../core/log';
import type { Observer } from '../imports/observations/observe';
import type { ServiceClient } from '../service/service-client';
import type { Database } from '../store/database/database';
import type { BulkRunner } from './create-bulk-runner';

/** Test hook for the points around a call at which a process may die. */
type Checkpoint = (
  at: 'intent_committed' | 'claimed' | 'before_call' | 'after_call' | 'before_outcome' | 'outcome_committed',
) => void | Promise<void>;

export interface SponsorshipDeps {
  database: Database;
  client: Pick<ServiceClient, 'acceptPayment' | 'rejectPayment' | 'createImport'>;
  cipher: Cipher;
  clock: Clock;
  random: Random;
  newId: () => string;
  log: Log;
  whoPays: 'partner' | 'customer';
  /** How long a decision can be undone before it is sent. */
  holdMs: number;
  observer: Observer;
  bulkRunner: BulkRunner;
  checkpoint?: Checkpoint;
  /** Shorter in tests. */
  timing?: Timing;
}

export interface Timing {
  /** Limits the time from the claim to the call, and the call. The lease is as long as both, so no call in flight is unknown. */
  callDeadlineMs: number;
  leaseMs: number;
  /** How long until any instance may send an approval whose process died. */
  pickUpMs: number;
}

export const defaultTiming: Timing = { callDeadlineMs: 30_000, leaseMs: 60_000, pickUpMs: 60_000 };
