import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addressKey } from '../core/address-key';
import { describeSignInError, triesLeftCode } from './describe-sign-in-error';
import { generatePassword, hashPassword, verifyPassword } from './passwords';
import { sessionCookie } from './session-cookie';

test('hashes passwords with argon2id, and a missing hash never matches', async () => {
  const hash = await hashPassword('correct horse battery');
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await verifyPassword(hash, 'correct horse battery')).toBe(true);
  expect(await verifyPassword(hash, 'correct horse batterY')).toBe(false);
  expect(await verifyPassword(null, 'nobody has this password')).toBe(false);
  expect(await verifyPassword(undefined, '')).toBe(false);
  // Composed and decomposed umlauts are equal.
  expect(await verifyPassword(await hashPassword('stra\u00dfe-u\u0308ber'), 'stra\u00dfe-\u00fcber')).toBe(true);
});

test('generated passwords have 80 bits and are readable aloud', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 10, maxLength: 10 }), (bytes) => {
      expect(generatePassword(() => Buffer.from(bytes))).toMatch(
        /^([bdfghjklmnprstvz][aiou][bdfghjklmnprstvz][aiou][bdfghjklmnprstvz](-|$)){5}$/,
      );
    }),
    { numRuns: 100 },
  );
  expect(new Set(Array.from({ length: 200 }, () => generatePassword())).size).toBe(200);
});

test.each([
  ['203.0.113.5', '203.0.113.5'],
  ['', 'unknown'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::', '2001:db8:1:2::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
])('%s counts as %s', (address, key) => {
  expect(addressKey(address)).toBe(key);
});

test('uses the __Host- prefix and Secure with https', () => {
  const cookie = sessionCookie('https://l.example');
  expect(cookie.name).toBe('__Host-next-auth.session-token');
  expect(cookie.clear).toContain('; Secure');
});

test('never shows the content of the URL on the page', () => {
  expect(describeSignInError('<script>alert(1)</script>')?.title).toBe('Sign-in failed.');
  expect(describeSignInError('__proto__')?.title).toBe('Sign-in failed.');
  expect(describeSignInError(triesLeftCode(9))).toEqual({
    title: 'E-mail address or password is wrong.',
    detail: '9 attempts left. After that, sign-in is locked for 15 minutes.',
  });
  expect(describeSignInError(triesLeftCode(1))?.detail).toMatch(/^1 attempt left\./);
  expect(describeSignInError(triesLeftCode(0))?.detail).toMatch(/^That was the last attempt\. Wait 15 minutes/);
  expect(describeSignInError('TriesLeft<b>')?.title).toBe('Sign-in failed.');
  expect(describeSignInError(undefined)).toBeNull();
});
