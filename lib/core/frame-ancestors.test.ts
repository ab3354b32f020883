import { expect, it } from 'vitest';
import { isFrameAncestor, matchesFrameAncestor } from './frame-ancestors';

it.each([
  'https://www.company.example',
  'https://*.company.example',
  'https://*.company.example:8443',
  'http://localhost:5173',
  'http://127.0.0.1:8080',
  'http://[::1]:8080',
])('accepts %s', (text) => expect(isFrameAncestor(text)).toBe(true));

it.each([
  '*',
  'https://*',
  'https://*.com',
  'https://*.10.0.0.1',
  'https://a.*.example',
  'https://a*.company.example',
  'https://Company.example',
  'https://company.example/',
  'https://company.example:443',
  'https://user@company.example',
  "https://company.example; script-src 'unsafe-inline'",
  'company.example',
  'ftp://company.example',
  '',
])('rejects %j', (text) => expect(isFrameAncestor(text)).toBe(false));

it.each([
  ['https://www.company.example', true],
  ['https://app.other.example', true],
  ['https://a.b.other.example', true],
  ['https://other.example', false],
  ['https://evilother.example', false],
  ['https://app.other.example.evil.example', false],
  ['http://app.other.example', false],
  ['https://app.other.example:8443', false],
  ['https://www.company.example/', false],
  ['null', false],
  ['', false],
])('matches %j: %s', (origin, matches) => {
  const ancestors = ['https://www.company.example', 'https://*.other.example', 'https://*'];
  expect(matchesFrameAncestor(origin, ancestors)).toBe(matches);
});
