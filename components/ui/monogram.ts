const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const hues = 12;

/** "Zendesk" is Ze, "Help Scout" is HS, "微信" both characters. Signs and invisible characters are left out. */
export function monogramOf(name: string): string {
  const words = name
    .normalize('NFC')
    .split(/\s+/u)
    .flatMap((word) => {
      const letters = lettersOf(word);
      return letters.length === 0 ? [] : [letters];
    });
  const [first, second] = words;
  if (first === undefined) return '?';
  const [one = '', two = ''] = first;
  return second === undefined ? joined(upper(one), two.toLocaleLowerCase('en')) : joined(upper(one), upper(second[0]));
}

/** From 0 to 11. The same for every spelling of a tool's name. */
export function hueOf(name: string): number {
  let hash = 2_166_136_261;
  for (const character of name.normalize('NFKC').trim().toLowerCase()) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 16_777_619);
  }
  return (hash >>> 0) % hues;
}

function lettersOf(word: string): string[] {
  const letters: string[] = [];
  // Names may have hundreds of characters.
  for (const { segment } of graphemes.segment(word.slice(0, 100))) {
    if (/^[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(segment)) letters.push(segment);
    if (letters.length === 2) break;
  }
  return letters;
}

/** Some letters become two in upper case, such as ß. */
function upper(letter = ''): string {
  const [first = ''] = letter.toLocaleUpperCase('en');
  return letter.length > 1 ? letter.toLocaleUpperCase('en') : first;
}

/** Arabic letters side by side would be joined like a word. */
function joined(one: string, two: string): string {
  return /\p{Script=Arabic}/u.test(one) && two !== '' ? `${one}\u200C${two}` : `${one}${two}`;
}
