import { hash, verify } from '@node-rs/argon2';

/** OWASP's first choice for argon2id, which is the library's own choice of algorithm. One verification takes some tens of milliseconds, which is the point. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

export const minPasswordLength = 8;
export const maxPasswordLength = 200;

export async function hashPassword(password: string): Promise<string> {
  return hash(password.normalize('NFC'), cost);
}

let decoyHash: Promise<string> | undefined;

/**
 * Takes the same time whether or not there is a hash to compare with: an unknown account costs what a known one does, so
 * that nobody learns by the clock who works here.
 */
export async function verifyPassword(passwordHash: string | null | undefined, password: string): Promise<boolean> {
  decoyHash ??= hashPassword('nobody has this password');
  const matches = await verify(
    passwordHash ?? (await decoyHash),
    password.normalize('NFC').slice(0, maxPasswordLength),
  );
  return matches && typeof passwordHash === 'string' && password.length <= maxPasswordLength;
}
