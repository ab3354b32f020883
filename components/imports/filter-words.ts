import type { ListView } from '@/lib/contract/list-address';

export const warningsWords: Record<ListView['warnings'], string> = {
  any: 'Any',
  some: 'With warnings',
  none: 'Without warnings',
  many: 'More than 50 warnings',
};

export const goneWords: Record<ListView['gone'], string> = {
  hide: 'Available only',
  only: 'No longer available',
  show: 'Gone ones too',
};

export const sortWords: readonly { value: `${ListView['sort']} ${ListView['direction']}`; words: string }[] = [
  { value: 'seen desc', words: 'Seen last first' },
  { value: 'seen asc', words: 'Seen longest ago first' },
  { value: 'since asc', words: 'Longest in its status first' },
  { value: 'since desc', words: 'Moved last first' },
  { value: 'created desc', words: 'Newest first' },
  { value: 'created asc', words: 'Oldest first' },
  { value: 'warnings desc', words: 'Most warnings first' },
  { value: 'warnings asc', words: 'Fewest warnings first' },
  { value: 'username asc', words: 'Customer, A to Z' },
  { value: 'username desc', words: 'Customer, Z to A' },
];

/** How far an import came, as the overview's funnel says it. */
export const reachedWords: Record<NonNullable<ListView['reached']>, string> = {
  credentials: 'Credentials given',
  sample: 'Sample completed once',
  asked: 'Full migration asked for',
  accepted: 'Accepted or bought',
  completed: 'Full migration completed once',
};

/** Days in UTC: "24 Aug to 30 Aug 2026", "since 24 Aug 2026". */
export function rangeWords(range: string): string {
  const say = (day: string, withYear: boolean) =>
    new Intl.DateTimeFormat('en-GB', {
      day: 'numeric',
      month: 'short',
      ...(withYear && { year: 'numeric' as const }),
      timeZone: 'UTC',
    }).format(new Date(`${day}T00:00:00Z`));
  const [from = '', to = ''] = range.split('..');
  if (Number.isNaN(Date.parse(from))) return range;
  if (to === '') return `since ${say(from, true)}`;
  if (Number.isNaN(Date.parse(to))) return range;
  return from === to ? say(from, true) : `${say(from, false)} to ${say(to, true)}`;
}
