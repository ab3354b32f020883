import type { Caller } from '../contract/caller';
import type { Role } from '../contract/roles';

/** Read from the database for every request. */
export interface StaffMember {
  id: string;
  email: string;
  name: string;
  role: Role;
}

export interface Identity {
  staff: StaffMember;
  sessionId: string;
  lastActiveAt: Date;
}

export interface SessionAuth {
  identify(cookieHeader: string | null): Promise<Identity | undefined>;
  /** Extends the idle limit. Streams and background requests do not call this. */
  recordActivity(identity: Identity): Promise<void>;
  /** Audited once per caller, route and window. Never throws. */
  recordDeniedCall(call: DeniedCall): Promise<void>;
}

export interface DeniedCall {
  caller: Caller;
  /** The id of the route or page, or `sign-in`. */
  route: string;
  reason: string;
}
