import type { Audit } from '../../audit/create-audit';
import type { Clock } from '../../core/clock';
import type { Log } from '../../core/log';
import type { Sealer } from '../../core/seal';
import type { ServiceClient } from '../../service/service-client';
import type { Database } from '../../store/database';
import type { Observer } from '../observe';

export interface CreationParts {
  database: Database;
  client: Pick<ServiceClient, 'createImport' | 'listImports'>;
  observer: Observer;
  audit: Audit;
  sealer: Sealer;
  clock: Clock;
  log: Log;
  redirect: { hosts: readonly string[]; serviceUrl: string };
}

export const redirectPurpose = 'redirect-url';
export const tokenPurpose = 'import-token';
/** Longer than the call's own deadline, so that nobody gives up on what is still being waited for. */
export const attemptLeaseMs = 60_000;
