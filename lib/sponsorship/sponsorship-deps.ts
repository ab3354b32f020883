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
  /** For the call, and for the time before it since the claim. Both fit into the lease, so no call in flight is marked unknown. */
  callDeadlineMs: number;
  leaseMs: number;
  /** How long until any instance may send an approval whose process died. */
  pickUpMs: number;
}

export const defaultTiming: Timing = { callDeadlineMs: 30_000, leaseMs: 60_000, pickUpMs: 60_000 };
