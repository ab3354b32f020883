import { hash, verify } from '@node-rs/argon2';

/** OWASP's first choice for argon2id, which is the library's own choice of algorithm. One verification takes some tens of milliseconds, which is the point. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

export const shortestPassword = 8;
export const longestPassword = 200;

export async function hashPassword(password: string): Promise<string> {
  return hash(password.normalize('NFC'), cost);
}

let decoy: Promise<string> | undefined;

/**
 * Takes the same time whether or not there is a hash to compare with: an unknown account costs what a known one does, so
 * that nobody learns by the clock who works here.
 */
export async function verifyPassword(passwordHash: string | null | undefined, password: string): Promise<boolean> {
  decoy ??= hashPassword('nobody has this password');
  const fits = await verify(passwordHash ?? (await decoy), password.normalize('NFC').slice(0, longestPassword));
  return fits && typeof passwordHash === 'string' && password.length <= longestPassword;
}
