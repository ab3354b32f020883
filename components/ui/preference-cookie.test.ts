import { expect, it } from 'vitest';
import { preferenceCookie, readPreference } from './preference-cookie';

it('is secure and of this host only with https', () => {
  expect(preferenceCookie('theme', 'dark', 'https:')).toBe(
    '__Host-theme=dark; path=/; max-age=31536000; samesite=lax; secure',
  );
  expect(preferenceCookie('zone', '', 'http:')).toBe('zone=; path=/; max-age=0; samesite=lax');
});

it('is read with the prefix first', () => {
  const jar = new Map([['theme', { value: 'light' }]]);
  expect(readPreference(jar, 'theme')).toBe('light');
  jar.set('__Host-theme', { value: 'dark' });
  expect(readPreference(jar, 'theme')).toBe('dark');
  expect(readPreference(jar, 'zone')).toBeUndefined();
});
