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
