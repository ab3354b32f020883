import { LandfallError } from '../core/errors';
import { confirmLinks, hasUsableLink } from '../store/staff/account-links';
import { connectedAccounts, listSharedLinks } from '../store/staff/same-person';
import type { AuthDeps, StaffMember } from './auth-deps';
import { changeStaff, type StaffChange } from './staff-operations';

/** An admin who has nothing to do with the account's links says that it belongs to a different person. */
export async function confirmAccount(deps: AuthDeps, change: StaffChange & { staff: StaffMember }): Promise<void> {
  await changeStaff(deps, change, async (tx, row) => {
    const at = deps.clock.now();
    const links = await listSharedLinks(tx, at);
    if (!links.some((link) => link.staffId === row.id && link.shownToId !== row.id)) return undefined;
    if (connectedAccounts(links, row.id).has(change.staff.id)) {
      throw new LandfallError('forbidden', 'You are linked to this account, so another admin has to confirm it.');
    }
    if (await hasUsableLink(tx, row.id, at)) {
      throw new LandfallError(
        'conflict',
        'The link has not been used yet. Confirm the account after its owner has set the password.',
      );
    }
    const linksConfirmed = await confirmLinks(tx, { staffId: row.id, confirmedById: change.staff.id, at });
    return { action: 'staff.confirmed_as_different_person', after: { linksConfirmed } };
  });
}
