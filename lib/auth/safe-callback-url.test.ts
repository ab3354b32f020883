import { expect, test } from 'vitest';
import { safeCallbackUrl } from './create-auth-options';

const ours = 'https://landfall.x.example';

test.each([
  ['/imports?q=a%20b#x', '/imports?q=a%20b#x'],
  ['https://landfall.x.example/new', '/new'],
  ['imports', '/imports'],
  // A scheme without slashes is relative to our origin.
  ['https:evil.example', '/evil.example'],
])('keeps %s', (url, path) => {
  expect(safeCallbackUrl(url, ours)).toBe(ours + path);
});

test.each([
  'https://evil.example/',
  '//evil.example/x',
  '/.//evil.example',
  '/..//evil.example',
  'https://landfall.x.example//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  'https://landfall.x.example@evil.example/',
  'https://landfall.x.example.evil.example/',
  'https://user:pass@landfall.x.example/',
  'http://landfall.x.example/',
  'https://landfall.x.example:8443/',
  'javascript:alert(1)',
  'data:text/html,x',
  'https://[',
  '/sign-in?error=x',
  '/api/auth/signout',
])('replaces %s with the home page', (url) => {
  expect(safeCallbackUrl(url, ours)).toBe(`${ours}/`);
});
