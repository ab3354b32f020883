import type { Role } from '@/lib/contract/roles';
import type { StaffEntry } from '@/lib/contract/staff';

export const staffLabels = {
  title: 'Staff',
  add: 'Add person',
  maySignIn: (email: string) => `${email} can sign in now`,
  failed: 'This was not changed',
};

export const roleNames: Record<Role, string> = {
  viewer: 'Viewer',
  agent: 'Agent',
  approver: 'Approver',
  admin: 'Admin',
};

export const staffTableLabels = {
  table: 'Staff',
  person: 'Person',
  role: 'Role',
  signsInWith: 'Signs in with',
  lastSeen: 'Last seen',
  sessions: 'Sessions',
  actions: 'Actions',
  you: 'you',
  disabled: 'disabled',
  noPassword: 'no password yet',
  onePersonWith: (names: readonly string[]) => `Counts as one person with ${names.join(' and ')} until`,
  orConfirmed: ', or until another admin confirms',
  confirm: 'Confirm',
  fromDirectory: 'from directory',
  fromDirectoryTip: 'The company directory sets this role at each company sign-in. You can only lower it here.',
  roleOf: (email: string) => `Role of ${email}`,
  never: 'Never',
  more: (email: string) => `More actions: ${email}`,
  ways: { local: 'Password', oidc: 'Company account', demo: 'Demo' } satisfies Record<StaffEntry['source'], string>,
};

export const staffActionLabels = {
  enable: 'Enable',
  disable: 'Disable',
  signOut: 'Sign out everywhere',
  setupLink: 'Create setup link',
  resetPassword: 'Reset password',
};

export const inviteLabels = {
  title: 'Add a person',
  add: 'Add person',
  email: 'E-mail address',
  name: 'Name',
  role: 'Role',
  roleHint: (role: Role) => `${roleNames[role]}: ${roleDescriptions[role]}.`,
  signsInWith: 'Signs in with',
  oidc: 'Their company account',
  local: 'A password that they choose',
};

const roleDescriptions: Record<Role, string> = {
  viewer: 'reads everything',
  agent: 'also creates imports and customer links',
  approver: 'also decides sponsorship',
  admin: 'also manages staff, policy, webhooks and audit',
};

export const confirmLabels = {
  ownAccount: 'This is your own account.',
  role: (email: string, from: Role, to: Role, fromDirectory: boolean) => ({
    title: 'Change the role',
    consequence: `The role of ${email} changes from ${from} to ${to}, from their next click on.${
      fromDirectory
        ? ' Change it in the company directory, too, which sets the role again at their next company sign-in.'
        : ''
    }`,
    button: `Make ${to}`,
    done: `${email} is ${to} now`,
  }),
  disable: (email: string) => ({
    title: 'Disable this account',
    consequence: `${email} is signed out everywhere at once and cannot sign in again until an admin enables the account. The record of what they did is kept.`,
    button: staffActionLabels.disable,
    done: `${email} is disabled and signed out`,
  }),
  enable: (email: string, role: Role) => ({
    title: 'Enable this account',
    consequence: `${email} can sign in again, as ${role}.`,
    button: staffActionLabels.enable,
    done: `${email} can sign in again`,
  }),
  setupLink: (email: string) => ({
    title: staffActionLabels.setupLink,
    consequence: `${email} chooses a password at the link. Earlier links stop working. You see the link once.`,
    button: staffActionLabels.setupLink,
    done: '',
  }),
  resetPassword: (email: string) => ({
    title: staffActionLabels.resetPassword,
    consequence: `The password, passkeys and recovery codes of ${email} stop working now and all their sessions end. They choose a new password at a link that you see once.`,
    button: staffActionLabels.resetPassword,
    done: '',
  }),
  confirm: (email: string, others: string | undefined) => ({
    title: 'Confirm that this is a different person',
    consequence: `Confirm only if you have checked that ${email} belongs to someone other than ${others ?? 'the admin who created its link'}. They then count as two people where two are needed. The audit log records that you confirmed it.`,
    button: staffTableLabels.confirm,
    done: `${email} is confirmed as a different person`,
  }),
  signOut: (email: string) => ({
    title: staffActionLabels.signOut,
    consequence: `Every session of ${email} ends now, in every browser. They can sign in again.`,
    button: staffActionLabels.signOut,
    done: `${email} is signed out everywhere`,
  }),
};

export const linkLabels = {
  title: 'Share this link',
  done: 'Done',
  share: (email: string) => `Share this link with ${email}, who chooses a password there. It works once, until`,
  shownOnce: ', and is not shown again.',
  link: 'Link',
  copy: 'Copy link',
  samePerson:
    'Because you have seen this link, you and this account count as one person where two are needed: for 7 days, or until another admin confirms the account.',
};
