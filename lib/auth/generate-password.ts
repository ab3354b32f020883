import { randomBytes } from 'node:crypto';

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
