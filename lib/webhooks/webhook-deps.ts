import type { BatchQueue } from '../core/create-batch-queue';
import type { Cipher } from '../core/cipher';
import type { Clock } from '../core/clock';
import type { Log } from '../core/log';
import type { Metrics } from '../core/metrics';
import type { Settings } from '../core/settings';
import type { ObservationInput } from '../imports/observations/observation-input';
import type { Observer } from '../imports/observations/observe';
import type { Dialect } from '../service/dialect/dialect';
import type { Database } from '../store/database/database';
import type { DeliveryRow } from '../store/events/deliveries';
import type { Admission, Receipt } from './admission';

/** An evaluated message. */
export interface ReceivedMessage {
  row: Pick<
    DeliveryRow,
    | 'id'
    | 'receivedAt'
    | 'contentHash'
    | 'bodyEncrypted'
    | 'bodyBytes'
    | 'headers'
    | 'verdict'
    | 'reason'
    | 'scheme'
    | 'importId'
    | 'status'
    | 'happenedAt'
    | 'address'
  >;
  body: Uint8Array;
  /** Whether this instance is going to apply it. */
  claim: boolean;
}

/** A stored delivery that this instance has claimed. */
export interface AppliedDelivery {
  id: string;
  attempts: number;
  bodyBytes: number;
  /** Undefined if it reports nothing that can be applied. */
  observation: ObservationInput | undefined;
}

export interface WebhookDeps {
  database: Database;
  cipher: Cipher;
  clock: Clock;
  log: Log;
  metrics: Metrics;
  observer: Observer;
  dialect: () => Dialect;
  settings: Settings['webhook'];
  admission: Admission;
  /** Messages to store, and then to apply: those that arrive during a transaction share the next one. */
  receipts: BatchQueue<ReceivedMessage, Receipt>;
  applying: BatchQueue<AppliedDelivery, boolean>;
}

export const bodyCipherPurpose = 'webhook-body';
