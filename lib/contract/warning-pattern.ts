import type { Warning } from './imports';

const maxCharacters = 200;
const gap = '…';

const quoted =
  /"[^"]*"|“[^”]*”|„[^“”]*[“”]|«[^»]*»|‹[^›]*›|`[^`]*`|「[^」]*」|(?<![\p{L}\p{N}])'[^']*'(?![\p{L}\p{N}])/gu;
const separators = /[\s,;:!?()[\]{}<>|=]+/u;

/**
 * A text without what differs from item to item: numbers, ids, quoted names, addresses, file names, and capitalised words
 * inside a sentence, which may be names. So similar warnings are counted together, and a label names no one.
 */
export function warningPattern(text: string): string {
  const unquoted = text.slice(0, maxCharacters * 2).replace(quoted, gap);
  let startsSentence = true;
  const words = unquoted.split(/\s+/).map((word) => {
    const bare = word.replace(/^[^\p{L}\p{N}@]+|[^\p{L}\p{N}]+$/gu, '');
    const isFirst = startsSentence;
    startsSentence = /[.!?:]$/.test(word);
    if (bare === '' || isPlainWord(bare, isFirst)) return word;
    return word.replace(bare, gap);
  });
  const pattern = words
    .join(' ')
    .replace(/…(?:[\s"'“”„.]*…)+/gu, gap)
    .trim();
  return pattern.length <= maxCharacters ? pattern : `${pattern.slice(0, maxCharacters - 1).toWellFormed()}${gap}`;
}

/** Abbreviations such as MB or HTML are not names. */
function isPlainWord(word: string, isFirst: boolean): boolean {
  if (/[\p{N}@_\\/]|\p{L}\.\p{L}/u.test(word)) return false;
  return isFirst || /^\p{Lu}{2,5}$/u.test(word) || !/^\p{Lu}/u.test(word);
}

/** The words that a rule needs to find texts with this pattern. */
export function patternWords(pattern: string): string {
  return pattern
    .replaceAll(gap, ' ')
    .split(separators)
    .map((word) => word.replace(/^[."'“”„]+|[."'“”„]+$/gu, ''))
    .filter((word) => word !== '')
    .join(' ');
}

/** Makes codes such as `attachment_too_large` readable; other texts stay as they are. */
export function kindLabel(kind: string): string {
  if (!/^[a-z0-9]+([_.-][a-z0-9]+)*$/.test(kind)) return kind;
  const label = kind.replace(/[_.-]+/g, ' ');
  return label.slice(0, 1).toUpperCase() + label.slice(1);
}

/** Names a kind of warning without personal data: its kind, or the pattern of its text. */
export function warningLabel({ kind, text }: Pick<Warning, 'kind' | 'text'>): string {
  const ofKind = kind === null ? '' : warningPattern(kindLabel(kind));
  return patternWords(ofKind) === '' ? warningPattern(text) : ofKind;
}
