import { describe, expect, it } from 'vitest';
import { roles } from '@/lib/contract/roles';
import { navItemsFor } from './nav-items';
import { placeOf } from './place-of';

describe('the rail', () => {
  it('shows a role only what it may open', () => {
    const places = Object.fromEntries(roles.map((role) => [role, navItemsFor(role).map((item) => item.place)]));
    expect(places['viewer']).toEqual(['overview', 'imports']);
    expect(places['agent']).toEqual(['overview', 'imports']);
    expect(places['approver']).toEqual(['overview', 'imports', 'sponsorship']);
    expect(places['admin']).toEqual(['overview', 'imports', 'sponsorship', 'webhooks', 'audit', 'settings']);
  });

  it('marks the place a path belongs to, and none for a path of nobody', () => {
    for (const item of navItemsFor('admin')) expect(placeOf(item.href)).toBe(item.place);
    expect(placeOf('/imports/418207')).toBe('imports');
    expect(placeOf('/new')).toBe('imports');
    expect(placeOf('/constructor')).toBeUndefined();
  });

  it('gives every place a key of its own', () => {
    const keys = navItemsFor('admin').map((item) => item.key);
    expect(new Set(keys).size).toBe(keys.length);
  });
});
