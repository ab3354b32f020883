import type { Role } from '@/lib/contract/roles';

export const navLabels = {
  overview: 'Overview',
  imports: 'Imports',
  sponsorship: 'Sponsorship',
  webhooks: 'Webhooks',
  audit: 'Audit',
  mailbox: 'Mailbox',
  settings: 'Settings',
  product: 'Landfall',
  newImport: 'New import',
  more: 'More',
  help: 'Shortcuts',
  collapse: 'Hide labels',
  expand: 'Show labels',
  main: 'Main',
  home: 'Landfall, overview',
  skip: 'Skip to content',
  breadcrumb: 'Breadcrumb',
  waiting: (count: number) => `${count} waiting`,
  tip: (label: string, keys: string) => `${label} (${keys})`,
};

export const accountMenuLabels = {
  trigger: (name: string, role: Role) => `Account: ${name}, ${role}`,
  tip: (name: string, role: Role) => `${name}, ${role}`,
  menu: 'Account',
  role: 'Role:',
  account: 'My account',
  signOut: 'Sign out',
  signOutEverywhere: 'Sign out everywhere',
  signOutEverywhereTip: 'Ends your sessions in every browser',
  theme: 'Theme',
  system: 'System',
  light: 'Light',
  dark: 'Dark',
};

export const environmentLabels = {
  group: 'Environment',
  live: 'Live',
  sandbox: 'Sandbox',
  banner: 'Sandbox.',
  explanation: 'Example data only. Nothing is created or paid for.',
};

export const shortcutLabels = {
  title: 'Keyboard shortcuts',
  close: 'Close',
  everywhere: 'Everywhere',
  goTo: 'Go to',
  palette: 'Search pages, imports and actions',
  showAll: 'Show all keys',
  singleKeys: 'Single keys',
  singleKeysHint: 'Switch them off if you dictate to your computer: spoken words can press them by accident.',
};

/** The first lines of pages that could not be shown; the root pages have no space for more. */
export const notFoundLabels = {
  title: 'Page not found',
  text: 'Check the address, or search for the customer or import. Imports that the service no longer has keep their page here.',
  textSignedOut: 'Check the address, or go back to the page you came from.',
  home: 'Go to overview',
  imports: 'Go to imports',
  reference: (id: string) => `Reference ${id}`,
};

export const noAccessLabels = {
  title: 'No access to this page',
  text: 'Your role does not include this page.',
  whoCanGrant: 'These admins can change your role:',
  anyAdmin: 'Ask an admin to change your role.',
};
