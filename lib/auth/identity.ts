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
  lastActAt: Date;
}

/** What the doors need to know of sessions. */
export interface SessionGate {
  /** From the cookie to the session's row to the person's row, now. */
  identify(cookieHeader: string | null): Promise<Identity | undefined>;
  /** A person did something, which moves the idle limit; a stream or a background fetch does not. */
  noteAct(identity: Identity): Promise<void>;
  /** Counted, and written into the audit once per caller, place and window. Never throws. */
  noteRefusal(refusal: Refusal): Promise<void>;
}

export interface Refusal {
  caller: Caller;
  /** The id of the route or page, or `sign-in`. */
  place: string;
  reason: string;
}
