import type { Audit } from '../audit/create-audit';
import type { Environment } from '../contract/environment';
import type { Clock, Random } from '../core/clock';
import type { Log } from '../core/log';
import type { ServiceClient } from '../service/service-client';
import type { Database } from '../store/database';

/** What goes out to NOTIFY_URL: new requests and unknown outcomes. Never throws, never blocks a decision. */
export type Notify = (note: {
  kind: 'full_migration_requested' | 'outcome_unknown';
  environment: Environment;
  importId: string | null;
  text: string;
}) => void;

/** The moments around a call at which a process may die; drills hang on to them, everybody else passes nothing. */
export type Checkpoint = (
  at: 'intent_committed' | 'claimed' | 'before_call' | 'after_call' | 'before_outcome' | 'outcome_committed',
) => void | Promise<void>;

export interface SponsorshipParts {
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
}

/** One deadline for the call; the lease is longer, so that nobody declares unknown what is still being waited for. */
export const callDeadlineMs = 30_000;
export const leaseMs = 60_000;
/** An approval whose process died before sending is picked up by any instance after this long. */
export const pickUpMs = 60_000;
