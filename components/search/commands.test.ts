import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { navItemsFor } from '../shell/nav-items';
import { commandsFor } from './commands';

const hrefsFor = (role: 'agent' | 'admin') => commandsFor(navItemsFor(role), true).map(({ href }) => href);

test('finds every section of the settings, for admins only', () => {
  const folder = new URL('../../app/(staff)/settings/', import.meta.url);
  const sections = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const inSettings = (href: string) => href.startsWith('/settings/');
  expect(hrefsFor('admin').filter(inSettings).toSorted()).toEqual(
    sections.map(({ name }) => `/settings/${name}`).toSorted(),
  );
  expect(hrefsFor('agent').filter(inSettings)).toEqual([]);
});

test('finds the own account for everyone', () => {
  expect(hrefsFor('agent')).toContain('/account');
});
