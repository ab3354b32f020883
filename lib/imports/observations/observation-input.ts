import type { Environment } from '../../contract/environment';
import type { ObservationSource } from '../../contract/imports';
import type { KnownFact } from '../timeline/derive-current';
import type { ObservedFacts } from './observed-facts';

/** One thing that was told about an import: by the service, by a webhook, or by ourselves when we made it. */
export interface ObservationInput {
  environment: Environment;
  importId: string;
  source: ObservationSource;
  /** As given; null when no status was told. */
  status: string | null;
  /** A 404 on the import itself. Absence from a list is not that. */
  gone?: boolean;
  /** When the question left us; the answer may be as old as that. Defaults to `seenAt`. */
  askedAt?: Date;
  seenAt: Date;
  /** When it happened or was reported, if the payload says so. */
  happenedAt?: Date | null;
  facts?: ObservedFacts;
  /** What the teller knows of the import beyond what the service says. */
  about?: { [F in KnownFact['field']]?: string };
  aboutSource?: KnownFact['source'];
  /** The answer or body as it came; sealed before it is stored. */
  raw?: string | Uint8Array;
  by?: string | null;
  deliveryId?: string | null;
}
