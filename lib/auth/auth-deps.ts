import type { KeyScope } from '../contract/api-keys';
import type { Caller } from '../contract/caller';
import type { Role } from '../contract/roles';
import type { Cipher } from '../core/cipher';
import type { Clock } from '../core/clock';
import type { Log } from '../core/log';
import type { Settings } from '../core/settings';
import type { Database } from '../store/database/database';

/** Read from the database for every request. */
export interface StaffMember {
  id: string;
  email: string;
  name: string;
  role: Role;
}

/** What a session lacks before it may do anything else: add the first passkey, or use one. */
export type PasskeyStep = 'add' | 'use';

export interface Identity {
  staff: StaffMember;
  sessionId: string;
  lastActiveAt: Date;
  /** Last proof of identity: the sign-in, or confirming it again. */
  authenticatedAt: Date;
  passkeyStep: PasskeyStep | null;
}

/** Not a person: it has no role and no session. */
export interface ApiKeyIdentity {
  id: string;
  /** For the audit log. */
  name: string;
  scope: KeyScope;
  lastUsedAt: Date | null;
}

export interface DeniedCall {
  caller: Caller;
  /** The id of the route or page, or `sign-in`. */
  route: string;
  reason: string;
}

export interface AuthDeps {
  database: Database;
  cipher: Cipher;
  clock: Clock;
  log: Log;
  settings: Pick<Settings, 'publicOrigin' | 'demo' | 'oidc' | 'requirePasskeyFrom'>;
  secret: string;
  /** Counts each. The argument is the id of the route or page, or `sign-in`. */
  onDenied?(route: string): void;
  /** Audited once per caller, route and window. Never throws. */
  recordDeniedCall(call: DeniedCall): Promise<void>;
}

export interface SessionAuth {
  identify(cookieHeader: string | null): Promise<Identity | undefined>;
  /** Extends the idle limit. Streams and background requests do not call this. */
  recordActivity(identity: Identity): Promise<void>;
  /** Throws `unauthenticated` unless the key may be used now. */
  identifyKey(secret: string): Promise<ApiKeyIdentity>;
  /** Counts the call. Throws `rate_limited` after too many. */
  limitKey(key: ApiKeyIdentity): Promise<void>;
  /** Like `limitKey`, for a key of LANDFALL_API_KEYS. */
  limitConfiguredKey(name: string): Promise<void>;
  recordDeniedCall(call: DeniedCall): Promise<void>;
}
