import type { Audit } from '../audit/create-audit';
import type { Decision } from '../contract/decisions';
import type { Clock } from '../core/clock';
import type { Log } from '../core/log';
import type { Sealer } from '../core/seal';
import type { ServiceClient } from '../service/service-client';
import type { Database } from '../store/database';
import type { DecisionRow } from '../store/decisions';
import type { Observer } from './observe';
import type { StuckRule } from './stuck';

/** What the verbs of the record need of the composed app. */
export interface RecordParts {
  database: Database;
  client: Pick<ServiceClient, 'listImports' | 'readImport' | 'listTools'>;
  observer: Observer;
  sealer: Sealer;
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
