import type { ImportRow } from '@/lib/contract/imports';
import { importHref } from '../import/import-href';
import { customerHref } from '../shell/customer-link';
import type { IconName } from '../ui/icon';
import { hitLabels } from './labels';

export interface Hit {
  key: string;
  label: string;
  detail: string;
  icon: IconName;
  href: string;
}

const maxCustomers = 3;

/**
 * Pages, actions, imports and customers for a query, best first. Ends with the list of imports, so there is always a
 * hit. While `settled` is false, the imports are those of an earlier query.
 */
export function rankHits({
  query,
  imports,
  commands,
  settled,
}: {
  query: string;
  imports: readonly ImportRow[];
  commands: readonly Hit[];
  settled: boolean;
}): Hit[] {
  const text = query.trim();
  if (text === '') return [...commands];
  const usernames = imports.flatMap(({ username }) => username ?? []);
  const hasSeveral = (username: string) => usernames.indexOf(username) !== usernames.lastIndexOf(username);
  const customers = [...new Set(usernames)]
    .map((username) => ({ hit: customerHit(username), rank: matchRank(text, username), several: hasSeveral(username) }))
    .filter(({ rank }) => rank < noMatch)
    .slice(0, maxCustomers);
  // In the order of equally good hits.
  const ranked = [
    ...customers.filter(({ several }) => several),
    ...imports
      .map((row) => ({ hit: importHit(row), rank: importRank(text, row) }))
      // The server also matches what the row does not show, but an earlier answer may not match at all.
      .filter(({ rank }) => settled || rank < noMatch),
    ...customers.filter(({ several }) => !several),
    ...commands.map((hit) => ({ hit, rank: matchRank(text, hit.label) })).filter(({ rank }) => rank < noMatch),
  ];
  return [
    ...ranked.toSorted((a, b) => a.rank - b.rank).map(({ hit }) => hit),
    {
      key: 'list',
      label: settled && imports.length === 0 ? hitLabels.lookUp(text) : hitLabels.matching(text),
      detail: '',
      icon: 'search',
      href: `/imports?${new URLSearchParams({ q: text }).toString()}`,
    },
  ];
}

function importHit(row: ImportRow): Hit {
  const status = row.gone ? hitLabels.gone : row.status?.text;
  return {
    key: `import ${row.id}`,
    label: row.username ?? row.id,
    detail: [row.username === null ? null : row.id, row.tool, status].filter(Boolean).join(', '),
    icon: 'imports',
    href: importHref(row.id),
  };
}

function customerHit(username: string): Hit {
  return {
    key: `customer ${username}`,
    label: username,
    detail: hitLabels.customer,
    icon: 'person',
    href: customerHref(username),
  };
}

const wordsMatch = 2;
const noMatch = 3;

function importRank(query: string, { id, username, tool }: ImportRow): number {
  return Math.min(
    ...[id, username ?? ''].map((text) => matchRank(query, text)),
    // Many imports have the same tool.
    Math.max(wordsMatch, matchRank(query, tool ?? '')),
  );
}

/** 0 if equal, 1 if the text begins with the query, 2 if each word of the query begins one of the text. */
function matchRank(query: string, text: string): number {
  const [wanted, given] = [normalise(query), normalise(text)];
  if (wanted === given) return 0;
  if (given.startsWith(wanted)) return 1;
  const givenWords = wordsOf(given);
  const wantedWords = wordsOf(wanted);
  const found = wantedWords.every((word) => givenWords.some((other) => other.startsWith(word)));
  return found && wantedWords.length > 0 ? wordsMatch : noMatch;
}

const normalise = (text: string) => text.normalize('NFKC').toLowerCase();
const wordsOf = (text: string) => text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
