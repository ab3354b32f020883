/** A letter with its accents, or one whole emoji. Not by `Intl.Segmenter`, which pages would wait for. */
const letters =
  /[\p{L}\p{N}]\p{M}*|\p{Extended_Pictographic}(?:[\p{M}\p{Emoji_Modifier}]|\u200D\p{Extended_Pictographic})*/gu;
const hues = 12;

/** "Zendesk" is Ze, "Help Scout" is HS, "微信" both characters. Signs and invisible characters are left out. */
export function monogramOf(name: string): string {
  // Names may have hundreds of characters.
  const words = name.slice(0, 200).normalize('NFC').split(/\s+/u);
  const [first, second] = words.map((word) => word.match(letters)).filter((found) => found !== null);
  if (first === undefined) return '?';
  const [one = '', two = ''] = first;
  return second === undefined ? joined(upper(one), two.toLowerCase()) : joined(upper(one), upper(second[0]));
}

/** From 0 to 11. The same for every spelling of a tool's name. */
export function hueOf(name: string): number {
  let hash = 2_166_136_261;
  for (const character of name.normalize('NFKC').trim().toLowerCase()) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 16_777_619);
  }
  return (hash >>> 0) % hues;
}

/** Some letters become two in upper case, such as ß. */
function upper(letter = ''): string {
  const [first = ''] = letter.toUpperCase();
  return letter.length > 1 ? letter.toUpperCase() : first;
}

/** Arabic letters side by side would be joined like a word. */
function joined(one: string, two: string): string {
  return /\p{Script=Arabic}/u.test(one) && two !== '' ? `${one}\u200C${two}` : `${one}${two}`;
}
