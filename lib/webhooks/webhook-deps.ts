import type { Cipher } from '../core/cipher';
import type { Clock } from '../core/clock';
import type { Log } from '../core/log';
import type { Metrics } from '../core/metrics';
import type { Settings } from '../core/settings';
import type { Observer } from '../imports/observations/observe';
import type { Dialect } from '../service/dialect/dialect';
import type { Database } from '../store/database/database';
import type { Admission } from './admission';

export interface WebhookDeps {
  database: Database;
  cipher: Cipher;
  clock: Clock;
  log: Log;
  metrics: Metrics;
  observer: Observer;
  dialect: Dialect;
  settings: Settings['webhook'];
  admission: Admission;
  applying: Set<Promise<unknown>>;
}

export const bodyCipherPurpose = 'webhook-body';
