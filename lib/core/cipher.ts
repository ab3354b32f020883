import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';

/**
 * AES-256-GCM with one derived key per purpose, so that an encrypted redirect URL cannot be used as a webhook body. The
 * first key encrypts; every key decrypts, which allows rotation.
 */
export interface Cipher {
  encrypt(purpose: string, plain: string | Uint8Array): Buffer;
  /** Returns undefined if the data was tampered with, truncated, or encrypted with another key or purpose. */
  decrypt(purpose: string, encrypted: Uint8Array): Buffer | undefined;
  /** A keyed hash, to look up values that must not be stored in plain text. Uses the first key. */
  fingerprint(purpose: string, plain: string | Uint8Array): string;
  /** One per key, newest first, to find values stored before a rotation. */
  fingerprints(purpose: string, plain: string | Uint8Array): string[];
}

const version = 1;
const ivBytes = 12;
const tagBytes = 16;
const keyIdBytes = 4;
const headerBytes = 1 + keyIdBytes;

interface Key {
  id: Buffer;
  derive(purpose: string): Buffer;
}

function toKey(encoded: string): Key {
  const bytes = decodeKey(encoded);
  const derived = new Map<string, Buffer>();
  return {
    id: createHash('sha256').update('landfall key id').update(bytes).digest().subarray(0, keyIdBytes),
    derive: (purpose) => {
      const known = derived.get(purpose);
      if (known) return known;
      const key = Buffer.from(hkdfSync('sha256', bytes, Buffer.alloc(0), `landfall ${purpose}`, 32));
      derived.set(purpose, key);
      return key;
    },
  };
}

/** 32 bytes as 64 hex digits or base64. */
export function decodeKey(encoded: string): Buffer {
  if (/^[0-9a-f]{64}$/i.test(encoded)) return Buffer.from(encoded, 'hex');
  // Node's decoder ignores invalid characters; a pass phrase of the same length must not be accepted as a key.
  if (/^[\w+/-]{43}=?$/.test(encoded)) return Buffer.from(encoded, 'base64');
  throw new Error('a key must be 32 bytes, as 64 hex digits or base64');
}

export function generateKey(): string {
  return randomBytes(32).toString('base64');
}

export function createCipher(encodedKeys: readonly string[]): Cipher {
  const keys = encodedKeys.map(toKey);
  const first = keys[0];
  if (!first) throw new Error('at least one key is needed');
  const fingerprintWith = (key: Key, purpose: string, plain: string | Uint8Array) =>
    createHmac('sha256', key.derive(`fingerprint ${purpose}`))
      .update(plain)
      .digest('base64url');
  return {
    encrypt: (purpose, plain) => {
      const iv = randomBytes(ivBytes);
      const header = Buffer.concat([Buffer.from([version]), first.id]);
      const cipher = createCipheriv('aes-256-gcm', first.derive(purpose), iv);
      cipher.setAAD(header);
      const body = Buffer.concat([cipher.update(plain), cipher.final()]);
      return Buffer.concat([header, iv, cipher.getAuthTag(), body]);
    },
    decrypt: (purpose, encrypted) => {
      const bytes = Buffer.from(encrypted.buffer, encrypted.byteOffset, encrypted.byteLength);
      if (bytes.length < headerBytes + ivBytes + tagBytes || bytes[0] !== version) return undefined;
      const header = bytes.subarray(0, headerBytes);
      const key = keys.find((candidate) => timingSafeEqual(candidate.id, header.subarray(1)));
      if (!key) return undefined;
      const iv = bytes.subarray(headerBytes, headerBytes + ivBytes);
      const tag = bytes.subarray(headerBytes + ivBytes, headerBytes + ivBytes + tagBytes);
      const decipher = createDecipheriv('aes-256-gcm', key.derive(purpose), iv);
      decipher.setAAD(header);
      decipher.setAuthTag(tag);
      try {
        return Buffer.concat([decipher.update(bytes.subarray(headerBytes + ivBytes + tagBytes)), decipher.final()]);
      } catch {
        return undefined;
      }
    },
    fingerprint: (purpose, plain) => fingerprintWith(first, purpose, plain),
    fingerprints: (purpose, plain) => keys.map((key) => fingerprintWith(key, purpose, plain)),
  };
}
