import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createCipher, decodeKey, generateKey, readKeyId } from './cipher';

const bytes = fc.uint8Array({ maxLength: 300 });
const purpose = fc.string({ minLength: 1, maxLength: 20 });

describe('encryption', () => {
  const cipher = createCipher([generateKey()]);

  test('decrypts only for the purpose it was encrypted for', () => {
    fc.assert(
      fc.property(bytes, purpose, purpose, (plain, mine, other) => {
        const encrypted = cipher.encrypt(mine, plain);
        expect(cipher.decrypt(mine, encrypted)).toEqual(Buffer.from(plain));
        if (other !== mine) expect(cipher.decrypt(other, encrypted)).toBeUndefined();
      }),
      { numRuns: 200 },
    );
  });

  test('rejects a changed bit, truncation or appended data', () => {
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

  test('returns undefined for arbitrary bytes', () => {
    fc.assert(fc.property(bytes, (anything) => cipher.decrypt('p', anything) === undefined));
  });

  test('encrypts the same text differently each time and hides it', () => {
    const one = cipher.encrypt('p', 'https://service.example/continue/123');
    expect(one.equals(cipher.encrypt('p', 'https://service.example/continue/123'))).toBe(false);
    expect(one.includes('service.example')).toBe(false);
  });

  test('decrypts a view into a larger buffer', () => {
    const encrypted = cipher.encrypt('p', 'hello');
    const larger = new Uint8Array(encrypted.length + 20);
    larger.set(encrypted, 7);
    expect(cipher.decrypt('p', larger.subarray(7, 7 + encrypted.length))?.toString()).toBe('hello');
  });
});

describe('rotation', () => {
  test('encrypts with the new key, decrypts with the old one until it is removed', () => {
    const [old, fresh] = [generateKey(), generateKey()];
    const encryptedBefore = createCipher([old]).encrypt('p', 'kept');
    const both = createCipher([fresh, old]);
    expect(both.decrypt('p', encryptedBefore)?.toString()).toBe('kept');
    expect(createCipher([fresh]).decrypt('p', both.encrypt('p', 'new'))?.toString()).toBe('new');
    expect(createCipher([fresh]).decrypt('p', encryptedBefore)).toBeUndefined();
  });

  test('requires at least one key', () => {
    expect(() => createCipher([])).toThrow('at least one key');
  });
});

describe('fingerprints', () => {
  test('are equal only for the same text, purpose and key', () => {
    const key = generateKey();
    const one = createCipher([key]);
    expect(one.fingerprint('account', 'a@b.example')).toBe(createCipher([key]).fingerprint('account', 'a@b.example'));
    expect(one.fingerprint('account', 'a@b.example')).not.toBe(one.fingerprint('address', 'a@b.example'));
    expect(one.fingerprint('account', 'a@b.example')).not.toBe(
      createCipher([generateKey()]).fingerprint('account', 'a@b.example'),
    );
  });
});

describe('signatures', () => {
  const [old, fresh] = [generateKey(), generateKey()];
  const signed = { keyId: createCipher([old]).keyId, mac: createCipher([old]).sign('audit', 'text') };

  test('are valid only for the same text, purpose and key', () => {
    const both = createCipher([fresh, old]);
    expect(both.checkSignature('audit', 'text', signed)).toBe(true);
    expect(both.checkSignature('audit', 'other', signed)).toBe(false);
    expect(both.checkSignature('link', 'text', signed)).toBe(false);
    expect(both.checkSignature('audit', 'text', { ...signed, keyId: both.keyId })).toBe(false);
    for (const mac of ['', `${signed.mac}00`, signed.mac.toUpperCase(), 'ü'.repeat(64)]) {
      expect(both.checkSignature('audit', 'text', { ...signed, mac })).toBe(false);
    }
  });

  test('of a removed key cannot be checked', () => {
    expect(createCipher([fresh]).checkSignature('audit', 'text', signed)).toBeUndefined();
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
    'reject %j',
    (text) => {
      expect(() => decodeKey(text)).toThrow('32 bytes');
    },
  );
});

test('names the key of encrypted data, and none for other bytes', () => {
  const keys = [generateKey(), generateKey()];
  const cipher = createCipher(keys);
  expect(cipher.keyIds).toEqual(keys.flatMap((key) => createCipher([key]).keyIds));
  expect(readKeyId(cipher.encrypt('p', 'text'))).toBe(cipher.keyIds[0]);
  expect([readKeyId(Buffer.from('text')), readKeyId(Buffer.from([1, 2]))]).toEqual([undefined, undefined]);
});
