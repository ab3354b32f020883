import type { StaffRow } from '../store/staff/staff';

/** Signs in at the identity provider alone. With a password, set by a command, it follows the rules of local accounts. */
export function isCompanyAccount(row: Pick<StaffRow, 'source' | 'passwordHash'>): boolean {
  return row.source === 'oidc' && row.passwordHash === null;
}
