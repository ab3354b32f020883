import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { ApiKey } from '@/lib/contract/api-keys';
import { ApiKeyTable } from './api-key-table';

const key: ApiKey = {
  id: '1',
  name: 'CRM',
  scope: 'read',
  state: 'active',
  secretEnd: '1f3a',
  oldSecretUntil: null,
  createdAt: '2026-11-01T09:00:00.000Z',
  createdBy: 'Ada',
  expiresAt: '2027-05-04T09:00:00.000Z',
  lastUsedAt: null,
  revokedAt: null,
  revokedBy: null,
};

test('a revoked key shows when and by whom it was revoked, not its expiry', () => {
  const textOf = (shown: ApiKey) =>
    renderToStaticMarkup(<ApiKeyTable keys={[shown]} onAction={() => {}} />).replaceAll(/<[^>]*>/g, ' ');
  expect(textOf(key)).toContain('2027');
  const revoked = textOf({ ...key, state: 'revoked', revokedAt: '2026-11-12T09:00:00.000Z', revokedBy: 'Ines' });
  expect(revoked).not.toContain('2027');
  expect(revoked).toMatch(/Revoked\s+12 Nov.*by Ines/s);
});
