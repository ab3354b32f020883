import { roles, type Role } from '@/lib/contract/roles';
import type { StaffEntry } from '@/lib/contract/staff';
import { confirmLabels, roleNames } from './labels';

export const roleOptions = roles.map((role) => ({ value: role, label: roleNames[role] }));

export type StaffAction =
  | { kind: 'role'; role: Role }
  | { kind: 'disable' | 'enable' | 'create-link' | 'confirm' | 'sign-out' };

/** What the dialog says before, and the toast afterwards. */
export function describeAction(action: StaffAction, { email, role, needsPassword, onePersonWith }: StaffEntry) {
  switch (action.kind) {
    case 'role':
      return confirmLabels.role(email, role, action.role);
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
