import type { ApiKey, KeyScope } from '@/lib/contract/api-keys';

export const scopeLabels: Record<KeyScope, { label: string; hint: string }> = {
  read: { label: 'Read', hint: 'Look up, list and read imports.' },
  create: { label: 'Create', hint: 'Also create imports and links, and file requests for the full migration.' },
};

export const apiKeyLabels = {
  title: 'API keys',
  table: 'API keys',
  add: 'Create key',
  none: 'No keys yet',
  noneText:
    'Your own product calls the Landfall API with a key. A key cannot accept or reject sponsorship or change settings.',
  limit: (calls: number) =>
    `Each key can be used ${calls} times a minute, in live and sandbox. A key cannot accept or reject sponsorship or change settings.`,
  name: 'Name',
  scope: 'Scope',
  lastUsed: 'Last used',
  neverUsed: 'Never',
  expires: 'Expires',
  neverExpires: 'Never',
  revokedAt: 'Revoked',
  actions: 'Actions',
  endsWith: (end: string) => `ends in ${end}`,
  createdBy: (name: string) => `by ${name}`,
  created: 'Created',
  oldSecret: 'The old secret works until',
  states: { active: null, expired: 'Expired', revoked: 'Revoked' } satisfies Record<ApiKey['state'], string | null>,
  rotate: 'Rotate',
  rotateOf: (name: string) => `Rotate: ${name}`,
  rotateTitle: (name: string) => `Create a new secret for “${name}”?`,
  rotateConsequence:
    'The current secret works for another 24 hours, so that your product can switch. If the secret was leaked, revoke the key instead.',
  rotateAgainConsequence:
    'This key was rotated in the last 24 hours. The secret created then stops working now. The one before it works until the time in the list. If your product already uses the newer one, wait until then.',
  rotateButton: 'Create new secret',
  revoke: 'Revoke',
  revokeOf: (name: string) => `Revoke: ${name}`,
  revokeTitle: (name: string) => `Revoke “${name}”?`,
  revokeConsequence: 'It stops working at once and cannot be used again. Requests with it are refused.',
  revokeButton: 'Revoke key',
  revoked: 'Key revoked',
};

export const createKeyLabels = {
  title: 'Create key',
  create: 'Create key',
  name: 'Name',
  nameHint: 'Where it is used, such as “Help desk”. Shown in the audit log.',
  scope: 'Scope',
  expiry: 'Expires',
  days: (days: number | null) => (days === null ? 'Never' : days === 365 ? 'In a year' : `In ${days} days`),
};

/** Not LANDFALL_KEY, which encrypts the database. */
export const keyExample = (origin: string) => `curl ${origin}/api/import-counts \\\n  -H "Authorization: Bearer $KEY"`;

export const keySecretLabels = {
  title: 'Save this secret',
  intro: 'Store it on your server only. It is not shown again.',
  rotated: 'The list shows until when the old secret works.',
  secret: 'Secret',
  copy: 'Copy secret',
  exampleTitle: 'Try it',
  copyExample: 'Copy command',
  done: 'Done',
};
