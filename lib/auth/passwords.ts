import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { LandfallError } from '../core/errors';

/** OWASP's first recommendation for argon2id, the default algorithm of the library. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

export const minPasswordLength = 8;
const maxPasswordLength = 200;

export async function hashPassword(password: string): Promise<string> {
  return hash(password.normalize('NFC'), cost);
}

let decoyHash: Promise<string> | undefined;

/** Takes equally long without a hash, so that response times do not reveal which accounts exist. */
export async function verifyPassword(passwordHash: string | null | undefined, password: string): Promise<boolean> {
  decoyHash ??= hashPassword('decoy password');
  const matches = await verify(
    passwordHash ?? (await decoyHash),
    password.normalize('NFC').slice(0, maxPasswordLength),
  );
  return matches && typeof passwordHash === 'string' && password.length <= maxPasswordLength;
}

/** Words that an attacker of this account tries first. */
const contextWords = ['landfall'];
/** Shorter names would be part of too many good passwords. */
const minWordLength = 4;

export const passwordProblems = {
  short: `Must be at least ${minPasswordLength} characters long`,
  long: `Must be at most ${maxPasswordLength} characters long`,
  common: 'Must not be a common password; this one is among the first that attackers try',
  guessable: 'Must not contain your e-mail name or the word Landfall',
} as const;

export type PasswordProblem = keyof typeof passwordProblems;

let commonPasswords: Promise<ReadonlySet<string>> | undefined;

/** Length, common passwords and the account's own words count; character rules lead to worse passwords. */
export async function findPasswordProblem(password: string, email: string): Promise<PasswordProblem | undefined> {
  if (password.length < minPasswordLength) return 'short';
  if (password.length > maxPasswordLength) return 'long';
  const lowerCase = password.normalize('NFKC').toLowerCase();
  commonPasswords ??= loadCommonPasswords();
  if (isRegular(lowerCase) || (await commonPasswords).has(lowerCase.replace(/\s/g, ''))) return 'common';
  const [name = ''] = email.toLowerCase().split('@');
  const words = [...contextWords, name, ...name.split(/[^\p{L}\p{N}]+/u)];
  return words.some((word) => word.length >= minWordLength && lowerCase.includes(word)) ? 'guessable' : undefined;
}

/** Repeats up to three characters, or counts up or down. The list has few of these. */
function isRegular(password: string): boolean {
  const codes = Array.from(password.replace(/\s/g, ''), (character) => character.codePointAt(0) ?? 0);
  const [first = 0, second = 0] = codes;
  const repeats = [1, 2, 3].some((period) => codes.every((code, index) => code === codes[index % period]));
  const step = second - first;
  return repeats || (Math.abs(step) === 1 && codes.every((code, index) => code === first + index * step));
}

/** About 18,000 of at least the minimum length, from breaches. Loaded on the first use. */
async function loadCommonPasswords(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common'].filter((password) => password.length >= minPasswordLength));
}

export async function checkPassword(password: string, email: string): Promise<void> {
  const found = await findPasswordProblem(password, email);
  if (found === undefined) return;
  const problem = passwordProblems[found];
  throw new LandfallError('invalid', {
    userMessage: `The password ${problem.toLowerCase()}.`,
    errors: [{ field: 'password', message: problem }],
  });
}

const consonants = 'bdfghjklmnprstvz';
const vowels = 'aiou';

/** Five pronounceable words of 16 bits each (80 bits), easy to read aloud and to type on a phone. */
export function generatePassword(random: (bytes: number) => Buffer = randomBytes): string {
  const bytes = random(10);
  return Array.from({ length: 5 }, (_, index) => toWord(bytes.readUInt16BE(index * 2))).join('-');
}

function toWord(bits: number): string {
  return [
    consonants[(bits >> 12) & 15],
    vowels[(bits >> 10) & 3],
    consonants[(bits >> 6) & 15],
    vowels[(bits >> 4) & 3],
    consonants[bits & 15],
  ].join('');
}
