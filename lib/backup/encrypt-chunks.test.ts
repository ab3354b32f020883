import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { generateKey } from '../core/cipher';
import { chunkBytes, decryptChunks, encryptChunks } from './encrypt-chunks';

const key = generateKey();
const encrypt = (plain: Buffer, withKey = key) => buffer(Readable.from(encryptChunks(Readable.from([plain]), withKey)));
const decrypt = (encrypted: Buffer, keys = [key]) =>
  buffer(Readable.from(decryptChunks(Readable.from(split(encrypted)), keys)));

/** In pieces that do not match the chunks. */
function split(bytes: Buffer): Buffer[] {
  const pieces: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += 50_001) pieces.push(bytes.subarray(at, at + 50_001));
  return pieces;
}

const headerBytes = 18 + 4 + 32;
const encryptedBytes = chunkBytes + 16;

test.each([0, 1, chunkBytes - 1, chunkBytes, chunkBytes + 1, 3 * chunkBytes])('reads back %i bytes', async (size) => {
  const plain = randomBytes(size);
  const encrypted = await encrypt(plain);
  expect((await decrypt(encrypted)).equals(plain)).toBe(true);
  if (size >= 32) expect(encrypted.includes(plain.subarray(0, 32))).toBe(false);
});

test('finds any changed bit', async () => {
  const encrypted = await encrypt(randomBytes(chunkBytes + 100));
  await fc.assert(
    fc.asyncProperty(fc.nat(encrypted.length * 8 - 1), async (bit) => {
      const changed = Buffer.from(encrypted);
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      await expect(decrypt(changed)).rejects.toThrow(/changed or is damaged|not a backup|not in BACKUP_KEY/);
    }),
    { numRuns: 100 },
  );
});

test('finds an end that was cut off anywhere, also between chunks', async () => {
  const encrypted = await encrypt(randomBytes(2 * chunkBytes + 100));
  const ends = [0, 10, headerBytes, headerBytes + 8, headerBytes + encryptedBytes, headerBytes + 2 * encryptedBytes];
  for (const end of [...ends, encrypted.length - 1]) {
    await expect(decrypt(encrypted.subarray(0, end))).rejects.toThrow(/missing|damaged/);
  }
  await expect(decrypt(encrypted.subarray(0, headerBytes + encryptedBytes))).rejects.toThrow(
    'The end of the backup is missing',
  );
});

test('finds chunks that were swapped, repeated, removed or taken from another file', async () => {
  const [one, other] = await Promise.all([encrypt(randomBytes(3 * chunkBytes)), encrypt(randomBytes(3 * chunkBytes))]);
  const chunk = (file: Buffer, index: number) =>
    file.subarray(headerBytes + index * encryptedBytes, headerBytes + (index + 1) * encryptedBytes);
  const header = one.subarray(0, headerBytes);
  const chunks = [0, 1, 2].map((index) => chunk(one, index));
  const [first, second, last] = chunks;
  for (const order of [
    [second, first, last],
    [first, first, last],
    [first, last],
    [first, second, last, last],
    [first, chunk(other, 1), last],
  ]) {
    await expect(decrypt(Buffer.concat([header, ...order.map((part) => part ?? Buffer.alloc(0))]))).rejects.toThrow(
      'damaged',
    );
  }
  await expect(decrypt(Buffer.concat([header, ...chunks]))).resolves.toHaveLength(3 * chunkBytes);
});

test('reads with an older key after a rotation, and names the setting for an unknown one', async () => {
  const encrypted = await encrypt(Buffer.from('rows'));
  await expect(decrypt(encrypted, [generateKey(), key])).resolves.toEqual(Buffer.from('rows'));
  await expect(decrypt(encrypted, [generateKey()])).rejects.toThrow('encrypted with a key that is not in BACKUP_KEY');
});
