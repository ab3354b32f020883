import type { Audit } from '../audit/create-audit';
import type { Role } from '../contract/roles';
import type { Clock } from '../core/clock';
import { LandfallError } from '../core/errors';
import type { Database, Db } from '../store/database/database';
import { type StaffRow, lockActiveAdmins, lockStaff } from '../store/staff/staff';

/** What the verbs about staff work with. */
export interface StaffDeps {
  database: Database;
  clock: Clock;
  audit: Audit;
  /** Where the company directory decides roles, they cannot be changed here. */
  roleFromDirectory: boolean;
}

/** The row, locked. The admins are locked first, always in the same order, whatever is to be done. */
export async function lockForChange(tx: Db, id: string): Promise<{ row: StaffRow; isLastAdmin: boolean }> {
  const admins = await lockActiveAdmins(tx);
  const row = isUuid(id) ? await lockStaff(tx, id) : undefined;
  if (row === undefined) throw new LandfallError('not_found', { userMessage: 'There is nobody like that.' });
  return { row, isLastAdmin: admins.length === 1 && admins[0] === row.id };
}

export function rejectLastAdmin(isLastAdmin: boolean): void {
  if (!isLastAdmin) return;
  throw new LandfallError('conflict', {
    userMessage: 'This is the last admin. Make somebody else an admin first.',
    logMessage: 'refused: the last admin',
  });
}

export function hasDirectoryRole(deps: { roleFromDirectory: boolean }, row: StaffRow): boolean {
  return deps.roleFromDirectory && row.oidcSubject !== null;
}

export function auditSnapshot(row: { role: Role; disabledAt: Date | null }): { role: Role; disabled: boolean } {
  return { role: row.role, disabled: row.disabledAt !== null };
}

function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(text);
}
