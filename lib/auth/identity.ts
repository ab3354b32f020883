import type { Caller } from '../contract/caller';
import type { Role } from '../contract/roles';

/** A member of staff as every handler sees them: read from the database at the time of the call. */
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

/** What the doors need to know of sessions. */
export interface SessionAuth {
  /** From the cookie to the session's row to the person's row, now. */
  identify(cookieHeader: string | null): Promise<Identity | undefined>;
  /** A person did something, which moves the idle limit; a stream or a background fetch does not. */
  recordActivity(identity: Identity): Promise<void>;
  /** Counted, and written into the audit once per caller, place and window. Never throws. */
  recordDeniedCall(refusal: DeniedCall): Promise<void>;
}

export interface DeniedCall {
  caller: Caller;
  /** The id of the route or page, or `sign-in`. */
  route: string;
  reason: string;
}
