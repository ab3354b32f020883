import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import { decodeKey } from '../core/cipher';
import { LandfallError } from '../core/errors';

/**
 * AES-256-GCM in chunks, each with its number and whether it is the last one in its nonce. So a chunk that was changed,
 * moved, repeated or left out is found, and so is an end that was cut off. Every file has its own key, derived from the
 * given one and a random salt; nonces therefore never repeat under a key.
 */
const magic = Buffer.from('landfall backup 1\n');
const keyIdBytes = 4;
const saltBytes = 32;
const headerBytes = magic.length + keyIdBytes + saltBytes;
/** @internal */
export const chunkBytes = 64 * 1024;
const tagBytes = 16;

function keyIdOf(key: Buffer): Buffer {
  return createHash('sha256').update('landfall backup key id').update(key).digest().subarray(0, keyIdBytes);
}

function deriveKey(key: Buffer, salt: Uint8Array): Buffer {
  return Buffer.from(hkdfSync('sha256', key, salt, 'landfall backup', 32));
}

function nonceOf(index: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeBigUInt64BE(BigInt(index), 3);
  nonce[11] = isLast ? 1 : 0;
  return nonce;
}

export async function* encryptChunks(source: AsyncIterable<Buffer>, encodedKey: string): AsyncGenerator<Buffer> {
  const key = decodeKey(encodedKey);
  const salt = randomBytes(saltBytes);
  const header = Buffer.concat([magic, keyIdOf(key), salt]);
  const fileKey = deriveKey(key, salt);
  yield header;
  const encrypt = (index: number, plain: Buffer, isLast: boolean) => {
    const cipher = createCipheriv('aes-256-gcm', fileKey, nonceOf(index, isLast));
    cipher.setAAD(header);
    return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
  };
  let index = 0;
  for await (const { block, isLast } of splitBlocks(source, chunkBytes)) yield encrypt(index++, block, isLast);
}

/** Yields nothing that was not checked. */
export async function* decryptChunks(
  source: AsyncIterable<Buffer>,
  encodedKeys: readonly string[],
): AsyncGenerator<Buffer> {
  let header: Buffer | undefined;
  let fileKey: Buffer = Buffer.alloc(0);
  let index = 0;
  const open = (chunk: Buffer, isLast: boolean): Buffer | undefined => {
    if (chunk.length < tagBytes) return undefined;
    const decipher = createDecipheriv('aes-256-gcm', fileKey, nonceOf(index, isLast));
    decipher.setAAD(header ?? Buffer.alloc(0));
    decipher.setAuthTag(chunk.subarray(-tagBytes));
    try {
      return Buffer.concat([decipher.update(chunk.subarray(0, -tagBytes)), decipher.final()]);
    } catch {
      return undefined;
    }
  };
  const rest = async function* () {
    let start = Buffer.alloc(0);
    for await (const data of source) {
      if (header) yield data;
      else {
        start = Buffer.concat([start, data]);
        if (start.length < headerBytes) continue;
        header = start.subarray(0, headerBytes);
        fileKey = readFileKey(header, encodedKeys);
        yield start.subarray(headerBytes);
      }
    }
    if (!header)
      throw new LandfallError('bad_request', 'This is not a backup of Landfall, or its beginning is missing.');
  };
  for await (const { block, isLast } of splitBlocks(rest(), chunkBytes + tagBytes)) {
    const plain = open(block, isLast);
    if (!plain) {
      const isCutOff = isLast && (block.length < tagBytes || open(block, false) !== undefined);
      const problem = isCutOff ? 'The end of the backup is missing' : 'The backup was changed or is damaged';
      throw new LandfallError('bad_request', `${problem} (at byte ${headerBytes + index * (chunkBytes + tagBytes)}).`);
    }
    index += 1;
    yield plain;
  }
}

function readFileKey(header: Buffer, encodedKeys: readonly string[]): Buffer {
  if (!header.subarray(0, magic.length).equals(magic)) {
    throw new LandfallError('bad_request', 'This is not a backup of Landfall, or one of a newer version.');
  }
  const keyId = header.subarray(magic.length, magic.length + keyIdBytes);
  const key = encodedKeys.map(decodeKey).find((candidate) => keyIdOf(candidate).equals(keyId));
  if (!key) throw new LandfallError('bad_request', 'The backup was encrypted with a key that is not in BACKUP_KEY.');
  return deriveKey(key, header.subarray(magic.length + keyIdBytes));
}

/** Blocks of one size, and the last one of at most that size. */
async function* splitBlocks(
  source: AsyncIterable<Buffer>,
  size: number,
): AsyncGenerator<{ block: Buffer; isLast: boolean }> {
  let parts: Buffer[] = [];
  let length = 0;
  for await (const data of source) {
    parts.push(data);
    length += data.length;
    if (length <= size) continue;
    let all = Buffer.concat(parts, length);
    while (all.length > size) {
      yield { block: all.subarray(0, size), isLast: false };
      all = all.subarray(size);
    }
    parts = [all];
    length = all.length;
  }
  yield { block: Buffer.concat(parts, length), isLast: true };
}
