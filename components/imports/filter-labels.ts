import type { ListView } from '@/lib/contract/list-view';
import { formatDay, formatDayRange } from '../ui/format-instant';

export const warningsLabels: Record<ListView['warnings'], string> = {
  any: 'Any',
  some: 'With warnings',
  none: 'Without warnings',
  many: 'More than 50 warnings',
};

export const goneLabels: Record<ListView['gone'], string> = {
  hide: 'Available only',
  only: 'No longer available',
  show: 'Gone ones too',
};

export const sortOptions: readonly { value: `${ListView['sort']} ${ListView['direction']}`; label: string }[] = [
  { value: 'seen desc', label: 'Seen last first' },
  { value: 'seen asc', label: 'Seen longest ago first' },
  { value: 'since asc', label: 'Longest in its status first' },
  { value: 'since desc', label: 'Moved last first' },
  { value: 'created desc', label: 'Newest first' },
  { value: 'created asc', label: 'Oldest first' },
  { value: 'warnings desc', label: 'Most warnings first' },
  { value: 'warnings asc', label: 'Fewest warnings first' },
  { value: 'username asc', label: 'Customer, A to Z' },
  { value: 'username desc', label: 'Customer, Z to A' },
];

export const reachedLabels: Record<NonNullable<ListView['reached']>, string> = {
  credentials: 'Credentials given',
  sample: 'Sample completed once',
  asked: 'Full migration requested',
  accepted: 'Accepted or bought',
  completed: 'Full migration completed once',
};

/** Days in UTC: "24 Aug to 30 Aug 2026", "since 24 Aug 2026". */
export function formatDays(range: string): string {
  const [from = '', to = ''] = range.split('..');
  if (Number.isNaN(Date.parse(from))) return range;
  if (to === '') return `since ${formatDay(from)}`;
  return Number.isNaN(Date.parse(to)) ? range : formatDayRange(from, to);
}
