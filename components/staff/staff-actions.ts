import { roles, type Role } from '@/lib/contract/roles';
import type { StaffEntry } from '@/lib/contract/staff';

export const roleOptions = roles.map((role) => ({ value: role, label: `${role[0]?.toUpperCase()}${role.slice(1)}` }));

export type StaffAction =
  { kind: 'role'; role: Role } | { kind: 'disable' } | { kind: 'enable' } | { kind: 'reset' } | { kind: 'sign-out' };

export function describeAction(
  action: StaffAction,
  entry: StaffEntry,
): { title: string; consequence: string; button: string } {
  const who = entry.email;
  switch (action.kind) {
    case 'role':
      return {
        title: 'Change the role',
        consequence: `${who} becomes ${action.role} with their very next click. Now they are ${entry.role}.`,
        button: `Make ${action.role}`,
      };
    case 'disable':
      return {
        title: 'Disable this account',
        consequence: `${who} is signed out everywhere at once and cannot sign in again until somebody enables the account. What they did stays in the record.`,
        button: 'Disable',
      };
    case 'enable':
      return {
        title: 'Enable this account',
        consequence: `${who} can sign in again, as ${entry.role}.`,
        button: 'Enable',
      };
    case 'reset':
      return {
        title: 'Make a new password',
        consequence: `The old password of ${who} stops working and every session of theirs ends. You are shown the new one once.`,
        button: 'Make a new password',
      };
    case 'sign-out':
      return {
        title: 'Sign out everywhere',
        consequence: `Every session of ${who} ends now, in every browser. They can sign in again.`,
        button: 'Sign out everywhere',
      };
  }
}
