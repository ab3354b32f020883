import { appendAudit } from '../audit/append-audit';
import type { AuditAction } from '../contract/audit-actions';
import type { Caller } from '../contract/caller';
import { roleAtLeast, type Role } from '../contract/roles';
import type { AccountLink, AdminNames, StaffList, StaffWithLink } from '../contract/staff';
import { isUuid } from '../core/is-uuid';
import { LandfallError } from '../core/errors';
import type { Db } from '../store/database/database';
import { recordChange } from '../store/events/changes';
import { deletePasskeys } from '../store/staff/passkeys';
import { deleteRecoveryCodes } from '../store/staff/recovery-codes';
import { replaceUnusedLinks, withdrawLinksShownTo } from '../store/staff/account-links';
import { connectedAccounts, listSharedLinks } from '../store/staff/same-person';
import { countLiveSessions, endStaffSessions } from '../store/staff/sessions';
import {
  findStaffByEmail,
  listActiveAdmins,
  listStaff as listStaffRows,
  lockActiveAdmins,
  lockStaff,
  updateStaff,
  type StaffRow,
} from '../store/staff/staff';
import type { AuthDeps } from './auth-deps';
import { createAccountLink } from './create-account-link';
import { isCompanyAccount } from './is-company-account';
import { checkPassword, hashPassword } from './passwords';
import { sessionLimits } from './sessions';

export type StaffChange = { id: string; caller: Caller };

/** For staff who lack access to a page: a few people to ask. */
export async function listAdminNames(deps: AuthDeps): Promise<AdminNames> {
  const admins = await listActiveAdmins(deps.database.db, 3);
  return { names: admins.map(({ name, email }) => name || email) };
}

/** `viewerId` is the admin who reads the list; null for a command. */
export async function listStaff(deps: AuthDeps, viewerId: string | null): Promise<StaffList> {
  const now = deps.clock.now();
  const nowMs = now.getTime();
  const live = await countLiveSessions(deps.database.db, {
    createdAfter: new Date(nowMs - sessionLimits.absoluteMs),
    activeAfter: new Date(nowMs - sessionLimits.idleMs),
  });
  const rows = await listStaffRows(deps.database.db);
  const names = new Map(rows.map((row) => [row.id, row.name || row.email]));
  const links = await listSharedLinks(deps.database.db, now);
  const onePersonWith = (id: string) => {
    const others = links.filter((link) => link.staffId === id && link.shownToId !== id);
    if (others.length === 0) return null;
    return {
      names: [...new Set(others.map(({ shownToId }) => names.get(shownToId) ?? shownToId))],
      until: new Date(Math.max(...others.map(({ until }) => until.getTime()))).toISOString(),
      mayConfirm: viewerId !== null && !connectedAccounts(links, id).has(viewerId),
    };
  };
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
    needsPassword: row.source === 'local' && row.passwordHash === null,
    onePersonWith: onePersonWith(row.id),
  }));
  return { staff, ways: deps.settings.oidc ? ['oidc', 'local'] : ['local'] };
}

export async function findStaffIdByEmail(deps: AuthDeps, email: string): Promise<string> {
  const row = await findStaffByEmail(deps.database.db, email.trim());
  if (row) return row.id;
  throw new LandfallError('not_found', 'No account has this e-mail address.');
}

/** Takes effect on the next request: every handler reads the role again. */
export async function changeRole(deps: AuthDeps, change: StaffChange & { role: Role }): Promise<void> {
  await changeStaff(deps, change, async (tx, row, isLast) => {
    if (row.role === change.role) return undefined;
    if (hasDirectoryRole(deps, row) && roleAtLeast(change.role, row.role)) {
      throw new LandfallError(
        'conflict',
        'The company directory sets this role at each company sign-in. It can be lowered here, but raised only there.',
      );
    }
    rejectLastAdmin(isLast);
    await updateStaff(tx, row.id, { role: change.role });
    const withdrawn = row.role === 'admin' && {
      linksWithdrawn: await withdrawLinksShownTo(tx, row.id, deps.clock.now()),
    };
    const after = { ...auditSnapshot({ ...row, role: change.role }), ...withdrawn };
    return { action: 'staff.role_changed', before: auditSnapshot(row), after };
  });
}

/** Keeps the row, because stored data refers to it. */
export async function disableStaff(deps: AuthDeps, change: StaffChange): Promise<void> {
  await changeStaff(deps, change, async (tx, row, isLast) => {
    if (row.disabledAt !== null) return undefined;
    rejectLastAdmin(isLast);
    const at = deps.clock.now();
    await updateStaff(tx, row.id, { disabledAt: at });
    const sessionsEnded = await endStaffSessions(tx, [row.id], at);
    const linksWithdrawn = await withdrawLinksShownTo(tx, row.id, at);
    const after = { ...auditSnapshot({ ...row, disabledAt: at }), sessionsEnded, linksWithdrawn };
    return { action: 'staff.disabled', before: auditSnapshot(row), after };
  });
}

export async function enableStaff(deps: AuthDeps, change: StaffChange): Promise<void> {
  await changeStaff(deps, change, async (tx, row) => {
    if (row.disabledAt === null) return undefined;
    if (row.source === 'demo' && !deps.settings.demo) {
      throw new LandfallError('conflict', 'Demo accounts cannot be changed: they exist only in the demo.');
    }
    await updateStaff(tx, row.id, { disabledAt: null });
    const after = auditSnapshot({ ...row, disabledAt: null });
    return { action: 'staff.enabled', before: auditSnapshot(row), after };
  });
}

/** Removes the old password, all passkeys and recovery codes, and ends every session. Without a new password, the owner chooses one at the link, or signs in with the company account alone. */
export async function resetPassword(
  deps: AuthDeps,
  change: StaffChange & { password?: string | undefined },
): Promise<StaffWithLink> {
  const { password, caller } = change;
  const passwordHash = password === undefined ? null : await hashPassword(password);
  let link: AccountLink | null = null;
  const { id, email } = await changeStaff(deps, change, async (tx, row) => {
    if (passwordHash === null && (row.source === 'demo' || isCompanyAccount(row))) {
      throw new LandfallError(
        'conflict',
        row.source === 'demo'
          ? 'Demo accounts have no password link. `npm start` prints their passwords.'
          : 'This account signs in with the company account, so it has no password.',
      );
    }
    if (password !== undefined) await checkPassword(password, row.email);
    const at = deps.clock.now();
    await updateStaff(tx, row.id, { passwordHash, ...(passwordHash !== null && { passwordChangedAt: at }) });
    const passkeysRemoved = await deletePasskeys(tx, row.id);
    const recoveryCodesRemoved = await deleteRecoveryCodes(tx, row.id);
    if (passwordHash === null && row.source === 'local') {
      link = await createAccountLink(deps, tx, { id: row.id, email: row.email, caller });
    } else await replaceUnusedLinks(tx, row.id);
    const sessionsEnded = await endStaffSessions(tx, [row.id], at);
    return { action: 'staff.password_reset', after: { sessionsEnded, passkeysRemoved, recoveryCodesRemoved } };
  });
  return { id, email, link };
}

/** For a person who got a new identity at the issuer. The next sign-in with this e-mail address links it. */
export async function unlinkCompanyAccount(deps: AuthDeps, change: StaffChange): Promise<void> {
  await changeStaff(deps, change, async (tx, row) => {
    if (row.oidcSubject === null)
      throw new LandfallError('conflict', 'This account is not linked to a company account.');
    await updateStaff(tx, row.id, { oidcSubject: null });
    const sessionsEnded = await endStaffSessions(tx, [row.id], deps.clock.now());
    return { action: 'staff.unlinked', after: { sessionsEnded } };
  });
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
export async function changeStaff(
  deps: AuthDeps,
  { id, caller }: StaffChange,
  apply: (
    tx: Db,
    row: StaffRow,
    isLast: boolean,
  ) => Promise<{ action: AuditAction; before?: unknown; after: unknown } | undefined>,
): Promise<StaffRow> {
  return deps.database.transaction(async (tx) => {
    // Always in this order, to avoid deadlocks.
    const admins = await lockActiveAdmins(tx);
    const row = isUuid(id) ? await lockStaff(tx, id) : undefined;
    if (row === undefined) throw new LandfallError('not_found', 'This account does not exist.');
    const applied = await apply(tx, row, isLastAdmin(admins, row));
    if (applied) {
      await recordChange(tx, { kind: 'staff', environment: 'live', subject: row.id });
      await appendAudit(deps, tx, { caller, subject: row.email, ...applied });
    }
    return row;
  });
}

export function isLastAdmin(admins: readonly string[], { id }: StaffRow): boolean {
  return admins.length === 1 && admins[0] === id;
}

function rejectLastAdmin(isLast: boolean): void {
  if (!isLast) return;
  throw new LandfallError('conflict', {
    userMessage: 'This is the last admin. Give another account the admin role first.',
    logMessage: 'refused: the last admin',
  });
}

/** The company directory sets the role at each company sign-in. It can only be lowered here. */
function hasDirectoryRole(deps: AuthDeps, row: StaffRow): boolean {
  return deps.settings.oidc?.roleClaim !== undefined && row.oidcSubject !== null;
}

function auditSnapshot(row: { role: Role; disabledAt: Date | null }): { role: Role; disabled: boolean } {
  return { role: row.role, disabled: row.disabledAt !== null };
}
