import { roles, type Role } from '@/lib/contract/roles';
import type { StaffEntry } from '@/lib/contract/staff';

export const roleOptions = roles.map((role) => ({ value: role, label: `${role[0]?.toUpperCase()}${role.slice(1)}` }));

export type StaffAction =
  { kind: 'role'; role: Role } | { kind: 'disable' | 'enable' | 'create-link' | 'confirm' | 'sign-out' };

export function describeAction(
  action: StaffAction,
  entry: StaffEntry,
): { title: string; consequence: string; button: string } {
  const who = entry.email;
  switch (action.kind) {
    case 'role':
      return {
        title: 'Change the role',
        consequence: `The role of ${who} changes from ${entry.role} to ${action.role}, from their next click on.`,
        button: `Make ${action.role}`,
      };
    case 'disable':
      return {
        title: 'Disable this account',
        consequence: `${who} is signed out everywhere at once and cannot sign in again until an admin enables the account. The record of what they did is kept.`,
        button: 'Disable',
      };
    case 'enable':
      return {
        title: 'Enable this account',
        consequence: `${who} can sign in again, as ${entry.role}.`,
        button: 'Enable',
      };
    case 'create-link':
      return entry.needsPassword
        ? {
            title: 'Create setup link',
            consequence: `${who} chooses a password at the link. Earlier links stop working. You are shown the link once.`,
            button: 'Create setup link',
          }
        : {
            title: 'Reset password',
            consequence: `The password, passkeys and recovery codes of ${who} stop working now and all their sessions end. They choose a new password at a link that you are shown once.`,
            button: 'Reset password',
          };
    case 'confirm': {
      const others = entry.onePersonWith?.names.join(' and ') ?? 'the admin who created its link';
      return {
        title: 'Confirm that this is a different person',
        consequence: `Confirm only if you have checked that ${who} belongs to someone other than ${others}. They then count as two people where two are needed. The audit log records that you confirmed it.`,
        button: 'Confirm',
      };
    }
    case 'sign-out':
      return {
        title: 'Sign out everywhere',
        consequence: `Every session of ${who} ends now, in every browser. They can sign in again.`,
        button: 'Sign out everywhere',
      };
  }
}
