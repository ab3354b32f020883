import type { Environment } from '../../contract/environment';
import type { Db } from '../../store/database/database';
import { listUsernamesBySearchTerms } from '../../store/imports/import-list';
import { searchWords } from '../search-words';

const maxCandidates = 300;
const maxSimilar = 10;
const maxComparedLength = 200;

/** Usernames in our record that somebody may have meant: same domain, same name before it, or both begun alike. */
export async function findSimilarUsernames(db: Db, environment: Environment, username: string): Promise<string[]> {
  const [local = '', domain = ''] = splitUsername(username);
  const begin = (text: string) =>
    searchWords([text])
      .slice(0, 1)
      .map((word) => word.slice(0, 3));
  const wanted = [
    { words: searchWords([domain]), whole: true },
    { words: searchWords([local]), whole: true },
    { words: [...begin(local), ...begin(domain)], whole: false },
  ];
  const candidates: string[] = [];
  for (const { words, whole } of wanted) {
    candidates.push(...(await listUsernamesBySearchTerms(db, environment, words, { whole, limit: maxCandidates })));
  }
  return rankBySimilarity(username, candidates);
}

/**
 * The closest first; what takes more than a few strokes to become the other is not alike.
 *
 * @internal Tested without a database.
 */
export function rankBySimilarity(username: string, candidates: readonly string[]): string[] {
  const typed = username.trim().toLowerCase().slice(0, maxComparedLength);
  return [...new Set(candidates)]
    .map((candidate) => ({
      candidate,
      strokes: editDistance(typed, candidate.toLowerCase().slice(0, maxComparedLength)),
    }))
    .filter(
      ({ candidate, strokes: distance }) =>
        candidate !== username && distance <= Math.max(2, Math.ceil(typed.length / 4)),
    )
    .sort((a, b) => a.strokes - b.strokes || (a.candidate < b.candidate ? -1 : 1))
    .slice(0, maxSimilar)
    .map(({ candidate }) => candidate);
}

function splitUsername(username: string): string[] {
  const at = username.lastIndexOf('@');
  return at < 0 ? [username] : [username.slice(0, at), username.slice(at + 1)];
}

/** Levenshtein's distance, by two rows. Names are bounded, so this is. */
function editDistance(a: string, b: string): number {
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  let row = Array.from({ length: short.length + 1 }, (_, n) => n);
  for (let i = 1; i <= long.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= short.length; j += 1) {
      const swap = (row[j - 1] ?? 0) + (long[i - 1] === short[j - 1] ? 0 : 1);
      next.push(Math.min(swap, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[short.length] ?? 0;
}
