import { describe, expect, it } from 'vitest';
import { isMailAddress, normaliseMailAddress } from './mail-address';

describe('isMailAddress', () => {
  it.each([
    'ada@example.com',
    'Ada.Lovelace+move@mail.example.co.uk',
    "o'brien@example.ie",
    'a@xn--bcher-kva.example',
    'a@bücher.example',
    'under_score-@example.com',
    `${'a'.repeat(64)}@example.com`,
  ])('accepts %s', (text) => expect(isMailAddress(text)).toBe(true));

  it.each([
    '',
    'ada',
    'ada@',
    '@example.com',
    'ada@example',
    'ada@localhost',
    'ada@@example.com',
    'ada@example.com@example.org',
    'ada lovelace@example.com',
    ' ada@example.com',
    'ada@example.com ',
    'ada@example.com\n',
    'ada@example.com\r\nBcc: all@example.com',
    'ada@example.com,eve@example.com',
    'ada@example.com;eve@example.com',
    'Ada <ada@example.com>',
    '"ada"@example.com',
    'ada(comment)@example.com',
    'eve%example.org@example.com',
    'host!eve@example.com',
    'ada\\@example.com',
    'ada\u0000@example.com',
    'ada\u202e@example.com',
    'ada@exam\u200bple.com',
    'ada@[127.0.0.1]',
    'ada@127.0.0.1',
    'ada@-example.com',
    'ada@example-.com',
    'ada@example..com',
    'ada@example.com.',
    '.ada@example.com',
    'ada.@example.com',
    'ada..l@example.com',
    'mailto:ada@example.com',
    `${'a'.repeat(65)}@example.com`,
    `ada@${'a'.repeat(64)}.com`,
    `ada@${'a.'.repeat(125)}com`,
  ])('refuses %j', (text) => expect(isMailAddress(text)).toBe(false));

  it('decides about a long hostile text at once', () => {
    expect(isMailAddress(`${'a.'.repeat(500_000)}@`)).toBe(false);
  });
});

it('has one spelling per address', () => {
  expect(normaliseMailAddress(' Ada@Example.COM ')).toBe('ada@example.com');
});
