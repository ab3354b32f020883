/** Joiners are part of emoji and of Persian words; other format characters can reverse or hide text. */
const formatCharacters = /(?![\u200C\u200D])\p{Cf}/gu;

/** French needs non-breaking spaces before its punctuation. */
const breakingSpaces = /(?:(?![\u00A0\u202F])[\p{Cc}\s])+/gu;

/** On one line, without control characters, and cut to `maxCharacters`. */
export function cleanValue(value: string, maxCharacters: number): string {
  return joinOnLine([removeFormat(value)], maxCharacters);
}

export const removeFormat = (value: string) => value.toWellFormed().replace(formatCharacters, '');

/** For parts without format characters, except for isolates of ours around values. */
export function joinOnLine(parts: readonly string[], maxCharacters: number): string {
  const line = parts.join('').replace(breakingSpaces, ' ').trim();
  if (line.length <= maxCharacters) return line;
  const characters = [...line];
  if (characters.length <= maxCharacters) return line;
  const start = characters
    .slice(0, maxCharacters - 1)
    .join('')
    .trimEnd();
  const isOpen = start.lastIndexOf('\u2068') > start.lastIndexOf('\u2069');
  return isOpen ? `${start}…\u2069` : `${start}…`;
}

export function cleanLines(value: string, maxCharacters: number): string[] {
  let left = maxCharacters;
  return value.split(/\r\n|[\r\n\u2028\u2029]/u).flatMap((one) => {
    if (left <= 0) return [];
    const line = cleanValue(one, left);
    left -= line.length;
    return line === '' ? [] : line;
  });
}

const urls = /(?:[a-z][a-z\d+.-]*:\/\/|www[.。．｡])\S*/giu;

/**
 * For values from outside: mail clients turn anything like an address into a link. URLs are left out. Other dots, slashes
 * and at signs get a zero-width non-joiner, which browsers reject in a host name if a client links it anyway.
 */
export function withoutLinks(value: string): string {
  return value
    .replace(urls, '')
    .replace(/\s+/gu, ' ')
    .trim()
    .replace(/[.。．｡@:/\\](?=\S)/gu, '$&\u200C');
}
