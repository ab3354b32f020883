import { createHash, randomBytes } from 'node:crypto';

const prefix = 'lf_';
const pattern = /^lf_([0-9a-f]{48})([0-9a-f]{8})$/;

const checksumOf = (random: string) => createHash('sha256').update(`${prefix}${random}`).digest('hex').slice(0, 8);

/** 192 random bits. Scanners recognise the prefix; the checksum rejects mistyped secrets without a query. */
export function createApiKeySecret(): string {
  const random = randomBytes(24).toString('hex');
  return `${prefix}${random}${checksumOf(random)}`;
}

export function isApiKeySecret(given: string): boolean {
  const [, random = '', checksum] = pattern.exec(given) ?? [];
  return checksum === checksumOf(random);
}

export const hashApiKeySecret = (secret: string) => createHash('sha256').update(secret).digest('hex');
