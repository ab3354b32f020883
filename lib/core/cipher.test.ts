import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createCipher, decodeKey, generateKey } from './cipher';

const bytes = fc.uint8Array({ maxLength: 300 });
const purpose = fc.string({ minLength: 1, maxLength: 20 });

describe('sealing', () => {
  const cipher = createCipher([generateKey()]);

  test('what was sealed is opened whole, for its purpose alone', () => {
    fc.assert(
      fc.property(bytes, purpose, purpose, (plain, mine, other) => {
        const encrypted = cipher.encrypt(mine, plain);
        expect(cipher.decrypt(mine, encrypted)).toEqual(Buffer.from(plain));
        if (other !== mine) expect(cipher.decrypt(other, encrypted)).toBeUndefined();
      }),
      { numRuns: 200 },
    );
  });

  test('a single changed bit, a cut or an addition is noticed', () => {
    fc.assert(
      fc.property(bytes, fc.nat(), fc.integer({ min: 0, max: 7 }), (plain, at, bit) => {
        const encrypted = cipher.encrypt('p', plain);
        const index = at % encrypted.length;
        const changed = Buffer.from(encrypted);
        changed.writeUInt8(changed.readUInt8(index) ^ (1 << bit), index);
        expect(cipher.decrypt('p', changed)).toBeUndefined();
        expect(cipher.decrypt('p', encrypted.subarray(0, index))).toBeUndefined();
        expect(cipher.decrypt('p', Buffer.concat([encrypted, Buffer.from([0])]))).toBeUndefined();
      }),
      { numRuns: 300 },
    );
  });

  test('anything at all may be handed in to be opened', () => {
    fc.assert(fc.property(bytes, (anything) => cipher.decrypt('p', anything) === undefined));
  });

  test('the same text sealed twice looks different, and never holds the text', () => {
    const one = cipher.encrypt('p', 'https://service.example/continue/123');
    expect(one.equals(cipher.encrypt('p', 'https://service.example/continue/123'))).toBe(false);
    expect(one.includes('service.example')).toBe(false);
  });

  test('a view into a larger buffer is opened like the bytes it shows', () => {
    const encrypted = cipher.encrypt('p', 'hello');
    const larger = new Uint8Array(encrypted.length + 20);
    larger.set(encrypted, 7);
    expect(cipher.decrypt('p', larger.subarray(7, 7 + encrypted.length))?.toString()).toBe('hello');
  });
});

describe('rotation', () => {
  test('a new key in front seals, the old one still opens, and a removed one no longer does', () => {
    const [old, fresh] = [generateKey(), generateKey()];
    const sealedBefore = createCipher([old]).encrypt('p', 'kept');
    const both = createCipher([fresh, old]);
    expect(both.decrypt('p', sealedBefore)?.toString()).toBe('kept');
    expect(createCipher([fresh]).decrypt('p', both.encrypt('p', 'new'))?.toString()).toBe('new');
    expect(createCipher([fresh]).decrypt('p', sealedBefore)).toBeUndefined();
  });

  test('without a key there is no sealer', () => {
    expect(() => createCipher([])).toThrow('at least one key');
  });
});

describe('fingerprints', () => {
  test('are equal for equal text under one purpose and one key, and tell nothing across them', () => {
    const key = generateKey();
    const one = createCipher([key]);
    expect(one.fingerprint('account', 'a@b.example')).toBe(createCipher([key]).fingerprint('account', 'a@b.example'));
    expect(one.fingerprint('account', 'a@b.example')).not.toBe(one.fingerprint('address', 'a@b.example'));
    expect(one.fingerprint('account', 'a@b.example')).not.toBe(
      createCipher([generateKey()]).fingerprint('account', 'a@b.example'),
    );
  });
});

describe('keys', () => {
  test('are read from hex, base64 and base64url', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (raw) => {
        const key = Buffer.from(raw);
        for (const encoding of ['hex', 'base64', 'base64url'] as const)
          expect(decodeKey(key.toString(encoding))).toEqual(key);
      }),
    );
  });

  test.each(['', 'short', 'correct horse battery staple correct horse!!', 'f'.repeat(63), 'ü'.repeat(43)])(
    'are not made of %j',
    (text) => {
      expect(() => decodeKey(text)).toThrow('32 bytes');
    },
  );
});
