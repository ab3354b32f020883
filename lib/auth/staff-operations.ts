import { appendAudit } from '../audit/append-audit';
import type { Caller } from '../contract/caller';
import type { Role } from '../contract/roles';
import type { StaffList, StaffWithPassword } from '../contract/staff';
import { isUuid } from '../core/is-uuid';
import { LandfallError } from '../core/errors';
import type { Db } from '../store/database/database';
import { recordChange } from '../store/events/changes';
import { countLiveSessions, endStaffSessions } from '../store/staff/sessions';
import {
  findStaffByEmail,
  listStaff as listStaffRows,
  lockActiveAdmins,
  lockStaff,
  updateStaff,
  type StaffRow,
} from '../store/staff/staff';
import type { AuthDeps } from './auth-deps';
import { checkPassword, generatePassword, hashPassword } from './passwords';
import { sessionLimits } from './sessions';

export type StaffChange = { id: string; caller: Caller };

export async function listStaff(deps: AuthDeps): Promise<StaffList> {
  const nowMs = deps.clock.now().getTime();
  const live = await countLiveSessions(deps.database.db, {
    createdAfter: new Date(nowMs - sessionLimits.absoluteMs),
    activeAfter: new Date(nowMs - sessionLimits.idleMs),
  });
  const rows = await listStaffRows(deps.database.db);
  const staff = rows.map((row) => ({
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
  return { staff, ways: deps.settings.oidc ? ['oidc', 'local'] : ['local'] };
}

export async function findStaffIdByEmail(deps: AuthDeps, email: string): Promise<string> {
  const row = await findStaffByEmail(deps.database.db, email.trim());
  if (row) return row.id;
  throw new LandfallError('not_found', 'There is nobody with this e-mail address.');
}

/** Takes effect on the next request: every handler reads the role again. */
export async function changeRole(deps: AuthDeps, change: StaffChange & { role: Role }): Promise<void> {
  await changeStaff(deps, change, async (tx, row, isLastAdmin) => {
    if (row.role === change.role) return undefined;
    if (hasDirectoryRole(deps, row)) {
      throw new LandfallError('conflict', 'The company directory decides this role at each sign-in. Change it there.');
    }
    rejectLastAdmin(isLastAdmin);
    await updateStaff(tx, row.id, { role: change.role });
    const after = auditSnapshot({ ...row, role: change.role });
    return { action: 'staff.role_changed', before: auditSnapshot(row), after };
  });
}

/** Keeps the row, because stored data refers to it. */
export async function disableStaff(deps: AuthDeps, change: StaffChange): Promise<void> {
  await changeStaff(deps, change, async (tx, row, isLastAdmin) => {
    if (row.disabledAt !== null) return undefined;
    rejectLastAdmin(isLastAdmin);
    const at = deps.clock.now();
    await updateStaff(tx, row.id, { disabledAt: at });
    const sessionsEnded = await endStaffSessions(tx, [row.id], at);
    const after = { ...auditSnapshot({ ...row, disabledAt: at }), sessionsEnded };
    return { action: 'staff.disabled', before: auditSnapshot(row), after };
  });
}

export async function enableStaff(deps: AuthDeps, change: StaffChange): Promise<void> {
  await changeStaff(deps, change, async (tx, row) => {
    if (row.disabledAt === null) return undefined;
    if (row.source === 'demo' && !deps.settings.demo) {
      throw new LandfallError('conflict', 'Demo accounts exist in the demo on this machine alone.');
    }
    await updateStaff(tx, row.id, { disabledAt: null });
    const after = auditSnapshot({ ...row, disabledAt: null });
    return { action: 'staff.enabled', before: auditSnapshot(row), after };
  });
}

export async function resetPassword(
  deps: AuthDeps,
  change: StaffChange & { password?: string | undefined },
): Promise<StaffWithPassword> {
  const password = change.password ?? generatePassword();
  checkPassword(password);
  const passwordHash = await hashPassword(password);
  const { id, email } = await changeStaff(deps, change, async (tx, row) => {
    await updateStaff(tx, row.id, { passwordHash });
    const sessionsEnded = await endStaffSessions(tx, [row.id], deps.clock.now());
    return { action: 'staff.password_reset', after: { sessionsEnded } };
  });
  return { id, email, password: change.password === undefined ? password : null };
}

export async function signOutEverywhere(deps: AuthDeps, change: StaffChange): Promise<{ ended: number }> {
  let ended = 0;
  await changeStaff(deps, change, async (tx, row) => {
    ended = await endStaffSessions(tx, [row.id], deps.clock.now());
    return { action: 'staff.signed_out_everywhere', after: { sessionsEnded: ended } };
  });
  return { ended };
}

/** In one transaction, with its audit entry. `apply` returns undefined if there is nothing to change. */
async function changeStaff(
  deps: AuthDeps,
  { id, caller }: StaffChange,
  apply: (
    tx: Db,
    row: StaffRow,
    isLastAdmin: boolean,
  ) => Promise<{ action: string; before?: unknown; after: unknown } | undefined>,
): Promise<StaffRow> {
  return deps.database.transaction(async (tx) => {
    // Always in this order, to avoid deadlocks.
    const admins = await lockActiveAdmins(tx);
    const row = isUuid(id) ? await lockStaff(tx, id) : undefined;
    if (row === undefined) throw new LandfallError('not_found', 'There is nobody like that.');
    const applied = await apply(tx, row, admins.length === 1 && admins[0] === row.id);
    if (applied) {
      await recordChange(tx, { kind: 'staff', environment: 'live', subject: row.id });
      await appendAudit(deps, tx, { caller, subject: row.email, ...applied });
    }
    return row;
  });
}

function rejectLastAdmin(isLastAdmin: boolean): void {
  if (!isLastAdmin) return;
  throw new LandfallError('conflict', {
    userMessage: 'This is the last admin. Make somebody else an admin first.',
    logMessage: 'refused: the last admin',
  });
}

/** The company directory decides the role at each sign-in, so it cannot be changed here. */
function hasDirectoryRole(deps: AuthDeps, row: StaffRow): boolean {
  return deps.settings.oidc?.roleClaim !== undefined && row.oidcSubject !== null;
}

function auditSnapshot(row: { role: Role; disabledAt: Date | null }): { role: Role; disabled: boolean } {
  return { role: row.role, disabled: row.disabledAt !== null };
}
