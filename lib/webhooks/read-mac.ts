import { timingSafeEqual } from 'node:crypto';

const macBytes = 32;

/**
 * Reads a SHA-256 MAC in hex or base64 (either alphabet, padded or not). Accepts only the canonical base64: the last
 * digit has two spare bits, so a lenient decoder would accept three more spellings of the same signature.
 */
export function readMac(text: string): Buffer | undefined {
  if (/^[0-9a-f]{64}$/i.test(text)) return Buffer.from(text, 'hex');
  const bare = text.endsWith('=') ? text.slice(0, -1) : text;
  if (/^[A-Za-z0-9+/]{43}$/.test(bare)) return canonical(bare, 'base64');
  if (/^[A-Za-z0-9_-]{43}$/.test(bare)) return canonical(bare, 'base64url');
  return undefined;
}

function canonical(bare: string, alphabet: 'base64' | 'base64url'): Buffer | undefined {
  const bytes = Buffer.from(bare, alphabet);
  return bytes.length === macBytes && bytes.toString(alphabet).replace('=', '') === bare ? bytes : undefined;
}

/** Compares every MAC even after a match, so that timing does not reveal which secret matched. */
export function matchesAny(given: Buffer, expected: readonly Buffer[]): boolean {
  let matched = false;
  for (const mac of expected) {
    if (given.length === mac.length && timingSafeEqual(given, mac)) matched = true;
  }
  return matched;
}
