import { roleAtLeast } from '../contract/roles';
import { countPasskeys } from '../store/staff/passkeys';
import type { SessionRow } from '../store/staff/sessions';
import type { StaffRow } from '../store/staff/staff';
import type { AuthDeps, PasskeyStep } from './auth-deps';
import { isCompanyAccount } from './is-company-account';

/** Company accounts are exempt: the identity provider decides how they sign in. */
export function needsPasskey({ settings }: Pick<AuthDeps, 'settings'>, staff: StaffRow) {
  const { requirePasskeyFrom } = settings;
  return requirePasskeyFrom !== undefined && !isCompanyAccount(staff) && roleAtLeast(staff.role, requirePasskeyFrom);
}

/** What is missing before this session may do anything else. Read for every request, so a new role counts at once. */
export async function findPasskeyStep(
  deps: AuthDeps,
  { session, staff }: { session: SessionRow; staff: StaffRow },
): Promise<PasskeyStep | null> {
  if (session.passkeyAt !== null || !needsPasskey(deps, staff)) return null;
  return (await countPasskeys(deps.database.db, staff.id)) > 0 ? 'use' : 'add';
}
