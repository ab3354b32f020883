import type { Audit } from '../../audit/create-audit';
import type { Caller } from '../../contract/caller';
import type { Environment } from '../../contract/environment';
import type { Clock } from '../../core/clock';
import type { Log } from '../../core/log';
import type { Cipher } from '../../core/cipher';
import type { CreateImportFields, Lane, ServiceClient } from '../../service/service-client';
import type { Database } from '../../store/database/database';
import type { Observer } from '../observations/create-observer';

export interface CreationDeps {
  database: Database;
  client: Pick<ServiceClient, 'createImport' | 'listImports'>;
  observer: Observer;
  audit: Audit;
  cipher: Cipher;
  clock: Clock;
  log: Log;
  redirect: { hosts: readonly string[]; serviceUrl: string };
}

export interface CreationInput {
  caller: Caller;
  environment: Environment;
  /** Made once by the page that asks: the same attempt sent twice makes one import. */
  attempt: string;
  fields: CreateImportFields;
  linkId?: string | null;
  visitorId?: string | null;
  /** An attempt whose answer was lost, and which this one knowingly takes the place of. */
  replaces?: string | null;
  /** Staff and invited customers are people; strangers come after them. */
  lane?: Lane;
}

export const redirectPurpose = 'redirect-url';
export const tokenPurpose = 'import-token';
/** Longer than the call's own deadline, so that nobody gives up on what is still being waited for. */
export const attemptLeaseMs = 60_000;
