import { describe, expect, it } from 'vitest';
import { roles } from '@/lib/contract/roles';
import { navItemsFor, navSectionOf } from './nav-items';

describe('navigation items', () => {
  it('lists only what a role may open', () => {
    const sections = Object.fromEntries(roles.map((role) => [role, navItemsFor(role).map((item) => item.section)]));
    expect(sections['viewer']).toEqual(['overview', 'imports']);
    expect(sections['agent']).toEqual(['overview', 'imports']);
    expect(sections['approver']).toEqual(['overview', 'imports', 'sponsorship']);
    expect(sections['admin']).toEqual(['overview', 'imports', 'sponsorship', 'webhooks', 'audit', 'settings']);
  });

  it('has a mailbox in the demo, before the settings', () => {
    const sections = (role: 'viewer' | 'admin') => navItemsFor(role, { mailbox: true }).map((item) => item.section);
    expect(sections('viewer')).toEqual(['overview', 'imports', 'mailbox']);
    expect(sections('admin').slice(-3)).toEqual(['audit', 'mailbox', 'settings']);
  });

  it('finds the section of a path, and none for an unknown path', () => {
    for (const item of navItemsFor('admin', { mailbox: true })) expect(navSectionOf(item.href)).toBe(item.section);
    expect(navSectionOf('/imports/418207')).toBe('imports');
    expect(navSectionOf('/new')).toBe('imports');
    expect(navSectionOf('/customers')).toBe('imports');
    expect(navSectionOf('/constructor')).toBeUndefined();
  });

  it('gives every item a unique key', () => {
    const keys = navItemsFor('admin', { mailbox: true }).map((item) => item.key);
    expect(new Set(keys).size).toBe(keys.length);
  });
});
