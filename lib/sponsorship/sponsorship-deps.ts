import type { Audit } from '../audit/create-audit';
import type { Environment } from '../contract/environment';
import type { Clock, Random } from '../core/clock';
import type { Log } from '../core/log';
import type { ServiceClient } from '../service/service-client';
import type { Database } from '../store/database/database';

/** What goes out to NOTIFY_URL: new requests and unknown outcomes. Never throws, never blocks a decision. */
export type Notify = (note: {
  kind: 'full_migration_requested' | 'outcome_unknown';
  environment: Environment;
  importId: string | null;
  text: string;
}) => void;

/** The moments around a call at which a process may die; drills hang on to them, everybody else passes nothing. */
type Checkpoint = (
  at: 'intent_committed' | 'claimed' | 'before_call' | 'after_call' | 'before_outcome' | 'outcome_committed',
) => void | Promise<void>;

export interface SponsorshipDeps {
  database: Database;
  client: Pick<ServiceClient, 'acceptPayment' | 'rejectPayment' | 'createImport'>;
  audit: Audit;
  clock: Clock;
  random: Random;
  newId: () => string;
  log: Log;
  whoPays: 'partner' | 'customer';
  notify: Notify;
  /** Tells the record that the service answered 404 for this import. */
  observeGone: (environment: Environment, importId: string) => Promise<void>;
  checkpoint?: Checkpoint;
  /** Shorter in drills, which cannot wait a minute for a lease to run out. */
  timing?: Timing;
}

export interface Timing {
  /** One deadline for the call; the lease is longer, so that nobody declares unknown what is still being waited for. */
  callDeadlineMs: number;
  leaseMs: number;
  /** An approval whose process died before sending is picked up by any instance after this long. */
  pickUpMs: number;
}

export const defaultTiming: Timing = { callDeadlineMs: 30_000, leaseMs: 60_000, pickUpMs: 60_000 };
