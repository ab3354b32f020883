import { randomUUID } from 'node:crypto';
import type { Audit } from '../audit/create-audit';
import type { Caller } from '../contract/caller';
import type { Clock } from '../core/clock';
import { recordChange } from '../store/events/changes';
import type { Database, Db } from '../store/database/database';
import {
  endSession,
  endStaffSessions,
  findSessionWithStaff,
  insertSession,
  sweepSessions,
  touchSession,
} from '../store/staff/sessions';
import { type StaffRow, touchStaff } from '../store/staff/staff';
import type { Identity, StaffMember } from './identity';

/** A session ends `idleMs` after the person's last activity, and at the latest `absoluteMs` after it began. */
export const sessionLimits = { idleMs: 12 * 3_600_000, absoluteMs: 24 * 3_600_000 };

/** Activity is stored at most this often. */
const activityIntervalMs = 60_000;

export interface Sessions {
  start(session: {
    staff: StaffMember;
    caller: Caller;
    userAgent: string;
    way: 'password' | 'company account';
    /** The previous session of this browser, which is ended. */
    replaces?: string | undefined;
  }): Promise<string>;
  find(sessionId: string): Promise<Identity | undefined>;
  recordActivity(identity: Identity): Promise<void>;
  end(sessionId: string, caller: Caller): Promise<void>;
  sweep(): Promise<void>;
}

/** The database row decides whether a session is valid; the cookie only holds its id. */
export function createSessions(deps: {
  database: Database;
  clock: Clock;
  audit: Audit;
  /** Demo accounts can sign in only if true. */
  demo: boolean;
}): Sessions {
  const { database, clock, audit, demo } = deps;
  return {
    start: ({ staff, caller, userAgent, way, replaces }) =>
      database.transaction(async (tx) => {
        const at = clock.now();
        const id = randomUUID();
        if (replaces !== undefined) await endSession(tx, replaces, at);
        await insertSession(tx, {
          id,
          staffId: staff.id,
          createdAt: at,
          lastActiveAt: at,
          address: caller.address.slice(0, 100),
          userAgent: userAgent.toWellFormed().replaceAll('\u0000', '').slice(0, 300),
        });
        await touchStaff(tx, staff.id, at);
        await audit.append(tx, {
          caller: { ...caller, actor: { kind: 'staff', ...staff } },
          action: 'session.started',
          subject: staff.email,
          after: { way },
        });
        return id;
      }),

    find: async (sessionId) => {
      const row = await findSessionWithStaff(database.db, sessionId);
      if (row === undefined || !maySignIn(row.staff, demo)) return undefined;
      const { session } = row;
      const nowMs = clock.now().getTime();
      const over =
        session.endedAt !== null ||
        nowMs >= session.lastActiveAt.getTime() + sessionLimits.idleMs ||
        nowMs >= session.createdAt.getTime() + sessionLimits.absoluteMs;
      if (over) return undefined;
      return { staff: toStaffMember(row.staff), sessionId, lastActiveAt: session.lastActiveAt };
    },

    recordActivity: async ({ sessionId, staff, lastActiveAt }) => {
      const at = clock.now();
      if (at.getTime() - lastActiveAt.getTime() < activityIntervalMs) return;
      await touchSession(database.db, sessionId, at);
      await touchStaff(database.db, staff.id, at);
    },

    end: (sessionId, caller) =>
      database.transaction(async (tx) => {
        const row = await findSessionWithStaff(tx, sessionId);
        if (row === undefined || !(await endSession(tx, sessionId, clock.now()))) return;
        await recordChange(tx, { kind: 'staff', environment: 'live', subject: row.staff.id });
        await audit.append(tx, {
          caller: { ...caller, actor: { kind: 'staff', ...toStaffMember(row.staff) } },
          action: 'session.ended',
          subject: row.staff.email,
        });
      }),

    sweep: () => sweepSessions(database.db, new Date(clock.now().getTime() - 30 * 24 * 3_600_000)),
  };
}

/** Runs in the caller's transaction. Open streams of the person close. */
export async function endAllSessions(tx: Db, staffId: string, at: Date): Promise<number> {
  const ended = await endStaffSessions(tx, [staffId], at);
  await recordChange(tx, { kind: 'staff', environment: 'live', subject: staffId });
  return ended;
}

export function maySignIn(row: StaffRow, demo: boolean): boolean {
  return row.disabledAt === null && (row.source !== 'demo' || demo);
}

export function toStaffMember(row: StaffRow): StaffMember {
  return { id: row.id, email: row.email, name: row.name, role: row.role };
}
