import type { Audit } from '../audit/create-audit';
import type { Decision } from '../contract/decisions';
import type { Clock } from '../core/clock';
import type { Log } from '../core/log';
import type { Cipher } from '../core/cipher';
import type { ServiceClient } from '../service/service-client';
import type { Database } from '../store/database/database';
import type { DecisionRow } from '../store/sponsorship/decisions';
import type { Observer } from './observations/create-observer';
import type { StuckRule } from './stuck-rule';

/** What the verbs of the record need of the composed app. */
export interface ImportsDeps {
  database: Database;
  client: Pick<ServiceClient, 'listImports' | 'readImport' | 'listTools'>;
  observer: Observer;
  cipher: Cipher;
  audit: Audit;
  clock: Clock;
  log: Log;
  newId: () => string;
  stuck: StuckRule;
  whoPays: 'partner' | 'customer';
  /** Families that the settings offer; what was seen is added to them. */
  families: readonly string[];
  /** Decisions belong to sponsorship, which stands above this room: it hands down how they are told. */
  toDecision: (row: DecisionRow) => Decision;
}
