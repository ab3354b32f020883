import type { Clock } from '../core/clock';
import type { Log } from '../core/log';
import type { Cipher } from '../core/cipher';
import type { ServiceClient } from '../service/service-client';
import type { Database } from '../store/database/database';
import type { LookupRecorder } from './lookup/create-lookup-recorder';
import type { Observer } from './observations/observe';
import type { StuckRule } from './stuck-rule';

export interface ImportsDeps {
  database: Database;
  client: Pick<ServiceClient, 'listImports' | 'readImport' | 'listTools'>;
  observer: Observer;
  cipher: Cipher;
  clock: Clock;
  log: Log;
  newId: () => string;
  stuck: StuckRule;
  whoPays: 'partner' | 'customer';
  families: readonly string[];
  recorder: LookupRecorder;
}
