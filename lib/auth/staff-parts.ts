import type { Audit } from '../audit/create-audit';
import type { Role } from '../contract/roles';
import type { Clock } from '../core/clock';
import { LandfallError } from '../core/errors';
import type { Database, Db } from '../store/database';
import { type StaffRow, lockActiveAdmins, lockStaff } from '../store/staff';

/** What the verbs about staff work with. */
export interface StaffParts {
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
  if (row === undefined) throw new LandfallError('not_found', { person: 'There is nobody like that.' });
  return { row, isLastAdmin: admins.length === 1 && admins[0] === row.id };
}

export function refuseLastAdmin(isLastAdmin: boolean): void {
  if (!isLastAdmin) return;
  throw new LandfallError('conflict', {
    person: 'This is the last admin. Make somebody else an admin first.',
    log: 'refused: the last admin',
  });
}

export function rolesComeFromDirectory(parts: { roleFromDirectory: boolean }, row: StaffRow): boolean {
  return parts.roleFromDirectory && row.oidcSubject !== null;
}

export function facts(row: { role: Role; disabledAt: Date | null }): { role: Role; disabled: boolean } {
  return { role: row.role, disabled: row.disabledAt !== null };
}

function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(text);
}
