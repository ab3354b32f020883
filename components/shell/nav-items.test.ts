import { describe, expect, it } from 'vitest';
import { roles } from '@/lib/contract/roles';
import { navItemsFor } from './nav-items';
import { navSectionOf } from './nav-section-of';

describe('the rail', () => {
  it('shows a role only what it may open', () => {
    const places = Object.fromEntries(roles.map((role) => [role, navItemsFor(role).map((item) => item.section)]));
    expect(places['viewer']).toEqual(['overview', 'imports']);
    expect(places['agent']).toEqual(['overview', 'imports']);
    expect(places['approver']).toEqual(['overview', 'imports', 'sponsorship']);
    expect(places['admin']).toEqual(['overview', 'imports', 'sponsorship', 'webhooks', 'audit', 'settings']);
  });

  it('marks the place a path belongs to, and none for a path of nobody', () => {
    for (const item of navItemsFor('admin')) expect(navSectionOf(item.href)).toBe(item.section);
    expect(navSectionOf('/imports/418207')).toBe('imports');
    expect(navSectionOf('/new')).toBe('imports');
    expect(navSectionOf('/constructor')).toBeUndefined();
  });

  it('gives every place a key of its own', () => {
    const keys = navItemsFor('admin').map((item) => item.key);
    expect(new Set(keys).size).toBe(keys.length);
  });
});
