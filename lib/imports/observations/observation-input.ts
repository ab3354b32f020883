import type { Environment } from '../../contract/environment';
import type { ObservationSource } from '../../contract/imports';
import type { KnownFact } from '../timeline/derive-current';
import type { ObservedFacts } from './observed-facts';

/** One report about an import: a service response, a webhook, or our own creation of it. */
export interface ObservationInput {
  environment: Environment;
  importId: string;
  source: ObservationSource;
  /** The reported text; null when there was none. */
  status: string | null;
  /** A 404 on the import itself, not absence from a list. */
  gone?: boolean;
  /** An entry of a list. The service may list what a read does not find. */
  listed?: true;
  /** When the request was sent: the response may be that old. Defaults to `seenAt`. */
  sentAt?: Date;
  seenAt: Date;
  /** Set when the payload says when it happened. */
  happenedAt?: Date | null;
  facts?: ObservedFacts;
  /** Facts that the service does not report. */
  about?: { [F in KnownFact['field']]?: string };
  aboutSource?: KnownFact['source'];
  /** The response or webhook body; stored encrypted. */
  raw?: string | Uint8Array;
  by?: string | null;
  deliveryId?: string | null;
}
