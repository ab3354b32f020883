import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createSealer, decodeKey, makeKey } from './seal';

const bytes = fc.uint8Array({ maxLength: 300 });
const purpose = fc.string({ minLength: 1, maxLength: 20 });

describe('sealing', () => {
  const sealer = createSealer([makeKey()]);

  test('what was sealed is opened whole, for its purpose alone', () => {
    fc.assert(
      fc.property(bytes, purpose, purpose, (plain, mine, other) => {
        const sealed = sealer.seal(mine, plain);
        expect(sealer.open(mine, sealed)).toEqual(Buffer.from(plain));
        if (other !== mine) expect(sealer.open(other, sealed)).toBeUndefined();
      }),
      { numRuns: 200 },
    );
  });

  test('a single changed bit, a cut or an addition is noticed', () => {
    fc.assert(
      fc.property(bytes, fc.nat(), fc.integer({ min: 0, max: 7 }), (plain, at, bit) => {
        const sealed = sealer.seal('p', plain);
        const index = at % sealed.length;
        const changed = Buffer.from(sealed);
        changed.writeUInt8(changed.readUInt8(index) ^ (1 << bit), index);
        expect(sealer.open('p', changed)).toBeUndefined();
        expect(sealer.open('p', sealed.subarray(0, index))).toBeUndefined();
        expect(sealer.open('p', Buffer.concat([sealed, Buffer.from([0])]))).toBeUndefined();
      }),
      { numRuns: 300 },
    );
  });

  test('anything at all may be handed in to be opened', () => {
    fc.assert(fc.property(bytes, (anything) => sealer.open('p', anything) === undefined));
  });

  test('the same text sealed twice looks different, and never holds the text', () => {
    const one = sealer.seal('p', 'https://service.example/continue/123');
    expect(one.equals(sealer.seal('p', 'https://service.example/continue/123'))).toBe(false);
    expect(one.includes('service.example')).toBe(false);
  });

  test('a view into a larger buffer is opened like the bytes it shows', () => {
    const sealed = sealer.seal('p', 'hello');
    const larger = new Uint8Array(sealed.length + 20);
    larger.set(sealed, 7);
    expect(sealer.open('p', larger.subarray(7, 7 + sealed.length))?.toString()).toBe('hello');
  });
});

describe('rotation', () => {
  test('a new key in front seals, the old one still opens, and a removed one no longer does', () => {
    const [old, fresh] = [makeKey(), makeKey()];
    const sealedBefore = createSealer([old]).seal('p', 'kept');
    const both = createSealer([fresh, old]);
    expect(both.open('p', sealedBefore)?.toString()).toBe('kept');
    expect(createSealer([fresh]).open('p', both.seal('p', 'new'))?.toString()).toBe('new');
    expect(createSealer([fresh]).open('p', sealedBefore)).toBeUndefined();
  });

  test('without a key there is no sealer', () => {
    expect(() => createSealer([])).toThrow('at least one key');
  });
});

describe('fingerprints', () => {
  test('are equal for equal text under one purpose and one key, and tell nothing across them', () => {
    const key = makeKey();
    const one = createSealer([key]);
    expect(one.fingerprint('account', 'a@b.example')).toBe(createSealer([key]).fingerprint('account', 'a@b.example'));
    expect(one.fingerprint('account', 'a@b.example')).not.toBe(one.fingerprint('address', 'a@b.example'));
    expect(one.fingerprint('account', 'a@b.example')).not.toBe(
      createSealer([makeKey()]).fingerprint('account', 'a@b.example'),
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
