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
 * Seals what is secret at rest, and signs what leaves us. AES-256-GCM under a key derived per purpose, so that a
 * sealed redirect URL can never be passed off as a sealed webhook body. The first key seals; every key opens, which
 * is what makes rotation possible.
 */
export interface Cipher {
  encrypt(purpose: string, plain: string | Uint8Array): Buffer;
  /** Returns undefined for anything not sealed by one of our keys for this purpose: tampered, foreign or cut short. */
  decrypt(purpose: string, encrypted: Uint8Array): Buffer | undefined;
  /** A keyed fingerprint, for finding again what must not be stored in clear. Made under the first key. */
  fingerprint(purpose: string, plain: string | Uint8Array): string;
  /** The same under every key, newest first: what was stored before a rotation is found by one of them. */
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

function toKey(material: string): Key {
  const bytes = decodeKey(material);
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

/** A key is 32 bytes, written as 64 hex digits or as base64. */
export function decodeKey(material: string): Buffer {
  if (/^[0-9a-f]{64}$/i.test(material)) return Buffer.from(material, 'hex');
  // Node's decoder skips what is not base64; a pass phrase of the right length must not pass for a key.
  if (/^[\w+/-]{43}=?$/.test(material)) return Buffer.from(material, 'base64');
  throw new Error('a key must be 32 bytes, as 64 hex digits or base64');
}

export function generateKey(): string {
  return randomBytes(32).toString('base64');
}

export function createCipher(materials: readonly string[]): Cipher {
  const keys = materials.map(toKey);
  const first = keys[0];
  if (!first) throw new Error('at least one key is needed');
  const fingerprintUnder = (key: Key, purpose: string, plain: string | Uint8Array) =>
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
    fingerprint: (purpose, plain) => fingerprintUnder(first, purpose, plain),
    fingerprints: (purpose, plain) => keys.map((key) => fingerprintUnder(key, purpose, plain)),
  };
}
