const maxWords = 64;
const maxWordLength = 100;

/**
 * Splits stored text and search text the same way. Words match by prefix: `ops bright` finds
 * ops@brightwater-supply.example.
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
