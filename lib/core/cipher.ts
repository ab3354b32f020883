import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';

export type Cipher = ReturnType<typeof createCipher>;

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

/** Reads the key id that `encrypt` put in front. Undefined for bytes that it did not make. */
export function readKeyId(encrypted: Uint8Array): string | undefined {
  return encrypted.length >= headerBytes && encrypted[0] === version
    ? Buffer.from(encrypted.subarray(1, headerBytes)).toString('hex')
    : undefined;
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

/** AES-256-GCM with one key per purpose. The first key encrypts; every key decrypts, which allows rotation. */
export function createCipher(encodedKeys: readonly string[]) {
  const keys = encodedKeys.map(toKey);
  const first = keys[0];
  if (!first) throw new Error('at least one key is needed');
  const fingerprintWith = (key: Key, purpose: string, plain: string | Uint8Array) =>
    createHmac('sha256', key.derive(`fingerprint ${purpose}`))
      .update(plain)
      .digest('base64url');
  const macWith = (key: Key, purpose: string, text: string) =>
    createHmac('sha256', key.derive(`mac ${purpose}`))
      .update(text)
      .digest('hex');
  return {
    /** Names of the keys, newest first. They reveal nothing about the keys. */
    keyIds: keys.map(({ id }) => id.toString('hex')),
    encrypt: (purpose: string, plain: string | Uint8Array): Buffer => {
      const iv = randomBytes(ivBytes);
      const header = Buffer.concat([Buffer.from([version]), first.id]);
      const cipher = createCipheriv('aes-256-gcm', first.derive(purpose), iv);
      cipher.setAAD(header);
      const body = Buffer.concat([cipher.update(plain), cipher.final()]);
      return Buffer.concat([header, iv, cipher.getAuthTag(), body]);
    },
    /** Undefined if the data was tampered with, truncated, or encrypted with another key or purpose. */
    decrypt: (purpose: string, encrypted: Uint8Array): Buffer | undefined => {
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
    /** A keyed hash, to look up values that must not be stored in plain text. */
    fingerprint: (purpose: string, plain: string | Uint8Array) => fingerprintWith(first, purpose, plain),
    /** One per key, newest first, to find values stored before a rotation. */
    fingerprints: (purpose: string, plain: string | Uint8Array) =>
      keys.map((key) => fingerprintWith(key, purpose, plain)),
    /** The id of the key that encrypts and signs now. */
    keyId: first.id.toString('hex'),
    /** A message authentication code with the first key, in hex. */
    sign: (purpose: string, text: string): string => macWith(first, purpose, text),
    /** Undefined when the key is not among ours, such as one removed after a rotation. */
    checkSignature: (purpose: string, text: string, signed: { keyId: string; mac: string }): boolean | undefined => {
      const key = keys.find(({ id }) => id.toString('hex') === signed.keyId);
      if (!key) return undefined;
      const given = Buffer.from(signed.mac);
      const expected = Buffer.from(macWith(key, purpose, text));
      return given.length === expected.length && timingSafeEqual(given, expected);
    },
  };
}
