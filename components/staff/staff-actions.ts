import { roleAtLeast, roles, type Role } from '@/lib/contract/roles';
import type { StaffEntry } from '@/lib/contract/staff';
import { confirmLabels, roleNames } from './labels';

export const roleOptions = roles.map((role) => ({ value: role, label: roleNames[role] }));

/** A role from the directory can only be lowered here. */
export const roleOptionsFor = ({ role, roleFromDirectory }: StaffEntry) =>
  roleFromDirectory ? roleOptions.filter(({ value }) => roleAtLeast(role, value)) : roleOptions;

export type StaffAction =
  | { kind: 'role'; role: Role }
  | { kind: 'disable' | 'enable' | 'create-link' | 'confirm' | 'sign-out' };

/** What the dialog says before, and the toast afterwards. */
export function describeAction(action: StaffAction, entry: StaffEntry) {
  const { email, role, roleFromDirectory, needsPassword, onePersonWith } = entry;
  switch (action.kind) {
    case 'role':
      return confirmLabels.role(email, role, action.role, roleFromDirectory);
    case 'disable':
      return confirmLabels.disable(email);
    case 'enable':
      return confirmLabels.enable(email, role);
    case 'create-link':
      return needsPassword ? confirmLabels.setupLink(email) : confirmLabels.resetPassword(email);
    case 'confirm':
      return confirmLabels.confirm(email, onePersonWith?.names.join(' and '));
    case 'sign-out':
      return confirmLabels.signOut(email);
  }
}
