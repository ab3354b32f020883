import type { Audit } from '../audit/create-audit';
import type { Caller } from '../contract/caller';
import type { Role } from '../contract/roles';
import type { StaffEntry, StaffWithPassword } from '../contract/staff';
import { isUuid } from '../core/is-uuid';
import type { Clock } from '../core/clock';
import { LandfallError } from '../core/errors';
import type { Database, Db } from '../store/database/database';
import { recordChange } from '../store/events/changes';
import { countLiveSessions } from '../store/staff/sessions';
import {
  listStaff as listStaffRows,
  lockActiveAdmins,
  lockStaff,
  updateStaff,
  type StaffRow,
} from '../store/staff/staff';
import { endAllSessions, sessionLimits } from './create-sessions';
import { generatePassword } from './generate-password';
import { checkPassword, hashPassword } from './hash-password';

export interface StaffDeps {
  database: Database;
  clock: Clock;
  audit: Audit;
  /** True if the company directory decides roles; they cannot be changed here then. */
  roleFromDirectory: boolean;
}

export type StaffChange = { id: string; caller: Caller };

export async function listStaff(deps: StaffDeps): Promise<StaffEntry[]> {
  const nowMs = deps.clock.now().getTime();
  const live = await countLiveSessions(deps.database.db, {
    createdAfter: new Date(nowMs - sessionLimits.absoluteMs),
    activeAfter: new Date(nowMs - sessionLimits.idleMs),
  });
  const rows = await listStaffRows(deps.database.db);
  return rows.map((row) => ({
    id: row.id,
    email: row.email,
    name: row.name,
    role: row.role,
    source: row.source,
    roleFromDirectory: hasDirectoryRole(deps, row),
    disabled: row.disabledAt !== null,
    createdAt: row.createdAt.toISOString(),
    lastSeenAt: row.lastSeenAt?.toISOString() ?? null,
    liveSessions: row.disabledAt === null ? (live.get(row.id) ?? 0) : 0,
  }));
}

/** Takes effect on the next request: every handler reads the role again. */
export async function changeRole(deps: StaffDeps, change: StaffChange & { role: Role }): Promise<void> {
  await deps.database.transaction(async (tx) => {
    const { row, isLastAdmin } = await lockForChange(tx, change.id);
    if (row.role === change.role) return;
    if (hasDirectoryRole(deps, row)) {
      throw new LandfallError('conflict', {
        userMessage: 'The company directory decides this role at each sign-in. Change it there.',
      });
    }
    rejectLastAdmin(isLastAdmin);
    await updateStaff(tx, row.id, { role: change.role });
    await recordChange(tx, { kind: 'staff', environment: 'live', subject: row.id });
    await deps.audit.append(tx, {
      caller: change.caller,
      action: 'staff.role_changed',
      subject: row.email,
      before: auditSnapshot(row),
      after: auditSnapshot({ ...row, role: change.role }),
    });
  });
}

/** Keeps the row, because stored data refers to it. */
export async function disableStaff(deps: StaffDeps, change: StaffChange): Promise<void> {
  await deps.database.transaction(async (tx) => {
    const { row, isLastAdmin } = await lockForChange(tx, change.id);
    if (row.disabledAt !== null) return;
    rejectLastAdmin(isLastAdmin);
    const at = deps.clock.now();
    await updateStaff(tx, row.id, { disabledAt: at });
    const ended = await endAllSessions(tx, row.id, at);
    await deps.audit.append(tx, {
      caller: change.caller,
      action: 'staff.disabled',
      subject: row.email,
      before: auditSnapshot(row),
      after: { ...auditSnapshot({ ...row, disabledAt: at }), sessionsEnded: ended },
    });
  });
}

export async function enableStaff(deps: StaffDeps & { demo: boolean }, change: StaffChange): Promise<void> {
  await deps.database.transaction(async (tx) => {
    const { row } = await lockForChange(tx, change.id);
    if (row.disabledAt === null) return;
    if (row.source === 'demo' && !deps.demo) {
      throw new LandfallError('conflict', { userMessage: 'Demo accounts exist in the demo on this machine alone.' });
    }
    await updateStaff(tx, row.id, { disabledAt: null });
    await recordChange(tx, { kind: 'staff', environment: 'live', subject: row.id });
    await deps.audit.append(tx, {
      caller: change.caller,
      action: 'staff.enabled',
      subject: row.email,
      before: auditSnapshot(row),
      after: auditSnapshot({ ...row, disabledAt: null }),
    });
  });
}

/** Ends every session of the person. */
export async function resetPassword(
  deps: StaffDeps,
  change: StaffChange & { password?: string | undefined },
): Promise<StaffWithPassword> {
  const password = change.password ?? generatePassword();
  checkPassword(password);
  const passwordHash = await hashPassword(password);
  return deps.database.transaction(async (tx) => {
    const { row } = await lockForChange(tx, change.id);
    await updateStaff(tx, row.id, { passwordHash });
    const sessionsEnded = await endAllSessions(tx, row.id, deps.clock.now());
    await deps.audit.append(tx, {
      caller: change.caller,
      action: 'staff.password_reset',
      subject: row.email,
      after: { sessionsEnded },
    });
    return { id: row.id, email: row.email, password: change.password === undefined ? password : null };
  });
}

export async function signOutEverywhere(deps: StaffDeps, change: StaffChange): Promise<{ ended: number }> {
  return deps.database.transaction(async (tx) => {
    const { row } = await lockForChange(tx, change.id);
    const ended = await endAllSessions(tx, row.id, deps.clock.now());
    await deps.audit.append(tx, {
      caller: change.caller,
      action: 'staff.signed_out_everywhere',
      subject: row.email,
      after: { sessionsEnded: ended },
    });
    return { ended };
  });
}

/** Locks the admins first, always in the same order, to avoid deadlocks. */
async function lockForChange(tx: Db, id: string): Promise<{ row: StaffRow; isLastAdmin: boolean }> {
  const admins = await lockActiveAdmins(tx);
  const row = isUuid(id) ? await lockStaff(tx, id) : undefined;
  if (row === undefined) throw new LandfallError('not_found', { userMessage: 'There is nobody like that.' });
  return { row, isLastAdmin: admins.length === 1 && admins[0] === row.id };
}

function rejectLastAdmin(isLastAdmin: boolean): void {
  if (!isLastAdmin) return;
  throw new LandfallError('conflict', {
    userMessage: 'This is the last admin. Make somebody else an admin first.',
    logMessage: 'refused: the last admin',
  });
}

function hasDirectoryRole(deps: { roleFromDirectory: boolean }, row: StaffRow): boolean {
  return deps.roleFromDirectory && row.oidcSubject !== null;
}

function auditSnapshot(row: { role: Role; disabledAt: Date | null }): { role: Role; disabled: boolean } {
  return { role: row.role, disabled: row.disabledAt !== null };
}
