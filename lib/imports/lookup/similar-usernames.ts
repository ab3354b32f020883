import type { Environment } from '../../contract/environment';
import type { Db } from '../../store/database/database';
import { listUsernamesBySearchTerms } from '../../store/imports/import-list';
import { searchWords } from '../search-terms';

const maxCandidates = 300;
const maxSimilar = 10;
const maxComparedLength = 200;

/** Candidates share the domain, the local part, or the first letters of both. */
export async function findSimilarUsernames(db: Db, environment: Environment, username: string): Promise<string[]> {
  const [local = '', domain = ''] = splitUsername(username);
  const prefixOf = (text: string) =>
    searchWords([text])
      .slice(0, 1)
      .map((word) => word.slice(0, 3));
  const searches = [
    { words: searchWords([domain]), whole: true },
    { words: searchWords([local]), whole: true },
    { words: [...prefixOf(local), ...prefixOf(domain)], whole: false },
  ];
  const candidates: string[] = [];
  for (const { words, whole } of searches) {
    candidates.push(...(await listUsernamesBySearchTerms(db, environment, words, { whole, limit: maxCandidates })));
  }
  return rankBySimilarity(username, candidates);
}

/** @internal Tested without a database. */
export function rankBySimilarity(username: string, candidates: readonly string[]): string[] {
  const typed = username.trim().toLowerCase().slice(0, maxComparedLength);
  const maxDistance = Math.max(2, Math.ceil(typed.length / 4));
  return [...new Set(candidates)]
    .map((candidate) => ({
      candidate,
      distance: editDistance(typed, candidate.toLowerCase().slice(0, maxComparedLength)),
    }))
    .filter(({ candidate, distance }) => candidate !== username && distance <= maxDistance)
    .sort((a, b) => a.distance - b.distance || (a.candidate < b.candidate ? -1 : 1))
    .slice(0, maxSimilar)
    .map(({ candidate }) => candidate);
}

function splitUsername(username: string): string[] {
  const at = username.lastIndexOf('@');
  return at < 0 ? [username] : [username.slice(0, at), username.slice(at + 1)];
}

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
