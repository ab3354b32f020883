const maxWords = 64;
const maxWordLength = 100;

/**
 * Free text is found by the beginnings of words, which an index can serve at any size: `brightw` finds
 * ops@brightwater-supply.example, and so does `ops bright`. The same cut is used for what is stored and what is typed.
 */
export function searchWords(texts: readonly (string | null)[]): string[] {
  const words = new Set<string>();
  for (const text of texts) {
    for (const word of (text ?? '')
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []) {
      if (words.size < maxWords) words.add(word.slice(0, maxWordLength).toWellFormed());
    }
  }
  return [...words];
}
